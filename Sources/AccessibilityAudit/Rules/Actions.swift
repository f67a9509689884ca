internal import AccessibilityTree

extension AuditRule {
  /// Rules about actions and how they can be reached.
  static let actions: [AuditRule] = [
    AuditRule(
      "unknown-role", .warning, "an element can be operated but has no role",
      why: "Screen reader users hear its name but not that they can operate it.",
      remedy: "Give it a role or a trait, such as button, link or toggle."
    ) { subject in
      let element = subject.element
      guard element.role == .unknown || element.role == .generic,
        element.traits.isDisjoint(with: .describesItself)
      else { return nil }
      if element.isUsable, element.actions.contains(where: { $0.kind == .press }) {
        return "it can be pressed, but its role is \(element.role.name)"
      }
      if element.states.contains(.focusable), element.children.isEmpty, subject.name == nil {
        return "it can be focused, but has neither a role nor a name"
      }
      return nil
    },
    AuditRule(
      "button-without-action", .error, "a button cannot be pressed",
      why: "It is announced as a button, but only a pointer can activate it.",
      remedy: "Give it the action press, or remove the role and trait of a button.",
      check: buttonWithoutAction),
    AuditRule(
      "hover-only", .error, "content appears only on hover",
      why: "People who do not use a pointer cannot reach it.",
      remedy:
        "Offer the content as actions of the element, open it with press or show-menu, or put "
        + "the text of a tool tip into the hint.",
      check: hoverOnly),
    AuditRule(
      "hidden-but-usable", .warning, "an operable element has no size on the screen",
      why:
        "Sighted people cannot find it; screen reader users reach an element that nobody can see.",
      remedy: "Hide it from accessibility while it is not shown, or give it a frame."
    ) { subject in
      guard subject.element.isActionable, let rect = subject.element.frame?.rect, rect.isEmpty
      else { return nil }
      return "its frame is \(rect.width.shortDescription)×\(rect.height.shortDescription)"
    },
    AuditRule(
      "activation-outside", .error, "the activation point is outside the element",
      why: "Activating the element touches something else.",
      remedy: "Move the activation point inside the frame and the content shape."
    ) { subject in
      guard let point = subject.element.activationPoint, let frame = subject.element.frame,
        !frame.rect.isEmpty
      else { return nil }
      let isInside = subject.element.contentPath?.contains(point) ?? frame.rect.holds(point)
      return isInside
        ? nil : "the point is \(point.x.shortDescription), \(point.y.shortDescription)"
    },
    AuditRule(
      "direct-touch-only", .warning, "an element can be operated only by direct touch",
      why: "People who cannot touch it, or who use a switch or their voice, cannot operate it.",
      remedy: "Also offer the effects of the gestures as actions."
    ) { subject in
      guard subject.element.traits.contains(.allowsDirectInteraction), subject.element.isUsable,
        !subject.element.actions.contains(where: \.kind.isAlternative)
      else { return nil }
      return "it offers no actions besides touch"
    },
    AuditRule(
      "gesture-only", .error, "a gesture is the only way to use something",
      why: "People who cannot make the gesture, or use a switch or their voice, cannot use it.",
      remedy:
        "Offer what the gesture does as actions: increment and decrement, zoom, or custom ones."
    ) { subject in
      let element = subject.element
      guard element.actions.contains(where: { $0.kind == .passThroughGesture }), element.isUsable,
        !element.traits.contains(.allowsDirectInteraction),
        !element.actions.contains(where: \.kind.isAlternative)
      else { return nil }
      return "it takes gestures, and offers no other action"
    },
    AuditRule(
      "drag-only", .note, "dragging is the only way to move something",
      why: "To drag takes two steps and a place to find; people who cannot drag need another way.",
      remedy: "If there are few places to drop it, offer each as a custom action as well."
    ) { subject in
      let element = subject.element
      guard !element.dragPoints.isEmpty || element.actions.contains(where: { $0.kind == .drag }),
        element.isUsable, subject.canBeDropped,
        !element.actions.contains(where: \.kind.replacesDragging)
      else { return nil }
      return "it can be dragged, and offers no action that does the same"
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
      return "it has a tool tip, but the text is neither its name nor its hint"
    }
    guard element.isUsable else { return nil }
    if element.actions.contains(where: { $0.kind == .hover }) {
      // To focus an element does not put the pointer over it.
      let leads = element.actions.contains { $0.kind.opens && $0.kind != .focus }
      return leads ? nil : "something happens on hover, and it offers no other action"
    }
    guard element.states.contains(.hasPopup), !element.actions.contains(where: \.kind.opens) else {
      return nil
    }
    return "it opens a popup, but offers no action that does"
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

  /// Whether the action may do what a drag does.
  fileprivate var replacesDragging: Bool {
    switch self {
    case .custom, .intent, .showMenu: true
    default: false
    }
  }

  /// Whether the action works without touch.
  fileprivate var isAlternative: Bool {
    switch self {
    case .directTouch, .passThroughGesture, .focus, .scrollIntoView, .hover: false
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
