extension ViewHost {
  func isPointed(at node: ViewNode) -> Bool { pointed.contains { $0 === node } }

  func point(at element: ElementNode?) {
    if element != nil { screen.takePointer(for: self) }
    let before = pointed.filter(\.isMounted)
    let now = element?.owner.hoverChain ?? []
    pointed = now
    for node in before where !now.contains(where: { $0 === node }) { tell(node, false) }
    for node in now where !before.contains(where: { $0 === node }) { tell(node, true) }
  }

  private func tell(_ node: ViewNode, _ isPointed: Bool) {
    node.describedElement?.markStale()
    node.onHover?(isPointed)
  }
}

extension ViewNode {
  /// The views with a hover action that contain this one, the outermost first.
  fileprivate var hoverChain: [ViewNode] {
    var chain: [ViewNode] = []
    var next: ViewNode? = self
    while let node = next {
      if node.onHover != nil { chain.append(node) }
      next = node.parent
    }
    return chain.reversed()
  }
}
