internal import AccessibilityTree

/// What an element says of itself and what it can do, before its place on the screen is known.
struct ElementContent {
  /// Attributes; id and links are not looked at.
  var element: Element
  var handlers: [ActionHandler] = []
  var activation: ActivationPlace?
  var contentShape: ShapeOutline?
  var dragPoints: [NamedPlace] = []
  var dropPoints: [NamedPlace] = []
  var links: [LabelLink] = []
  /// What is dropped when the element is dragged.
  var payload: Any?
  /// What the focus of the element is tied to.
  var focus: Binding<Bool>?
  /// Where the element itself says that it is.
  var ownFrame: Frame?
  /// Whether another framework says what can be done with it.
  var isHosted = false
  /// Whether its label is what a symbol commonly means: a word, where an action has a title.
  var isLabelOfSymbol = false
  /// Whether buttons inside it became its actions.
  var holdsButtons = false

  init(_ role: Role) {
    element = Element(id: ElementID(rawValue: 0), role: role)
    element.states = [.enabled]
  }

  /// Adds an action, or gives another meaning to one that is there.
  mutating func offer(_ handler: ActionHandler) {
    if let index = handlers.firstIndex(where: { $0.isSame(as: handler) }) {
      handlers[index] = handler
    } else {
      handlers.append(handler)
    }
  }

  /// Adds an action that does not change what is there already.
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

/// A point of an element's frame, with what happens there.
struct NamedPlace {
  var point: UnitPoint
  var name: String
}

/// Where a touch goes.
enum ActivationPlace {
  case unit(UnitPoint)
  /// From the top left corner of the element's frame, in pixels.
  case offset(Point)
}

/// One end of a pair of elements of which one labels the other.
struct LabelLink: Hashable {
  enum Role: Hashable {
    case label, content
  }

  let role: Role
  let id: AnyHashable
  let namespace: Namespace.ID
}
