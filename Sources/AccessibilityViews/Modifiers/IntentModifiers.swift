internal import AccessibilityTree

/// An action that is known by its type and parameters, and runs although no view of the application
/// does: a widget's (A15).
public protocol AppIntent {
  /// What people call it: "Favorite".
  static var title: String { get }
  /// What it is to be done with, by name.
  var parameters: [String: String] { get }

  /// Throws when parameters are missing or make no sense.
  init(parameters: [String: String]) throws

  func perform() throws
}

extension AppIntent {
  static var typeName: String { "\(Self.self)" }

  /// Runs one of the same type with parameters of whoever asks; what they leave out is as here.
  fileprivate func perform(with given: [String: String]) throws {
    try Self(parameters: parameters.merging(given) { _, new in new }).perform()
  }

  fileprivate func offer(named title: String) -> IntentOffer {
    IntentOffer(
      title, type: Self.typeName, parameters: parameters.map { IntentParameter($0.key, $0.value) })
  }
}

extension Button {
  /// A button that runs an intent, as a widget's do.
  public init(intent: some AppIntent, @ViewBuilder label: () -> Label) {
    self.init(action: { try intent.perform() }, label: label)
  }
}

extension View {
  /// Gives the element an action that runs an intent.
  public func accessibilityAction(
    named name: some StringProtocol, intent: some AppIntent
  ) -> some View {
    let offer = intent.offer(named: String(name))
    return modifyElement { content in
      content.element.intents.append(offer)
      var handler = ActionHandler(Action(.intent, name: offer.title)) { command, _ in
        guard case .intent(_, let parameters) = command else { return }
        try intent.perform(with: parameters)
      }
      handler.intent = offer
      content.offer(handler)
    }
  }

  /// Gives a standard action of the element to an intent.
  public func accessibilityAction(
    _ kind: AccessibilityActionKind, intent: some AppIntent
  ) -> some View {
    accessibilityAction(kind) { try intent.perform() }
  }
}
