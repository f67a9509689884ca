public import AccessibilityTree

/// An action that is known by its type and parameters, and runs although no view of the application
/// does: a widget's (A15).
public protocol AppIntent {
  /// What people call it: "Favorite".
  static var title: String { get }
  /// What it can be told, by name; none where nothing is said.
  static var parameterNames: [String] { get }
  /// What it is to be done with, by name.
  var parameters: [String: IntentValue] { get }

  /// Throws when parameters are missing or make no sense.
  init(parameters: [String: IntentValue]) throws

  func perform() throws
}

extension AppIntent {
  public static var parameterNames: [String] { [] }

  private static var typeName: String { "\(Self.self)" }

  /// Runs one with the parameters of whoever asks, and no others.
  static var handler: ActionHandler {
    let offer = IntentOffer(
      title, type: typeName, parameters: parameterNames.map { IntentParameter($0, "") })
    return ActionHandler(offer) { try Self(parameters: $0).perform() }
  }

  /// Runs one of the same type with parameters of whoever asks; what they leave out is as here.
  ///
  /// - Parameter title: What the offer is called; the intent's own title where it is `nil`.
  func handler(named title: String?) -> ActionHandler {
    let offer = IntentOffer(
      title ?? Self.title, type: Self.typeName,
      parameters: parameters.map { IntentParameter($0.key, $0.value) })
    return ActionHandler(offer) { given in
      for (name, value) in given {
        if let own = parameters[name], !own.accepts(value) {
          throw ActionRefusal(
            .invalidArgument, "\(name) is a \(own.typeName), not the \(value.typeName) \(value)")
        }
      }
      try Self(parameters: parameters.merging(given) { _, new in new }).perform()
    }
  }
}

extension ActionHandler {
  fileprivate init(_ offer: IntentOffer, _ run: @escaping ([String: IntentValue]) throws -> Void) {
    self.init(Action(.intent, name: offer.title)) { command, _ in
      if case .intent(_, let parameters) = command { try run(parameters) }
    }
    intent = offer
  }
}

extension View {
  /// Gives the element an action that runs an intent.
  public func accessibilityAction(
    named name: some StringProtocol, intent: some AppIntent
  ) -> some View {
    let handler = intent.handler(named: String(name))
    return modifyElement { $0.offer(handler) }
  }

  /// Gives a standard action of the element to an intent.
  public func accessibilityAction(
    _ kind: AccessibilityActionKind, intent: some AppIntent
  ) -> some View {
    modifyElement { content in
      content.offer(kind) { try intent.perform() }
      content.offerBesides(intent.handler(named: nil))
    }
  }
}
