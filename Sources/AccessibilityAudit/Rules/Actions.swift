internal import AccessibilityTree

extension AuditRule {
  /// Rules about actions and how they can be reached.
  static let actions: [AuditRule] = [
    AuditRule(
      "unknown-role", .warning, "something can be used but does not say what it is",
      why: "People hear its name and do not learn that they can do anything with it.",
      remedy: "Give it a role or a trait: button, link, toggle."
    ) { subject in
      let element = subject.element
      guard element.role == .unknown || element.role == .generic,
        element.traits.isDisjoint(with: .describesItself)
      else { return nil }
      if element.isUsable, element.actions.contains(where: { $0.kind == .press }) {
        return "it can be pressed, and its role is \(element.role.name)"
      }
      if element.states.contains(.focusable), element.children.isEmpty, subject.name == nil {
        return "it takes the focus and has neither a role nor a name"
      }
      return nil
    },
    AuditRule(
      "button-without-action", .error, "a button cannot be pressed",
      why: "It is heard as a button, and nothing but a pointer makes it do anything.",
      remedy: "Let it be pressed, or leave the role and the trait of a button out.",
      check: buttonWithoutAction),
    AuditRule(
      "hover-only", .error, "more appears on hover, and no action leads to it",
      why: "People without a pointer never get there.",
      remedy: "Offer it as actions of the element, or open it by press or show-menu, or put a "
        + "tool tip's text into the hint.",
      check: hoverOnly),
    AuditRule(
      "hidden-but-usable", .warning, "something can be used that has no size on the screen",
      why: "People who see do not know of it; people who listen land on something nobody can see.",
      remedy: "Hide it from accessibility while it is not shown, or give it its place."
    ) { subject in
      guard subject.element.isActionable, let rect = subject.element.frame?.rect, rect.isEmpty
      else { return nil }
      return "its frame is \(rect.width.shortDescription)×\(rect.height.shortDescription)"
    },
    AuditRule(
      "activation-outside", .error, "the activation point lies outside of the element",
      why: "A touch goes to something else than what was chosen.",
      remedy: "Put the activation point inside the frame and the content shape."
    ) { subject in
      guard let point = subject.element.activationPoint, let frame = subject.element.frame,
        !frame.rect.isEmpty
      else { return nil }
      let isInside = subject.element.contentPath?.contains(point) ?? frame.rect.holds(point)
      return isInside
        ? nil : "the point is \(point.x.shortDescription), \(point.y.shortDescription)"
    },
    AuditRule(
      "direct-touch-only", .warning, "direct touch is the only way to use something",
      why: "People who cannot touch it, or use a switch or their voice, cannot use it.",
      remedy: "Offer what gestures do as actions as well."
    ) { subject in
      guard subject.element.traits.contains(.allowsDirectInteraction), subject.element.isUsable,
        !subject.element.actions.contains(where: \.kind.isAlternative)
      else { return nil }
      return "it offers no action beside touch"
    },
  ]

  @Sendable private static func buttonWithoutAction(_ subject: AuditSubject) -> String? {
    let element = subject.element
    // The parts of a control are operated as a whole.
    guard element.role == .button || element.traits.contains(.button), element.isUsable,
      subject.control == nil, !subject.isWrapper,
      !element.actions.contains(where: \.kind.uses)
    else { return nil }
    if element.actions.isEmpty { return "it offers no actions" }
    let names = element.actions.prefix(5).map(\.name).joined(separator: ", ")
    return "it offers only \(names)"
  }

  @Sendable private static func hoverOnly(_ subject: AuditSubject) -> String? {
    let element = subject.element
    let hasHint = !(element.hint?.isBlank ?? true)
    if element.states.contains(.hasToolTip), !hasHint, subject.name == nil,
      element.role.isControl && !element.role.isTextEntry || element.role == .image
    {
      return "it has a tool tip, whose text is neither its name nor its hint"
    }
    let opens = element.states.contains(.hasPopup)
    guard opens, element.isUsable, !element.actions.contains(where: \.kind.opens) else {
      return nil
    }
    return "it opens something, and offers no action that does"
  }
}

extension Traits {
  /// Traits that tell people what an element is for.
  fileprivate static let describesItself: Traits = [
    .button, .link, .toggle, .adjustable, .searchField, .keyboardKey, .image, .staticText, .header,
    .tabBar, .allowsDirectInteraction,
  ]
}

extension ActionKind {
  /// Whether the action may reveal more content.
  fileprivate var opens: Bool {
    switch self {
    case .press, .showMenu, .expand, .collapse, .custom, .select, .focus, .setText: true
    default: false
    }
  }

  /// Whether the action counts as using a button. Rows of several buttons offer them as actions.
  fileprivate var uses: Bool {
    switch self {
    case .press, .select, .expand, .collapse, .showMenu, .custom, .intent: true
    default: false
    }
  }

  /// Whether the action works without touch.
  fileprivate var isAlternative: Bool {
    switch self {
    case .directTouch, .passThroughGesture, .focus, .scrollIntoView: false
    default: true
    }
  }
}

extension Rect {
  /// Whether the point lies inside or on an edge.
  fileprivate func holds(_ point: Point) -> Bool {
    point.x >= x && point.y >= y && point.x <= x + width && point.y <= y + height
  }
}
