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

  // MARK: Numbers

  /// The numbers in effect: those of a choice to make, or else those that are shown.
  var numbers: [Numbered] { choices.isEmpty ? shownNumbers : choices }

  package var numberCount: Int { numbers.count }

  mutating func showNumbers(in scene: Scene) -> [ClientEffect] {
    choices = []
    shownNumbers = targets(in: scene)
    guard !shownNumbers.isEmpty else { return .refuse("Nothing here can be used.") }
    return lines(of: shownNumbers, in: scene)
  }

  /// Gives numbers to what is new on the screen, while numbers are shown. A number keeps its meaning: that of an
  /// element that is gone is refused.
  mutating func showNewNumbers(in scene: Scene) -> [ClientEffect] {
    guard !shownNumbers.isEmpty else { return [] }
    let known = Set(shownNumbers)
    let new = targets(in: scene).filter { !known.contains($0) }
      .prefix(max(0, Self.maxNumbers - known.count))
    guard !new.isEmpty else { return [] }
    shownNumbers += new
    return Array(lines(of: shownNumbers, in: scene).dropFirst(known.count))
  }

  /// The number up to which numbers grow, however often the application replaces its elements.
  private static let maxNumbers = 1000

  /// What can be used on the screen. While something is dragged, elements that take it are replaced by the places to
  /// drop it.
  private func targets(in scene: Scene) -> [Numbered] {
    SpokenNames(of: scene).entries.flatMap { entry -> [Numbered] in
      guard let source = dragging.source, let element = scene[entry.id],
        dragging.canDrop(on: element)
      else { return [Numbered(id: entry.id, verb: .tap)] }
      return Self.places(on: entry.id, for: source, in: scene).map {
        Numbered(id: entry.id, verb: .drop(point: $0.point, source: source))
      }
    }
  }

  /// Asks the user to choose, by a number.
  mutating func choose(among choices: [Numbered], in scene: Scene) -> [ClientEffect] {
    self.choices = choices
    return lines(of: choices, in: scene)
  }

  /// Elements of the same name are told apart by what is beside or around them.
  private func lines(of targets: [Numbered], in scene: Scene) -> [ClientEffect] {
    let namesakes = Namesakes(targets.map(\.id), in: scene)
    let areOfOne = Set(targets.map(\.id)).count == 1
    return targets.enumerated().map { place, target in
      let context =
        if !target.verb.isChoice {
          namesakes.context(of: target.id)
        } else if case .choice = target.verb, !areOfOne {
          namesakes.headline(of: target.id)
        } else { String?.none }
      let text = [Self.words(for: target, in: scene), context].compactMap(\.self)
        .joined(separator: ", ")
      return .say(SpokenLine(.choice, "\(place + 1) \(text)", element: target.id))
    }
  }

  private static func words(for target: Numbered, in scene: Scene) -> String {
    switch target.verb {
    case .choice(let choice): choice.spoken
    case .drop(let point?, _):
      "\(point), \(Speech.name(of: target.id, in: scene.tree) ?? "unlabelled"), drop ready"
    case .drop(nil, _): "\(scene.headline(of: target.id)), drop ready"
    default: scene.headline(of: target.id)
    }
  }
}

extension VoiceControl.Verb {
  /// Whether the verb says which element it refers to.
  fileprivate var isChoice: Bool {
    switch self {
    case .choice, .drop: true
    case .tap, .command, .set, .change, .actions, .drag: false
    }
  }

  /// Whether the verb can be carried out on an element.
  func applies(to element: Element) -> Bool {
    switch self {
    case .tap: element.defaultCommand != nil
    case .command(let command):
      element.offers(command.kind) || !element.choices(called: command.spokenName).isEmpty
    case .set: element.offers(.setValue) || element.isEditable
    case .change: element.offers(.setValue)
    case .drag: element.canBeDragged
    case .choice, .actions, .drop: true
    }
  }
}
