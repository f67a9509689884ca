internal import AccessibilitySpeech
internal import AccessibilityTree

/// What the elements on the screen said before an action, to tell what the action changed.
struct SceneMemory: Sendable {
  private let command: ActionCommand
  /// The element that the action is performed on.
  let element: ElementID
  private let name: String
  /// The names of the actions that the element offered.
  private let choices: [String]
  /// Whether the element was active: touches were passed to it.
  private let wasActive: Bool
  private let isWindow: Bool
  private let root: ElementID?
  /// The elements on the screen, in reading order.
  private let stops: [ElementID]
  /// The elements that there were, also those that had to be scrolled to.
  private let known: Set<ElementID>
  private let utterances: [ElementID: Utterance]

  /// The maximum number of changes elsewhere that are named; only the number of the others is said.
  private static let maxNamed = 3

  init(of scene: Scene, _ command: ActionCommand, on element: ElementID) {
    self.command = command
    self.element = element
    name = Speech.name(of: element, in: scene.tree) ?? "It"
    choices = Self.choices(of: element, in: scene)
    wasActive = scene[element]?.states.contains(.active) == true
    isWindow = scene[element]?.isWindow == true
    root = scene.root
    stops = scene.allStopsOnScreen
    known = Set(scene.allStops)
    var utterances: [ElementID: Utterance] = [:]
    for id in stops + [element] { utterances[id] = Self.utterance(of: id, in: scene) }
    self.utterances = utterances
  }

  private static func utterance(of id: ElementID, in scene: Scene) -> Utterance {
    Speech.utterance(of: id, in: scene.tree, verbosity: .brief)
  }

  private static func choices(of id: ElementID, in scene: Scene) -> [String] {
    // What can be escaped from has opened, or takes touches; that is said in other words.
    scene[id]?.choices().filter { $0.command != .escape }.map(\.name) ?? []
  }

  /// Returns what has changed: about the element that was acted on; where that stayed the same, elsewhere.
  ///
  /// Returns nothing where another window has come to the front: the client says what it finds there.
  ///
  /// - Parameter isElsewhere: Whether the client has gone to another element, around which people will find what
  ///   is new and can be used.
  func changes(in scene: Scene, isElsewhere: Bool) -> [SpokenLine] {
    if let own = ownChange(in: scene) { return [own] }
    guard scene.root == root else { return [] }
    if case .scroll = command { return scrolled(in: scene) }
    guard !isDeleted(in: scene) else { return [] }
    return changes(among: scene.allStopsOnScreen, withUsable: !isElsewhere, in: scene)
  }

  /// Returns what else tells that the action was carried out: what is gone, and which actions are offered now.
  ///
  /// - Parameter isElsewhere: Whether the client has gone to another element.
  func traces(in scene: Scene, isElsewhere: Bool) -> [SpokenLine] {
    guard scene.root == root else { return [] }
    // What a menu covers is not gone, and the client says what is in it.
    if let menu = scene.openMenu, !known.contains(where: { scene.tree.isAncestor(menu, of: $0) }) {
      return []
    }
    if scene[element] == nil {
      // That a window is closed was said.
      if isWindow { return [] }
      if isElsewhere, !isDeleted(in: scene) { return [] }
      return [SpokenLine(.change, command == .escape ? "Closed" : "\(name) is gone")]
    }
    if command == .escape, wasActive, scene[element]?.states.contains(.active) == false {
      return [SpokenLine(.change, "\(name), direct touch ended", element: element)]
    }
    // Whoever activates it again holds it from then on.
    if !wasActive || command == .press, let now = scene[element], now.takesTouchSinceActivation {
      let news = wasActive ? "is on" : "started"
      return [SpokenLine(.change, "\(name), direct touch \(news)", element: element)]
    }
    let removals = isElsewhere ? [] : removals(leaving: scene.allStopsOnScreen)
    return removals.isEmpty ? newChoices(in: scene) : removals
  }

  private func isDeleted(in scene: Scene) -> Bool { command == .delete && scene[element] == nil }

  private func ownChange(in scene: Scene) -> SpokenLine? {
    guard scene[element] != nil, let before = utterances[element] else { return nil }
    let now = Self.utterance(of: element, in: scene)
    guard now.headline != before.headline else { return nil }
    let value =
      now.isSame(as: before, except: .value) ? Speech.value(of: element, in: scene.tree) : nil
    return SpokenLine(.change, value ?? scene.headline(of: element), element: element)
  }

  /// Returns the actions that the element offers instead of others: a button that followed a person unfollows.
  private func newChoices(in scene: Scene) -> [SpokenLine] {
    let new = Self.choices(of: element, in: scene).filter { !choices.contains($0) }
    guard !new.isEmpty else { return [] }
    let names = new.joined(separator: ", ")
    return [SpokenLine(.change, "now offers \(names)", element: element)]
  }

  // MARK: Elsewhere

  private func changes(
    among stops: [ElementID], withUsable: Bool, in scene: Scene
  ) -> [SpokenLine] {
    let changed = stops.compactMap { change(of: $0, withUsable: withUsable, in: scene) }
    guard !changed.isEmpty else { return [] }
    let others = changed.count - Self.maxNamed
    let usable = stops.filter { scene.tree.read($0) { $0.isActionable } ?? false }
    let namesakes = Namesakes(usable, in: scene)
    return changed.prefix(Self.maxNamed).map { line in
      var line = line
      let context = line.element.flatMap { namesakes.context(of: $0) }
      line.text = [line.text, context].compactMap(\.self).joined(separator: ", ")
      return line
    }
      + (others > 0 ? [SpokenLine(.change, "and \(others) more changed")] : [])
  }

  /// Returns how an element other than the one acted on has changed, or that it is new.
  private func change(of id: ElementID, withUsable: Bool, in scene: Scene) -> SpokenLine? {
    guard id != element, let now = scene[id], !now.traits.contains(.updatesFrequently) else {
      return nil
    }
    let headline = scene.headline(of: id)
    guard let before = utterances[id] else {
      // It has only come back into view, or is in a menu, whose entries the client says when it is there.
      let isInMenu = scene.openMenu.map { scene.tree.isAncestor($0, of: id) } ?? false
      if known.contains(id) || isInMenu { return nil }
      return withUsable || !now.isActionable ? SpokenLine(.change, headline, element: id) : nil
    }
    return change(of: id, headline, since: before, in: scene)
  }

  private func change(
    of id: ElementID, _ headline: String, since before: Utterance, in scene: Scene
  ) -> SpokenLine? {
    let now = Self.utterance(of: id, in: scene)
    // That another element is not selected any more needs no words.
    guard !now.parts.allSatisfy(before.parts.contains) else { return nil }
    let parts = [Speech.name(of: id, in: scene.tree), Speech.value(of: id, in: scene.tree)]
      .compactMap { $0 }
    let isValue = parts.count == 2 && now.isSame(as: before, except: .value)
    return SpokenLine(
      .change, isValue ? parts.joined(separator: ", ") : headline, element: id)
  }

  /// Returns which elements are gone; a single one by its name.
  private func removals(leaving stops: [ElementID]) -> [SpokenLine] {
    let there = Set(stops)
    let gone = self.stops.filter { !there.contains($0) }
    switch gone.count {
    case 0: return []
    case 1: return [SpokenLine(.change, "\(name(ofGone: gone[0])) is gone")]
    default: return [SpokenLine(.change, "\(gone.count) elements are gone")]
    }
  }

  private func name(ofGone id: ElementID) -> String {
    let parts = utterances[id]?.parts ?? []
    return parts.first { $0.kind == .label }?.text ?? parts.first?.text ?? "It"
  }

  /// Returns what is on the screen after a scroll: "Person 13 to Person 24".
  private func scrolled(in scene: Scene) -> [SpokenLine] {
    let now = scene.allStopsOnScreen
    guard now != stops else { return [] }
    let names = now.filter { scene.tree.isAncestor(element, of: $0) }
      .compactMap { scene.textBeside($0) ?? Speech.name(of: $0, in: scene.tree) }
    guard let first = names.first, let last = names.last else { return [] }
    return [SpokenLine(.change, first == last ? first : "\(first) to \(last)")]
  }
}

extension Utterance {
  /// Whether both say the same, apart from sentences and one kind of part.
  func isSame(as other: Utterance, except kind: Part.Kind) -> Bool {
    func kept(_ utterance: Utterance) -> [Part] {
      utterance.parts.filter { $0.kind != kind && !$0.kind.isSentence }
    }
    return kept(self) == kept(other)
  }
}
