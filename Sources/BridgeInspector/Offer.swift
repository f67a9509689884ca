internal import AccessibilityTree

/// An action that an element offers, as an entry of a menu.
struct Offer: Hashable, Sendable {
  /// The name: "press", "Reply".
  let name: String
  let kind: ActionKind
  /// The toolkit's name, if it differs.
  let nativeName: String?
  /// The command; `nil` when it needs an argument.
  let command: ActionCommand?

  /// Returns all offers of an element: its actions, then its intents and drag points.
  static func all(of element: Element) -> [Offer] {
    var offers: [Offer] = []
    for action in element.actions {
      let command: ActionCommand?
      switch action.kind {
      case .intent where !element.intents.isEmpty: continue
      case .drag where !element.dragPoints.isEmpty: continue
      case .custom: command = .custom(action.name)
      default: command = try? ActionText.command(action.kind, nil)
      }
      let isOwn = action.kind == .custom
      offers.append(
        Offer(
          name: isOwn ? action.name : action.kind.name, kind: action.kind,
          nativeName: action.nativeName == action.name ? nil : action.nativeName,
          command: command))
    }
    offers += element.intents.map {
      Offer(name: $0.title, kind: .intent, nativeName: $0.type, command: $0.command)
    }
    offers += element.dragPoints.map {
      Offer(
        name: "drag \($0.name)", kind: .drag, nativeName: nil, command: .drag(point: $0.name))
    }
    return offers
  }
}
