internal import AccessibilityTree

/// Actions that are called by their names.
extension VoiceControl {
  /// Runs the listed action with a name, or else the one whose name begins with it or contains it, unless an element is
  /// called exactly that; asks which one when several fit. `nil` when no actions are listed, or none fits.
  mutating func useListedAction(
    named name: String, besides elements: SpokenNames, in scene: Scene
  ) -> [ClientEffect]? {
    let wanted = SpokenNames.words(name)
    let fits = choices.compactMap { target -> (fit: SpokenNames.Fit, target: Numbered)? in
      guard case .choice(let choice) = target.verb else { return nil }
      return SpokenNames.Fit(SpokenNames.words(choice.name), wanted).map { ($0, target) }
    }
    guard let best = fits.map(\.fit).min() else { return nil }
    let isElement = elements.entries.contains { $0.fit(wanted) == .whole }
    guard best == .whole || !isElement else { return nil }
    return use(fits.filter { $0.fit == best }.map(\.target), name, in: scene)
  }

  /// Runs the own action of an element on the screen whose name is, or begins with, what was said, or that was said with
  /// the name of the element: "follow person 3". Asks which one when several fit. `nil` when none does.
  mutating func useAction(named name: String, in scene: Scene) -> [ClientEffect]? {
    let wanted = SpokenNames.words(name)
    let fits = SpokenNames(of: scene).entries.flatMap { entry in
      (scene[entry.id]?.menuChoices(dragged: nil) ?? []).compactMap { choice in
        entry.fit(action: SpokenNames.words(choice.name), wanted)
          .map { (fit: $0, target: Numbered(id: entry.id, verb: .choice(choice))) }
      }
    }
    guard let best = fits.map(\.fit).min(), best.action != .within else { return nil }
    let targets = fits.filter { $0.fit == best }.map(\.target)
    // A single word names no element.
    let isVague = best.action != .whole || wanted.count == 1
    if targets.count == 1, let only = targets.first, isVague,
      case .choice(let choice) = only.verb, choice.isDestructive, only.id != scene.focusedStop
    {
      let owner = scene[only.id].map { scene.name(of: $0) } ?? "This"
      return .say(.answer, "\(choice.name), \(owner)? Say 1 to run it.")
        + choose(among: targets, in: scene)
    }
    return use(targets, name, in: scene)
  }

  /// Runs the only action, or asks which one.
  mutating func use(
    _ actions: [Numbered], _ name: String, in scene: Scene
  ) -> [ClientEffect] {
    if actions.count == 1, let only = actions.first {
      return carryOut(only.verb, on: only.id, in: scene)
    }
    return ask(name, among: actions, in: scene)
  }

  mutating func ask(
    _ name: String, among targets: [Numbered], in scene: Scene
  ) -> [ClientEffect] {
    .say(.answer, "\(targets.count) are called \(name). Which one?")
      + choose(among: targets, in: scene)
  }
}

extension ElementChoice {
  /// Whether the action takes something away, so that it must not be run by a part of its name.
  fileprivate var isDestructive: Bool {
    let words: Set = ["clear", "delete", "discard", "empty", "erase", "remove", "reset"]
    return command == .delete || SpokenNames.words(name).first.map(words.contains) == true
  }
}

extension Element {
  /// The element's own actions with a name, or else those whose names begin with it.
  func choices(called name: String) -> [ElementChoice] {
    let wanted = SpokenNames.words(name)
    let fits = choices().compactMap { choice in
      SpokenNames.Fit(SpokenNames.words(choice.name), wanted).map { (fit: $0, choice: choice) }
    }
    guard let best = fits.map(\.fit).min(), best != .within else { return [] }
    return fits.filter { $0.fit == best }.map(\.choice)
  }
}
