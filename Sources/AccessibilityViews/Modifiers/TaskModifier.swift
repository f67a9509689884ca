private struct TaskModifier<Content: View, ID: Equatable>: BuiltInView {
  let content: Content
  let id: ID
  let action: () async -> Void

  private final class Running {
    let id: ID
    var cancel: () -> Void = {}

    init(_ id: ID) {
      self.id = id
    }
  }

  func render(in node: ViewNode) {
    let old = node.storage.first as? Running
    if old?.id != id {
      old?.cancel()
      let new = Running(id)
      node.storage = [new]
      node.onUnmount = { new.cancel() }
      node.graph.after { [action, weak graph = node.graph] in
        new.cancel = graph?.host?.begin("task", action) ?? {}
      }
    }
    node.renderChild(content, at: 0)
  }
}

extension View {
  /// Runs an asynchronous action when the view has appeared, on the thread of the store. It is cancelled when the
  /// view disappears.
  public func task(_ action: @escaping () async -> Void) -> some View {
    task(id: 0, action)
  }

  /// Runs an asynchronous action when the view has appeared and whenever a value has changed. It is cancelled
  /// when the value changes or the view disappears.
  public func task<ID: Equatable>(id: ID, _ action: @escaping () async -> Void) -> some View {
    TaskModifier(content: self, id: id, action: action)
  }
}
