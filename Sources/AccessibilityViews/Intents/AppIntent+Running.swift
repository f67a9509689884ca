internal import AccessibilityTree

extension AppIntent {
  private static var typeName: String { "\(Self.self)" }

  /// A handler that runs the intent with the parameters of the request only.
  static var handler: ActionHandler {
    let offer = IntentOffer(
      title.description, type: typeName,
      parameters: Self().settable.map { IntentParameter($0.name, $0.parameter.example) })
    return ActionHandler(offer) { try Self().run($0) }
  }

  /// Returns a handler that runs an intent of this type with the parameters of the request; omitted ones have
  /// the values of this intent.
  ///
  /// - Parameter title: The title of the offer; `nil` uses the intent's own title.
  func handler(named title: String?) -> ActionHandler {
    let own = values
    let offer = IntentOffer(
      title ?? Self.title.description, type: Self.typeName,
      parameters: own.map { IntentParameter($0.key, $0.value) })
    return ActionHandler(offer) { given in
      // The values of the view's own intent need not be read again.
      if given.allSatisfy({ own[$0.key] == $0.value }) { return try run([:]) }
      try Self().run(own.merging(given) { _, new in new })
    }
  }

  /// Sets the parameters, and starts the intent. Refuses unknown, invalid and missing parameters.
  func run(_ given: [String: IntentValue]) throws {
    let settable = settable
    for (name, value) in given.sorted(by: { $0.key < $1.key }) {
      guard let known = settable.first(where: { $0.name == name }) else {
        throw ActionRefusal(
          .invalidArgument,
          "\(Self.typeName) has no parameter \(name.quoted(limit: 60)); "
            + (settable.isEmpty ? "it has none" : "it has \(Self.names(settable))"))
      }
      try known.parameter.set(value, named: name)
    }
    let missing = settable.filter { !$0.parameter.isSet }
    guard missing.isEmpty else {
      throw ActionRefusal(
        .invalidArgument, "\(Self.typeName) needs a value for \(Self.names(missing))")
    }
    guard let host = ViewGraph.running?.host else { return }
    try host.start(Self.title.description) {
      guard let dialog = try await perform().dialog else { return }
      host.post(.announcement(dialog.text, .default))
    }
  }

  private static func names(_ parameters: [(name: String, parameter: any SettableParameter)])
    -> String
  {
    parameters.map(\.name).joined(separator: ", ")
  }

  /// The `@Parameter` properties, in order.
  private var settable: [(name: String, parameter: any SettableParameter)] {
    Mirror(reflecting: self).children.compactMap { child in
      guard let parameter = child.value as? any SettableParameter, let label = child.label
      else { return nil }
      return (String(label.drop { $0 == "_" }), parameter)
    }
  }

  /// The values of the parameters that are set, by name.
  private var values: [String: IntentValue] {
    Dictionary(
      settable.compactMap { name, parameter in parameter.offered.map { (name, $0) } },
      uniquingKeysWith: { first, _ in first })
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
