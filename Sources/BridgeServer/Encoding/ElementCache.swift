internal import AccessibilityMirror
internal import AccessibilityQueries
internal import AccessibilityTree
internal import BridgeProtocol

/// Each element's encoding, made once per change and kept: snapshots, pages and deltas to any number
/// of subscribers are gathers of ready bytes.
///
/// Bounded: of what is not asked for again, half is forgotten at a time.
final class ElementCache {
  let ledger: MemoryLedger
  private let store: TreeStore
  private let maxMemory: Int
  /// What was asked for since the last time that half was forgotten, and what was asked for before.
  private var recent = Generation()
  private var older = Generation()
  private let charge: MemoryCharge

  private struct Generation {
    var encodings: [ElementID: EncodedElement] = [:]
    var memory = 0

    mutating func insert(_ encoding: EncodedElement, _ id: ElementID) {
      encodings[id] = encoding
      memory += Self.memory(of: encoding)
    }

    mutating func remove(_ id: ElementID) -> EncodedElement? {
      guard let removed = encodings.removeValue(forKey: id) else { return nil }
      memory -= Self.memory(of: removed)
      return removed
    }

    private static func memory(of encoding: EncodedElement) -> Int { 80 + encoding.bytes.count }
  }

  /// - Parameter maxMemory: about how much memory the encodings may take, in bytes.
  init(_ store: TreeStore, ledger: MemoryLedger, maxMemory: Int) {
    self.store = store
    self.ledger = ledger
    self.maxMemory = maxMemory
    charge = MemoryCharge(ledger, .encodings)
  }

  /// To be told of every commit before anybody asks for what it changed.
  func apply(_ commit: Commit) {
    for id in commit.changed { forget(id) }
    for id in commit.removed { forget(id) }
    charge.bytes = recent.memory + older.memory
  }

  private func forget(_ id: ElementID) {
    _ = recent.remove(id)
    _ = older.remove(id)
  }

  /// Forgets what was not asked for lately.
  func forgetHalf() {
    older = recent
    recent = Generation()
    charge.bytes = older.memory
  }

  /// Whether the element is in the tree.
  func isPresent(_ id: ElementID) -> Bool { store.tree.contains(id) }

  /// `nil` when the element is not in the tree. One that is longer than `limit` bytes is shortened.
  func encoding(
    of id: ElementID, view: ElementView = .full, within limit: Int = .max
  ) -> EncodedElement? {
    guard let whole = encoding(of: id, view) else { return nil }
    guard whole.bytes.count > limit else { return whole }
    return store.tree[id].map { ElementEncoder.encode($0, view: view, within: limit) }
  }

  private func encoding(of id: ElementID, _ view: ElementView) -> EncodedElement? {
    guard view == .full else {
      return store.tree.read(id) { ElementEncoder.encode($0, view: view) }
    }
    if let ready = recent.encodings[id] { return ready }
    if let ready = older.remove(id) {
      keep(ready, id)
      return ready
    }
    guard let made = store.tree.read(id, { ElementEncoder.encode($0, view: .full) }) else {
      return nil
    }
    keep(made, id)
    return made
  }

  private func keep(_ encoding: EncodedElement, _ id: ElementID) {
    recent.insert(encoding, id)
    if recent.memory > maxMemory / 2 { return forgetHalf() }
    charge.bytes = recent.memory + older.memory
  }

  private func isKept(_ id: ElementID) -> Bool {
    recent.encodings[id] != nil || older.encodings[id] != nil
  }

  /// Whether at most so many of the elements are still to be encoded.
  func holds(_ ids: [ElementID], butFor most: Int) -> Bool {
    if ids.count <= most { return true }
    var missing = 0
    for id in ids where !isKept(id) {
      missing += 1
      if missing > most { return false }
    }
    return true
  }

  /// As many from the front, up to `count`, as fit into so many bytes and as can be encoded with what
  /// is left of the budget; the first in any case. What is not in the tree any more is passed over.
  ///
  /// - Returns: the elements, and the index after the last of `ids` that was dealt with. It is the end
  ///   where there are no elements.
  func page(
    of ids: ArraySlice<ElementID>, count: Int, view: ElementView, within limit: Int,
    budget: inout WorkBudget
  ) -> (elements: [EncodedElement], end: Int) {
    var page: [EncodedElement] = []
    var length = 0
    for (index, id) in zip(ids.indices, ids) {
      guard page.count < count, page.isEmpty || !budget.isExceeded else { return (page, index) }
      budget.charge(view == .full && isKept(id) ? 8 : Self.encodingSteps)
      guard let element = encoding(of: id, view: view, within: limit) else { continue }
      length += WireSize.of(element)
      if length > limit, !page.isEmpty { return (page, index) }
      page.append(element)
    }
    return (page, ids.endIndex)
  }

  /// What it takes to encode an element, in steps of a budget.
  private static let encodingSteps = 200

  func encodings(
    of ids: some Sequence<ElementID>, view: ElementView = .full, within limit: Int
  ) -> [EncodedElement] {
    ids.compactMap { encoding(of: $0, view: view, within: limit) }
  }
}
