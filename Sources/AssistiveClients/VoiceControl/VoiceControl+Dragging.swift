internal import AccessibilitySpeech
internal import AccessibilityTree

extension VoiceControl {
  /// A place to drop something: a named point of an element, or the whole element.
  struct DropPlace: Hashable, Sendable {
    let element: ElementID
    let point: String?
  }

  /// Drags what has a name onto what has another; without another, only picks it up.
  mutating func drag(_ text: String, in scene: Scene) -> [ClientEffect] {
    guard let (source, target) = Self.split(text) else {
      guard !text.isEmpty else { return .refuse("Say what and where: drag NAME to NAME") }
      return use(text, .drag(onto: nil), in: scene)
    }
    return use(source, .drag(onto: target), in: scene)
  }

  mutating func drag(
    _ source: Element, onto name: String?, in scene: Scene
  ) -> [ClientEffect] {
    guard source.canBeDragged else {
      return .refuse("\(scene.name(of: source)) cannot be dragged.")
    }
    guard let name else {
      choices = []
      return pickUp(source, for: nil, in: scene)
    }
    return choose(placesToDrop(source.id, called: name, in: scene), for: source.id, name, in: scene)
  }

  /// Drops what was picked up on what has a name.
  mutating func drop(on name: String, in scene: Scene) -> [ClientEffect] {
    guard let source = dragging.source else {
      return .refuse("Nothing was picked up. Say \"drag NAME\" first.")
    }
    guard !name.isEmpty else { return .refuse("Say where: drop on NAME") }
    if let number = SpokenNumber.value(name), !numbers.isEmpty {
      return drop(source, onNumber: number, in: scene)
    }
    return choose(placesToDrop(source, called: name, in: scene), for: source, name, in: scene)
  }

  private mutating func drop(
    _ source: ElementID, onNumber number: Int, in scene: Scene
  ) -> [ClientEffect] {
    guard let target = numbers.item(numbered: number), let element = scene[target.id] else {
      return refusal(ofNumber: number)
    }
    if target.verb.isDrop { return use("\(number)", .tap, in: scene) }
    guard element.takesDrops, !target.verb.isAction else {
      return .refuse("Nothing can be dropped on number \(number).")
    }
    let name = scene.name(of: element)
    return choose(
      Self.places(on: element.id, for: source, in: scene), for: source, name, in: scene)
  }

  private mutating func choose(
    _ places: [DropPlace], for source: ElementID, _ name: String, in scene: Scene
  ) -> [ClientEffect] {
    switch places.count {
    case 0: return .refuse("Nothing here to drop on is called \(name).")
    case 1: return drop(source, at: places[0], in: scene)
    default:
      let targets = places.map {
        Numbered(id: $0.element, verb: .drop(point: $0.point, source: source))
      }
      return ask(name, among: targets, in: scene)
    }
  }

  /// Returns the drop points and elements that match a name best; points take precedence. An element is replaced by the
  /// places on it.
  private func placesToDrop(
    _ source: ElementID, called name: String, in scene: Scene
  ) -> [DropPlace] {
    let wanted = SpokenNames.words(name)
    let names = SpokenNames(of: scene)
    let application = scene[source]?.application
    let takers = names.entries.map(\.id).filter { id in
      id != source && scene[id]?.takesDrops == true && scene[id]?.application == application
    }
    let points = takers.flatMap { id in
      (scene[id]?.dropPoints ?? []).compactMap { point in
        SpokenNames.Fit(SpokenNames.words(point.name), wanted).map { fit in
          (fit: fit, place: DropPlace(element: id, point: point.name))
        }
      }
    }
    let fits = takers.compactMap { id in
      names.fit(of: id, wanted).map { (fit: $0, id: id) }
    }
    let fit = fits.map(\.fit).min()
    if let best = points.map(\.fit).min(), fit.map({ best <= $0 }) ?? true {
      return points.filter { $0.fit == best }.map(\.place)
    }
    return fits.filter { $0.fit == fit }.flatMap { Self.places(on: $0.id, for: source, in: scene) }
  }

  /// The places on an element to drop something: the whole element, if it takes drops as a whole, and its points.
  static func places(
    on id: ElementID, for source: ElementID, in scene: Scene
  ) -> [DropPlace] {
    (scene[id]?.dropChoices(dragged: source) ?? []).compactMap { choice in
      guard case .drop(_, let point) = choice.command else { return nil }
      return DropPlace(element: id, point: point)
    }
  }

  mutating func drop(
    _ source: ElementID, at place: DropPlace, in scene: Scene
  ) -> [ClientEffect] {
    choices = []
    if dragging.source == source { return drop(at: place, in: scene) }
    guard let element = scene[source] else { return .refuse("What was dragged is gone.") }
    return pickUp(element, for: place, in: scene)
  }

  /// Picks an element up, and drops it if it is known where.
  private mutating func pickUp(
    _ element: Element, for place: DropPlace?, in scene: Scene
  ) -> [ClientEffect] {
    doing = nil
    let effects = dragging.pickUp(element, at: "", in: scene)
    if element.offers(.drag) {
      dropping = place
      return effects
    }
    return place.map { effects + drop(at: $0, in: scene) } ?? effects
  }

  /// Drops what was picked up.
  mutating func drop(at place: DropPlace, in scene: Scene) -> [ClientEffect] {
    doing = nil
    guard let element = scene[place.element] else { return .refuse("It is gone.") }
    return dragging.drop(on: element, at: place.point ?? "", in: scene)
  }
}

extension VoiceControl.Verb {
  fileprivate var isDrop: Bool {
    switch self {
    case .drop: true
    case .choice(let choice): if case .drop = choice.command { true } else { false }
    default: false
    }
  }

  fileprivate var isAction: Bool {
    if case .choice = self { true } else { false }
  }
}
