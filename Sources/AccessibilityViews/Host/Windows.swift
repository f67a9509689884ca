internal import AccessibilityTree

/// Windows with the same content. If it is the first scene of an application, it has a window from the start;
/// `openWindow(id:)` opens one more each time.
public struct WindowGroup<Content: View>: Scene, BuiltInView {
  let title: String?
  let id: String?
  let content: () -> Content

  public init(
    _ title: String? = nil, id: String? = nil, @ViewBuilder content: @escaping () -> Content
  ) {
    self.title = title
    self.id = id
    self.content = content
  }

  public func render(in node: ViewNode) {
    node.renderWindows(title, id, isSingle: false, content)
  }
}

/// One window. If it is the first scene of an application, it is open from the start, otherwise after
/// `openWindow(id:)`.
public struct Window<Content: View>: Scene, BuiltInView {
  let title: String
  let id: String
  let content: () -> Content

  public init(
    _ title: some StringProtocol, id: String, @ViewBuilder content: @escaping () -> Content
  ) {
    self.title = String(title)
    self.id = id
    self.content = content
  }

  public func render(in node: ViewNode) {
    node.renderWindows(title, id, isSingle: true, content)
  }
}

extension ViewNode {
  fileprivate func renderWindows(
    _ title: String?, _ id: String?, isSingle: Bool, _ content: @escaping () -> some View
  ) {
    let isFirst = environment.isFirstScene
    let windows = environment.values.openWindow.windows
    if let id { windows.add(id, isSingle: isSingle, isOpen: isFirst) }
    let requests = windows.requests(of: id)
    let first =
      isFirst
      ? WindowView(title: title, requests: requests, close: nil, content: content()) : nil
    renderChild(first, at: 0)
    let open = id.map { id in windows.open.filter { $0.id == id } } ?? []
    renderChild(
      ForEach(open, id: \.number) { window in
        WindowView(
          title: title, requests: requests, close: { windows.close(window.number) },
          content: content())
      }, at: 1)
  }
}

/// An open window.
private struct WindowView<Content: View>: BuiltInView {
  let title: String?
  /// How often the window was opened again.
  let requests: Int
  /// Closes the window; `nil`: it stays open.
  let close: (() -> Void)?
  let content: Content

  func render(in node: ViewNode) {
    node.lay(PaddingLayout(length: 12))
    node.shape(.element(.container)) { [title, close, unowned node] content in
      content.element.role = .window
      content.element.label = title ?? node.graph.title
      content.element.states.insert(.active)
      guard let close else { return }
      content.takesFocusWhenOpened = true
      content.offer(ActionHandler(Action(.custom, name: "Close")) { _, _ in close() })
    }
    let state = node.kept { WindowState(requests: requests) }
    if state.requests != requests {
      state.requests = requests
      node.graph.after { [unowned node] in
        node.element.map { ViewGraph.running?.host?.show(window: $0) }
      }
    }
    let dismiss = state.dismiss
    dismiss.dismiss = close ?? {}
    var environment = node.environment
    environment.values.dismiss = DismissAction(dismiss)
    // Several views in a window are stacked vertically.
    node.renderChild(VStack { content }, at: 0, environment: environment)
  }
}

private final class WindowState {
  let dismiss = DismissBox()
  /// The number of requests to open the window again that were carried out.
  var requests: Int

  init(requests: Int) { self.requests = requests }
}
