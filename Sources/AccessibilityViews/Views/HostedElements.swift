public import AccessibilityTree

/// An element of another framework, with what is below it (S5).
public struct HostedElement {
  /// Names the element among its siblings, from one look to the next.
  public var key: String
  /// Its attributes. Id, links and actions are not looked at; a frame, where it has one, is kept.
  public var element: Element
  public var children: [HostedElement]
  /// What it can do. Carried out by `perform`.
  public var actions: [Action]
  public var perform: (ActionCommand) throws -> Void

  public init(
    _ key: String, _ element: Element, actions: [Action] = [], children: [HostedElement] = [],
    perform: @escaping (ActionCommand) throws -> Void = { _ in }
  ) {
    self.key = key
    self.element = element
    self.children = children
    self.actions = actions
    self.perform = perform
  }
}

/// The elements of another framework, hanging in the tree where the view stands (S5). Give it what
/// they are now; it is compared with what they were.
public struct HostedElements: BuiltInView {
  let elements: [HostedElement]

  public init(_ elements: [HostedElement]) {
    self.elements = elements
  }

  public func render(in node: ViewNode) {
    node.lay(StackLayout(axis: .vertical, spacing: 0))
    let rows: KeyedChildren<String, HostedView> = node.kept { KeyedChildren() }
    rows.update(node, elements.lazy.map { ($0.key, HostedView(hosted: $0)) })
  }
}

private struct HostedView: BuiltInView {
  let hosted: HostedElement

  func render(in node: ViewNode) {
    if let rect = hosted.element.frame?.rect {
      node.lay(LeafLayout(rect.width, rect.height))
    } else {
      node.lay(StackLayout(axis: .vertical, spacing: 0))
    }
    node.shape(.element(hosted.children.isEmpty ? .leaf : .container)) { [hosted] content in
      let isEnabled = content.element.states.contains(.enabled)
      content.element = hosted.element
      if isEnabled { content.element.states.insert(.enabled) }
      content.ownFrame = hosted.element.frame
      for action in hosted.actions {
        content.offer(ActionHandler(action) { command, _ in try hosted.perform(command) })
      }
    }
    let rows: KeyedChildren<String, HostedView> = node.kept { KeyedChildren() }
    rows.update(node, hosted.children.lazy.map { ($0.key, HostedView(hosted: $0)) })
  }
}
