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

extension ElementContent {
  /// Adds the traits that role and states say, which the other framework may not know (E2).
  fileprivate mutating func followRole() {
    let saysWhetherOn =
      element.value != nil || !element.states.isDisjoint(with: [.checkable, .checked, .mixed])
    element.traits.formUnion(
      saysWhetherOn ? element.role.traits : element.role.traits.subtracting(.toggle))
    if element.states.contains(.selected) { element.traits.insert(.selected) }
    if element.states.contains(.modal) { element.traits.insert(.modal) }
  }
}

private struct HostedView: BuiltInView {
  let hosted: HostedElement

  func render(in node: ViewNode) {
    if let rect = hosted.element.frame?.rect {
      node.lay(LeafLayout(rect.width, rect.height))
    } else if hosted.children.isEmpty {
      // Where nobody says how large it is, it has room for its label.
      let letters = hosted.element.label?.count ?? 0
      node.lay(LeafLayout(Double(max(letters, 5)) * TextLayout.letterWidth + 16, 44))
    } else {
      node.lay(StackLayout(axis: .vertical, spacing: 0))
    }
    node.shape(.element(hosted.children.isEmpty ? .leaf : .container)) { [hosted] content in
      let isEnabled = content.element.states.contains(.enabled)
      content.element = hosted.element
      content.isHosted = true
      content.followRole()
      if isEnabled {
        content.element.states.insert(.enabled)
      } else {
        content.element.states.remove(.enabled)
        content.element.traits.insert(.notEnabled)
      }
      content.ownFrame = hosted.element.frame
      for action in hosted.actions where action.kind != .focus {
        content.offer(ActionHandler(action) { command, _ in try hosted.perform(command) })
      }
      // There is one focus, whichever framework an element is of.
      if hosted.actions.contains(where: { $0.kind == .focus }) { content.offerFocus() }
    }
    let rows: KeyedChildren<String, HostedView> = node.kept { KeyedChildren() }
    rows.update(node, hosted.children.lazy.map { ($0.key, HostedView(hosted: $0)) })
  }
}
