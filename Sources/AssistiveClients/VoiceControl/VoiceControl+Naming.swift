internal import AccessibilitySpeech
internal import AccessibilityTree

extension VoiceControl {
  mutating func showNames(in scene: Scene) -> [ClientEffect] {
    let names = SpokenNames(of: scene).shown
    shownNames = names
    guard !names.isEmpty else { return .refuse("Nothing here has a name.") }
    return names.map { .say($0) }
  }

  /// Lists the names again if they have changed while they are shown.
  mutating func showNamesAgain(in scene: Scene) -> [ClientEffect] {
    guard let shownNames else { return [] }
    let names = SpokenNames(of: scene).shown
    guard names.map(\.text) != shownNames.map(\.text) else { return [] }
    self.shownNames = names
    guard !names.isEmpty else { return .say(.boundary, "Nothing here has a name.") }
    return names.map { .say($0) }
  }

  mutating func showNumbers(in scene: Scene) -> [ClientEffect] {
    let ids = SpokenNames(of: scene).entries.map(\.id)
    guard !ids.isEmpty else { return .refuse("Nothing here can be used.") }
    return number(ids.map { Numbered(id: $0, verb: .tap) }, in: scene)
  }

  /// Shows numbered choices and stores what they refer to. Elements of the same name are told apart by what is beside
  /// or around them.
  mutating func number(_ targets: [Numbered], in scene: Scene) -> [ClientEffect] {
    numbered = targets
    let words = targets.map { Self.words(for: $0, in: scene) }
    let names = targets.map { Speech.name(of: $0.id, in: scene.tree) }
    let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
    return zip(targets, words).enumerated().map { place, choice in
      let (target, words) = choice
      let isAlone = counts[names[place]] == 1 || target.verb.isChoice
      let context = isAlone ? nil : scene.context(of: target.id)
      let text = [words, context].compactMap { $0 }.joined(separator: ", ")
      return .say(SpokenLine(.choice, "\(place + 1) \(text)", element: target.id))
    }
  }

  private static func words(for target: Numbered, in scene: Scene) -> String {
    switch target.verb {
    case .choice(let choice): choice.spoken
    case .drop(let point?, _):
      "\(point), \(Speech.name(of: target.id, in: scene.tree) ?? "unlabelled")"
    default: scene.headline(of: target.id)
    }
  }
}

extension VoiceControl.Verb {
  /// Whether the verb says which element it refers to.
  fileprivate var isChoice: Bool {
    switch self {
    case .choice, .drop: true
    case .tap, .command, .set, .actions, .drag: false
    }
  }

  /// Whether the verb can be carried out on an element.
  func applies(to element: Element) -> Bool {
    switch self {
    case .tap: element.defaultCommand != nil
    case .command(let command): element.offers(command.kind)
    case .set: element.offers(.setValue) || element.isEditable
    case .drag: element.canBeDragged
    case .choice, .actions, .drop: true
    }
  }
}
