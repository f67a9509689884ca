internal import AccessibilityTree
internal import BridgeClient
internal import BridgeProtocol

/// A copy of a tree or of a part of it, joined from messages.
struct TreeCopy {
  private(set) var tree = Tree()
  private(set) var revision: Revision = 0
  /// The number of elements that the server left out.
  private(set) var omitted = 0
  private(set) var elements: [Element] = []
  /// What the elements are, and which others are gone, for a request with `since`.
  private(set) var result = ReadResult.whole
  private(set) var removed: [ElementID] = []

  mutating func add(_ part: GetTreeResponse) throws(ClientError) {
    revision = part.revision
    if elements.isEmpty { (result, removed) = (part.result, part.removed) }
    omitted.addClamped(part.omitted)
    elements += part.elements
    guard part.isLast else { return }
    guard result == .whole else { return }
    // Children that were left out by depth or limit are removed from their parents here.
    let present = Set(elements.map(\.id))
    let delta = Delta(
      from: 0, to: revision,
      changed: Element.namingAllChildren(elements).map { $0.keepingChildren(present) }, removed: [])
    do throws(TreeError) {
      try tree.apply(delta)
    } catch {
      throw .badAnswer("the server sent an inconsistent tree: \(error)")
    }
  }
}

extension Element {
  fileprivate func keepingChildren(_ present: Set<ElementID>) -> Element {
    guard !children.allSatisfy(present.contains) else { return self }
    var copy = self
    copy.totalChildren = max(totalChildren ?? 0, children.count)
    return Element(copy, children: children.filter(present.contains))
  }
}
