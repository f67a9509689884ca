internal import AccessibilityTree

/// The attributes and actions of an element, before its position on screen is known.
struct ElementContent {
  /// The attributes; the id and links are ignored.
  var element: Element
  var handlers: [ActionHandler] = []
  var activation: ActivationPlace?
  var contentShape: ShapeOutline?
  var dragPoints: [NamedPlace] = []
  var dropPoints: [NamedPlace] = []
  var links: [LabelLink] = []
  /// Makes what is dropped when the element is dragged.
  var payload: (() throws -> NSItemProvider)?
  /// The binding that follows and controls the focus of the element.
  var focus: Binding<Bool>?
  /// The names of the element for entries of rotors.
  var rotorTargets: [RotorTarget] = []
  /// The labels of custom content, by its ids.
  var customContent: [String: String] = [:]
  /// Whether the element takes the focus, where the application says so.
  var takesInteraction: Bool?
  /// Whether the focus moves into the element when it appears.
  var takesFocusWhenOpened = false
  /// The frame that the hosted element itself reports.
  var ownFrame: Frame?
  /// Whether another framework determines the element's actions.
  var isHosted = false
  /// Whether the label is the common meaning of a symbol: a lower-case word, which a title capitalises.
  var isLabelOfSymbol = false
  /// Whether a view said if the element is selected.
  var reportsSelection = false

  init(_ role: Role) {
    element = Element(id: ElementID(rawValue: 0), role: role)
    element.states = [.enabled]
  }

  /// Adds an action, or replaces an existing one.
  mutating func offer(_ handler: ActionHandler) {
    if let index = handlers.firstIndex(where: { $0.isSame(as: handler) }) {
      handlers[index] = handler
    } else {
      handlers.append(handler)
    }
  }

  /// Adds an action, unless the element already has it.
  mutating func offerBesides(_ handler: ActionHandler) {
    if !handlers.contains(where: { $0.isSame(as: handler) }) { handlers.append(handler) }
  }

  func offers(_ kind: ActionKind) -> Bool { handlers.contains { $0.action.kind == kind } }

  mutating func setAttribute(_ name: String, _ value: String) {
    element.attributes.removeAll { $0.name == name }
    let place = element.attributes.firstIndex { $0.name > name } ?? element.attributes.count
    element.attributes.insert(ToolkitAttribute(name: name, value: value), at: place)
  }
}

/// A named point of an element's frame, where it is picked up or something is dropped.
struct NamedPlace {
  var point: UnitPoint
  var name: String
}

/// The position of the activation point.
enum ActivationPlace {
  case unit(UnitPoint)
  /// In pixels from the top left corner of the element's frame.
  case offset(Point)
}

/// One end of a pair in which one element labels the other, or a member of a group.
struct LabelLink: Hashable {
  enum Role: Hashable {
    case label, content, member
  }

  let role: Role
  let id: AnyHashable
  let namespace: Namespace.ID
}
