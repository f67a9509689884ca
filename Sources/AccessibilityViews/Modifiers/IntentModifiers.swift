public import AccessibilityTree

/// An action that is identified by its type and parameters and can run even though no view does,
/// such as a widget's (A15).
public protocol AppIntent {
  /// The title shown to people: "Favorite".
  static var title: String { get }
  /// The names of the accepted parameters; the default is none.
  static var parameterNames: [String] { get }
  /// The parameters of this intent, by name.
  var parameters: [String: IntentValue] { get }

  /// Creates the intent. Throws when parameters are missing or invalid.
  init(parameters: [String: IntentValue]) throws

  func perform() throws
}

extension AppIntent {
  public static var parameterNames: [String] { [] }

  private static var typeName: String { "\(Self.self)" }

  /// A handler that runs the intent with the parameters of the request only.
  static var handler: ActionHandler {
    let offer = IntentOffer(
      title, type: typeName, parameters: parameterNames.map { IntentParameter($0, "") })
    return ActionHandler(offer) { try Self(parameters: $0).perform() }
  }

  /// Returns a handler that runs an intent of this type with the parameters of the request; omitted ones have
  /// the values of this intent.
  ///
  /// - Parameter title: The title of the offer; `nil` uses the intent's own title.
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
  /// Adds an action to the element that runs an intent.
  public func accessibilityAction(
    named name: some StringProtocol, intent: some AppIntent
  ) -> some View {
    let handler = intent.handler(named: String(name))
    return modifyElement { $0.offer(handler) }
  }

  /// Makes a standard action of the element run an intent.
  public func accessibilityAction(
    _ kind: AccessibilityActionKind, intent: some AppIntent
  ) -> some View {
    modifyElement { content in
      content.offer(kind) { try intent.perform() }
      content.offerBesides(intent.handler(named: nil))
    }
  }
}
