/// Computes an attribute that is specified as a block, and depends on the state that the block reads.
final class LazyAttribute: Reader {
  private unowned let node: ViewNode
  private var block: () -> String? = { nil }
  /// The last result; `nil` when the element was never described.
  private var last: String??

  init(_ node: ViewNode) {
    self.node = node
  }

  override func invalidate() -> StateContext? {
    guard node.isMounted else { return nil }
    node.describedElement?.markStale()
    return node.graph
  }

  func specify(_ block: @escaping () -> String?) {
    self.block = block
    node.graph.lazyAttributes[ObjectIdentifier(node)] = self
  }

  func value() -> String? {
    let value = current()
    last = value
    return value
  }

  /// Runs the block again, because it may have read what is no state. The element is only described again if the result
  /// differs.
  func refresh() {
    guard let last else { return }
    let value = current()
    guard value != last else { return }
    self.last = value
    node.describedElement?.markStale()
  }

  private func current() -> String? {
    var value: String?
    node.graph.evaluating(self) { value = observing(block) }
    return value
  }
}
