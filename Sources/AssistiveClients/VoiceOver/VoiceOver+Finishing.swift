internal import AccessibilitySpeech
internal import AccessibilityTree

extension VoiceOver {
  package mutating func finish(_ result: ActionResult, in scene: Scene) -> [ClientEffect] {
    if startedTouch.isEnd(result) { return [] }
    // Where the element is shown makes no difference to what was said of it.
    if result.command == .scrollIntoView, acting == nil { return [] }
    defer { acting = nil }
    if let refusal = result.refusal { return .refuse(refusal) }
    if let effects = dragging.finish(result, in: scene) {
      picked = nil
      return effects
    }
    startedTouch.begin(after: result, in: scene)
    if let length = acting?.secretLength, length > 0 {
      return .say(.change, Self.bullets(length), result.element)
    }
    if let stop = acting?.destination.flatMap({ scene.stop(for: $0) }) {
      return move(to: stop, in: scene)
    }
    let appeared = appeared(in: scene)
    if !appeared.isEmpty { return appeared }
    if result.hasNewValue, result.element == cursor, acting?.isUnheard == true {
      acting?.repeats = true
    }
    return reread(withHints: result.command == .escape, in: scene) + repeatValue(in: scene)
  }

  /// A bullet for each character that was entered, or the number of many.
  private static func bullets(_ length: Int) -> String {
    length > 32
      ? "\(length) bullets" : Array(repeating: "bullet", count: length).joined(separator: " ")
  }

  /// Says what the action has made to appear, where that is said.
  private func appeared(in scene: Scene) -> [ClientEffect] {
    guard acting?.repeats == true, let before = acting?.before else { return [] }
    return before.changes(in: scene, isElsewhere: false).map { .say($0) }
  }

  /// Says the value of the element that was acted on, or else its name, if nothing was said since.
  private mutating func repeatValue(in scene: Scene) -> [ClientEffect] {
    guard acting?.repeats == true, let cursor else { return [] }
    acting?.repeats = false
    if let value = Speech.value(of: cursor, in: scene.tree) { return .say(.element, value, cursor) }
    guard acting?.isGesture == false else { return [] }
    acting?.rereads = true
    return reread(in: scene)
  }

  package mutating func end(in scene: Scene) -> [ClientEffect] { startedTouch.end(in: scene) }

  /// Reads the name and value of the element that was acted on, and that it is selected, unless something was said about
  /// it since.
  mutating func reread(withHints: Bool = false, in scene: Scene) -> [ClientEffect] {
    guard acting?.rereads == true, let cursor else { return [] }
    acting?.rereads = false
    let parts = Speech.utterance(of: cursor, in: scene.tree, verbosity: .brief).parts.filter {
      [.selected, .label, .labelledBy, .value].contains($0.kind)
    }
    guard !parts.isEmpty else { return [] }
    let hints = withHints ? Speech.utterance(of: cursor, in: scene.tree).sentences : []
    return .say(.element, Utterance(parts).headline, cursor)
      + hints.map { .say(SpokenLine(.hint, $0, element: cursor)) }
  }
}
