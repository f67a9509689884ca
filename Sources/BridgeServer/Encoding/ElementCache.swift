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

  /// `nil` when the element is not in the tree.
  func encoding(of id: ElementID, view: ElementView = .full) -> EncodedElement? {
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

  func encodings(of ids: some Sequence<ElementID>, view: ElementView = .full) -> [EncodedElement] {
    ids.compactMap { encoding(of: $0, view: view) }
  }
}
