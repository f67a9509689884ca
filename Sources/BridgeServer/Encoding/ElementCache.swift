internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeProtocol

/// Each element's encoding, made once per change and kept: snapshots, pages and deltas to any number
/// of subscribers are gathers of ready bytes.
final class ElementCache {
  private let store: TreeStore
  private var full: [ElementID: EncodedElement] = [:]

  init(_ store: TreeStore) {
    self.store = store
  }

  /// To be told of every commit before anybody asks for what it changed.
  func apply(_ commit: Commit) {
    for id in commit.changed { full[id] = nil }
    for id in commit.removed { full[id] = nil }
  }

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
    if let ready = full[id] { return ready }
    guard let made = store.tree.read(id, { ElementEncoder.encode($0, view: .full) }) else {
      return nil
    }
    full[id] = made
    return made
  }

  func encodings(
    of ids: some Sequence<ElementID>, view: ElementView = .full, within limit: Int
  ) -> [EncodedElement] {
    ids.compactMap { encoding(of: $0, view: view, within: limit) }
  }
}
