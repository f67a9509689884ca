internal import AccessibilitySpeech
internal import AccessibilityTree

extension VoiceControl {
  // MARK: Showing

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

  /// Shows numbered choices and stores what they refer to.
  mutating func number(_ targets: [Numbered], in scene: Scene) -> [ClientEffect] {
    numbered = targets
    return targets.enumerated().map { place, target in
      .say(
        SpokenLine(
          .choice, "\(place + 1) \(Self.words(for: target, in: scene))", element: target.id))
    }
  }

  private static func words(for target: Numbered, in scene: Scene) -> String {
    if case .command(let command) = target.verb {
      let choice = scene[target.id]?.choices().first { $0.command == command }
      return choice?.name ?? command.spokenName
    }
    if case .drop(_, let point?) = target.verb {
      return "\(point), \(Speech.name(of: target.id, in: scene.tree) ?? "unlabelled")"
    }
    return scene.headline(of: target.id)
  }

  // MARK: Using

  /// Applies a verb to the element with a name or number; asks which one when several match.
  mutating func use(_ name: String, _ verb: Verb, in scene: Scene) -> [ClientEffect] {
    guard !name.isEmpty else { return .refuse("Say what: a name, or a number that is shown.") }
    if let number = SpokenNumber.value(name), !numbered.isEmpty {
      return use(number: number, verb, in: scene)
    }
    var found = SpokenNames(of: scene).matches(name)
    if case .drag = verb {
      let draggable = found.filter { scene[$0]?.canBeDragged ?? false }
      if !draggable.isEmpty { found = draggable }
    }
    switch found.count {
    case 0: return .refuse("Nothing here is called \(name).")
    case 1: return carryOut(verb, on: found[0], in: scene)
    default:
      return .say(.answer, "\(found.count) are called \(name). Which one?")
        + number(found.map { Numbered(id: $0, verb: verb) }, in: scene)
    }
  }

  private mutating func use(number: Int, _ verb: Verb, in scene: Scene) -> [ClientEffect] {
    guard number >= 1, number <= numbered.count else {
      return .refuse("The numbers go from 1 to \(numbered.count).")
    }
    let target = numbered[number - 1]
    guard scene[target.id] != nil else { return .refuse("Number \(number) is gone.") }
    return carryOut(target.verb == .tap ? verb : target.verb, on: target.id, in: scene)
  }

  mutating func carryOut(_ verb: Verb, on id: ElementID, in scene: Scene) -> [ClientEffect] {
    guard let element = scene[id] else { return .refuse("It is gone.") }
    let name = Speech.name(of: id, in: scene.tree) ?? "it"
    switch verb {
    case .tap:
      numbered = []
      guard let command = element.defaultCommand else {
        return .refuse("\(name) cannot be tapped.")
      }
      return perform(command, on: id, "tapped \(name)")
    case .command(let command):
      numbered = []
      return perform(command, on: id, "\(command.spokenName.lowercased()) \(name)")
    case .actions:
      let choices = element.choices()
      guard !choices.isEmpty else { return .refuse("Nothing can be done with \(name).") }
      return number(choices.map { Numbered(id: id, verb: .command($0.command)) }, in: scene)
    case .drag(let target): return drag(id, onto: target, in: scene)
    case .drop(let source, let point):
      guard scene[source] != nil else { return .refuse("What was dragged is gone.") }
      return drop(source, at: DropPlace(element: id, point: point), in: scene)
    }
  }

  mutating func perform(
    _ command: ActionCommand, on id: ElementID, _ words: String
  ) -> [ClientEffect] {
    doing = words
    return [.perform(id, command)]
  }

  /// Performs a command on the element with a name, or without a name on any element in the scene that offers it.
  mutating func anywhere(
    _ name: String, _ command: ActionCommand, in scene: Scene
  ) -> [ClientEffect] {
    if !name.isEmpty { return use(name, .command(command), in: scene) }
    guard let id = scene.offering(command.kind, near: scene.focusedStop) else {
      return .refuse("Nothing here offers \(command.spokenName.lowercased()).")
    }
    return perform(command, on: id, command.spokenName.lowercased())
  }

  mutating func type(_ text: String, in scene: Scene) -> [ClientEffect] {
    let fields = scene.stops.filter { scene[$0]?.isEditable ?? false }
    let focused = scene.focusedStop.flatMap { fields.contains($0) ? $0 : nil }
    guard let field = focused ?? (fields.count == 1 ? fields.first : nil) else {
      return .refuse("No field has the focus. Say \"focus NAME\" first.")
    }
    return perform(.insertText(text, at: nil), on: field, "typed \(text)")
  }
}
