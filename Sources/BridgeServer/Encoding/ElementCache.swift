internal import AccessibilityMirror
internal import AccessibilityQueries
internal import AccessibilityRendering
internal import AccessibilityTree
internal import BridgeProtocol

/// Keeps each element's encoding until the element changes, so that snapshots, pages and deltas for any
/// number of subscribers are assembled from ready bytes.
///
/// Bounded: when it is full, the half that was not used lately is dropped.
final class ElementCache {
  let ledger: MemoryLedger
  private let store: TreeStore
  private let maxMemory: Int
  /// Encodings used since half was last dropped, and those used before.
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

  /// - Parameter maxMemory: About how much memory the encodings may take, in bytes.
  init(_ store: TreeStore, ledger: MemoryLedger, maxMemory: Int) {
    self.store = store
    self.ledger = ledger
    self.maxMemory = maxMemory
    charge = MemoryCharge(ledger, .encodings)
  }

  /// Drops the encodings that a commit outdates. Must be called for every commit, before anyone asks for
  /// what it changed.
  func apply(_ commit: Commit) {
    for id in commit.changed { forget(id) }
    for id in commit.removed { forget(id) }
    charge.bytes = recent.memory + older.memory
  }

  private func forget(_ id: ElementID) {
    _ = recent.remove(id)
    _ = older.remove(id)
  }

  /// Drops the encodings that were not used lately.
  func dropOlderHalf() {
    older = recent
    recent = Generation()
    charge.bytes = older.memory
  }

  /// Whether the element is in the tree.
  func isPresent(_ id: ElementID) -> Bool { store.tree.contains(id) }

  /// Returns the encoding of an element, or `nil` when the element is not in the tree. An encoding longer
  /// than `limit` bytes is shortened.
  func encoding(
    of id: ElementID, view: ElementView = .full, within limit: Int = .max
  ) -> EncodedElement? {
    guard let whole = encoding(of: id, view) else { return nil }
    guard whole.bytes.count > limit else { return whole }
    return element(id, view).map { ElementEncoder.encode($0, view: view, within: limit) }
  }

  private func namesByContents(_ id: ElementID, _ view: ElementView) -> Bool {
    view == .named && store.tree.read(id) { $0.takesNameFromContents } == true
  }

  /// Returns the element as a view has it.
  private func element(_ id: ElementID, _ view: ElementView) -> Element? {
    view == .named ? store.tree[id]?.named(in: store.tree) : store.tree[id]
  }

  private func encoding(of id: ElementID, _ view: ElementView) -> EncodedElement? {
    // What an element without a label is named by changes with the elements in it.
    if namesByContents(id, view) {
      return element(id, view).map { ElementEncoder.encode($0, view: view) }
    }
    guard view.isFull else {
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
    if recent.memory > maxMemory / 2 { return dropOlderHalf() }
    charge.bytes = recent.memory + older.memory
  }

  private func isKept(_ id: ElementID) -> Bool {
    recent.encodings[id] != nil || older.encodings[id] != nil
  }

  /// Returns whether at most `most` of the elements still have to be encoded.
  func isReady(_ ids: [ElementID], butFor most: Int) -> Bool {
    if ids.count <= most { return true }
    var missing = 0
    for id in ids where !isKept(id) {
      missing += 1
      if missing > most { return false }
    }
    return true
  }

  /// Returns as many elements from the front, up to `count`, as fit into `limit` bytes and can be encoded
  /// with what is left of the budget, but at least the first. Skips elements that are no longer in the tree.
  ///
  /// - Returns: The elements, and the index after the last of `ids` that was handled, which is the end
  ///   if there are no elements.
  func page(
    of ids: ArraySlice<ElementID>, count: Int, view: ElementView, within limit: Int,
    budget: inout WorkBudget
  ) -> (elements: [EncodedElement], end: Int) {
    var page: [EncodedElement] = []
    var length = 0
    for (index, id) in zip(ids.indices, ids) {
      guard page.count < count, page.isEmpty || !budget.isExceeded else { return (page, index) }
      budget.charge(steps(for: id, view))
      guard let element = encoding(of: id, view: view, within: limit) else { continue }
      length += WireSize.of(element)
      if length > limit, !page.isEmpty { return (page, index) }
      page.append(element)
    }
    return (page, ids.endIndex)
  }

  /// The steps of a budget that encoding an element takes, and naming it by what is in it.
  private static let encodingSteps = 200
  private static let namingSteps = 800

  private func steps(for id: ElementID, _ view: ElementView) -> Int {
    if namesByContents(id, view) { return Self.namingSteps }
    return view.isFull && isKept(id) ? 8 : Self.encodingSteps
  }

  func encodings(
    of ids: some Sequence<ElementID>, view: ElementView = .full, within limit: Int
  ) -> [EncodedElement] {
    ids.compactMap { encoding(of: $0, view: view, within: limit) }
  }
}
