internal import AccessibilityTree

extension VoiceControl {
  // MARK: Showing

  mutating func showNames(in scene: Scene) -> [ClientEffect] {
    let entries = SpokenNames(of: scene).entries.filter { !$0.shown.isEmpty }
    guard !entries.isEmpty else { return .refuse("Nothing here has a name.") }
    return entries.map { .say(SpokenLine(.choice, $0.shown, element: $0.id)) }
  }

  mutating func showNumbers(in scene: Scene) -> [ClientEffect] {
    let ids = SpokenNames(of: scene).entries.map(\.id)
    guard !ids.isEmpty else { return .refuse("Nothing here can be used.") }
    return number(ids.map { Numbered(id: $0, verb: .tap) }, in: scene)
  }

  /// Shows numbers and remembers what they stand for.
  private mutating func number(_ targets: [Numbered], in scene: Scene) -> [ClientEffect] {
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
    let headline = Speech.utterance(of: target.id, in: scene.tree, verbosity: .brief).headline
    return headline.isEmpty ? "unlabelled" : headline
  }

  // MARK: Using

  /// Does something with what is named or numbered; asks which, where several are.
  mutating func use(_ name: String, _ verb: Verb, in scene: Scene) -> [ClientEffect] {
    guard !name.isEmpty else { return .refuse("Say what: a name, or a number that is shown.") }
    if let number = SpokenNumber.value(name), !numbered.isEmpty {
      return use(number: number, verb, in: scene)
    }
    let found = SpokenNames(of: scene).matches(name)
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
    case .drop(let source):
      numbered = []
      return drop(source, on: id, point: nil, in: scene)
    }
  }

  mutating func perform(
    _ command: ActionCommand, on id: ElementID, _ words: String
  ) -> [ClientEffect] {
    doing = words
    return [.perform(id, command)]
  }

  /// With a name, what is called so; without, whatever in the scene offers it.
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

  // MARK: Dragging

  mutating func drag(_ text: String, in scene: Scene) -> [ClientEffect] {
    let words = text.split(separator: " ")
    guard
      let place = words.lastIndex(where: { $0.lowercased() == "to" || $0.lowercased() == "onto" }),
      place > 0, place < words.count - 1
    else { return .refuse("Say what and where: drag NAME to NAME") }
    let source = words[..<place].joined(separator: " ")
    let target = words[(place + 1)...].joined(separator: " ")
    return use(source, .drag(onto: target), in: scene)
  }

  private mutating func drag(
    _ source: ElementID, onto name: String, in scene: Scene
  ) -> [ClientEffect] {
    let wanted = SpokenNames.words(name)
    for id in scene.stops {
      let points = scene[id]?.dropPoints ?? []
      if let point = points.first(where: { SpokenNames.words($0.name) == wanted }) {
        numbered = []
        return drop(source, on: id, point: point.name, in: scene)
      }
    }
    let targets = SpokenNames(of: scene).matches(name).filter { $0 != source }
    switch targets.count {
    case 0: return .refuse("Nothing here is called \(name).")
    case 1:
      numbered = []
      return drop(source, on: targets[0], point: nil, in: scene)
    default:
      return .say(.answer, "\(targets.count) are called \(name). Which one?")
        + number(targets.map { Numbered(id: $0, verb: .drop(source: source)) }, in: scene)
    }
  }

  private mutating func drop(
    _ source: ElementID, on target: ElementID, point: String?, in scene: Scene
  ) -> [ClientEffect] {
    let what = Speech.name(of: source, in: scene.tree) ?? "it"
    let place = point ?? Speech.name(of: target, in: scene.tree) ?? "it"
    doing = "dragged \(what) to \(place)"
    return [.perform(target, .drop(source: source, point: point))]
  }
}
