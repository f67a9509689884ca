internal import AccessibilitySpeech
internal import AccessibilityTree

extension VoiceControl {
  /// A place to drop something: a named point of an element, or the whole element.
  struct DropPlace: Hashable, Sendable {
    let element: ElementID
    let point: String?
  }

  mutating func drag(_ text: String, in scene: Scene) -> [ClientEffect] {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard
      let place = words.lastIndex(where: { $0.lowercased() == "to" || $0.lowercased() == "onto" }),
      place > 0, place < words.count - 1
    else { return .refuse("Say what and where: drag NAME to NAME") }
    let source = words[..<place].joined(separator: " ")
    let target = words[(place + 1)...].joined(separator: " ")
    return use(source, .drag(onto: target), in: scene)
  }

  mutating func drag(
    _ source: ElementID, onto name: String, in scene: Scene
  ) -> [ClientEffect] {
    let places = dropPlaces(called: name, in: scene).filter { $0.element != source }
    switch places.count {
    case 0: return .refuse("Nothing here is called \(name).")
    case 1: return drop(source, at: places[0], in: scene)
    default:
      let verbs = places.map {
        Numbered(id: $0.element, verb: .drop(source: source, point: $0.point))
      }
      return .say(.answer, "\(places.count) are called \(name). Which one?")
        + number(verbs, in: scene)
    }
  }

  /// Returns the drop points and elements that match a name best; points take precedence. An element with
  /// points is replaced by its points.
  private func dropPlaces(called name: String, in scene: Scene) -> [DropPlace] {
    let wanted = SpokenNames.words(name)
    let names = SpokenNames(of: scene)
    let points = scene.stops.flatMap { id in
      (scene[id]?.dropPoints ?? []).compactMap { point in
        SpokenNames.Fit(SpokenNames.words(point.name), wanted).map { fit in
          (fit: fit, place: DropPlace(element: id, point: point.name))
        }
      }
    }
    let elements = names.matches(name)
    let fit = elements.first.flatMap { names.fit(of: $0, wanted) }
    if let best = points.map(\.fit).min(), fit.map({ best <= $0 }) ?? true {
      return points.filter { $0.fit == best }.map(\.place)
    }
    let takers = elements.filter { scene[$0]?.takesDrops ?? false }
    return (takers.isEmpty ? elements : takers).flatMap { Self.places(on: $0, in: scene) }
  }

  private static func places(on id: ElementID, in scene: Scene) -> [DropPlace] {
    let points = scene[id]?.dropPoints ?? []
    guard !points.isEmpty else { return [DropPlace(element: id, point: nil)] }
    return points.map { DropPlace(element: id, point: $0.name) }
  }

  mutating func drop(
    _ source: ElementID, at place: DropPlace, in scene: Scene
  ) -> [ClientEffect] {
    numbered = []
    let what = Speech.name(of: source, in: scene.tree) ?? "it"
    let target = place.point ?? Speech.name(of: place.element, in: scene.tree) ?? "it"
    let drop = ActionCommand.drop(source: source, point: place.point)
    let words = "dragged \(what) to \(target)"
    guard scene[source]?.offers(.drag) == true else {
      // Without a drag action of its own, the drop action performs both steps.
      return perform(drop, on: place.element, words)
    }
    dropping = place
    return perform(.drag(point: nil), on: source, words)
  }
}

extension Element {
  var canBeDragged: Bool { !dragPoints.isEmpty || offers(.drag) }
  var takesDrops: Bool { !dropPoints.isEmpty || offers(.drop) }
}
