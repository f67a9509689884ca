internal import AccessibilityTree

extension VoiceOver {
  /// Turns the rotor to a kind, or to the next kind that has elements.
  mutating func turnRotor(_ name: String, in scene: Scene) -> [ClientEffect] {
    let available = RotorKind.available(in: scene)
    let kind: RotorKind
    if name.isEmpty {
      guard !available.isEmpty else { return .refuse("The rotor has nothing to go by here.") }
      let place = available.firstIndex(of: rotor(in: scene)) ?? -1
      kind = available[(place + 1) % available.count]
    } else {
      let wanted = name.lowercased()
      let named = available.first { $0.name.lowercased() == wanted }
      guard let named else {
        let names = available.map(\.name).joined(separator: ", ")
        return .refuse("The rotor has no \(name). It has \(names.isEmpty ? "nothing" : names).")
      }
      kind = named
    }
    chosenRotor = kind
    isRotorForced = true
    picked = nil
    return .say(.answer, kind.name)
  }

  /// Moves up or down according to the rotor.
  mutating func turn(up isUp: Bool, in scene: Scene) -> [ClientEffect] {
    switch rotor(in: scene) {
    case .values where element(in: scene)?.isStepwise == true:
      return adjust(isUp ? .increment : .decrement, in: scene)
    case .actions: return pick(isUp ? -1 : 1, in: scene)
    case .zoom where element(in: scene).map(RotorKind.zoom.covers) == true:
      return zoom(isUp ? .zoomIn(at: nil) : .zoomOut(at: nil), in: scene)
    case let kind: return search(kind, backwards: isUp, in: scene)
    }
  }

  /// Moves to the next element of a kind in a direction.
  private mutating func search(
    _ kind: RotorKind, backwards: Bool, in scene: Scene
  ) -> [ClientEffect] {
    let order = Dictionary(
      uniqueKeysWithValues: scene.everything.enumerated().map { ($1, $0) })
    let place = cursor.flatMap { order[$0] } ?? -1
    let elements = kind.elements(in: scene)
    let found =
      backwards
      ? elements.last { order[$0].map { $0 < place } ?? false }
      : elements.first { order[$0].map { $0 > place } ?? false }
    guard let found else {
      return .say(.boundary, "no \(backwards ? "previous" : "more") \(kind.name)")
    }
    let wasForced = isRotorForced
    defer { isRotorForced = wasForced }
    return go(toEntry: found, in: scene)
  }

  /// Moves to an element of a rotor. One that is off screen is scrolled into view before.
  private mutating func go(toEntry id: ElementID, in scene: Scene) -> [ClientEffect] {
    if scene.place(of: id) == nil, scene[id]?.offers(.scrollIntoView) == true {
      acting = ActionInProgress(destination: id)
      return [.perform(id, .scrollIntoView)]
    }
    return go(to: scene.stop(for: id), in: scene)
  }

  /// Returns the choices of the actions rotor in the order in which `down` comes to them: the element's actions, and at
  /// last activating it. Empty where there would be nothing but activating.
  func rotorChoices(in scene: Scene) -> [ElementChoice] {
    guard let element = element(in: scene) else { return [] }
    // The actions of an element are what a pointer would find, so that nobody has to hover.
    let hidden: [ActionKind] =
      [.increment, .decrement, .setValue]
      + (element.menuChoices(dragged: dragged(in: scene)).isEmpty ? [] : [.hover])
    let choices = element.choices(dragged: dragged(in: scene))
      .filter { !hidden.contains($0.command.kind) }
    guard let plain = choices.first, plain.command == element.defaultCommand else { return choices }
    return choices.count == 1 ? [] : choices.dropFirst() + [plain]
  }

  private mutating func pick(_ distance: Int, in scene: Scene) -> [ClientEffect] {
    let choices = rotorChoices(in: scene)
    guard !choices.isEmpty else { return .say(.boundary, "No actions", cursor) }
    // Starts at plain activation, so that the first step reaches an action in both directions.
    let plain = choices.lastIndex { $0.command == element(in: scene)?.defaultCommand }
    let before = picked.flatMap { choices.firstIndex(of: $0) } ?? plain
    let from = before ?? (distance > 0 ? -1 : choices.count)
    let next = choices[(from + distance + choices.count) % choices.count]
    picked = next
    return .say(.choice, next.spoken, cursor)
  }
}
