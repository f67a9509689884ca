public import AccessibilityTree

/// An element of another framework, with its descendants (S5).
public struct HostedElement {
  /// Identifies the element among its siblings across updates.
  public var key: String
  /// The attributes. Id, links and actions are ignored; a frame is used if there is one.
  public var element: Element
  public var children: [HostedElement]
  /// The actions of the element, performed by `perform`.
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

/// The elements of another framework, inserted into the tree at the position of the view (S5). Pass their
/// current state; it is compared with the previous one.
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
  /// Adds the traits that follow from role and states, which the other framework may not set (E2).
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
      // Without a frame, the element gets enough space for its label.
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
      // The keyboard focus is shared, whichever framework an element comes from.
      if hosted.actions.contains(where: { $0.kind == .focus }) { content.offerFocus() }
    }
    let rows: KeyedChildren<String, HostedView> = node.kept { KeyedChildren() }
    rows.update(node, hosted.children.lazy.map { ($0.key, HostedView(hosted: $0)) })
  }
}
