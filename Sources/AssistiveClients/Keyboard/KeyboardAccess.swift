internal import AccessibilitySpeech
package import AccessibilityTree

/// Full keyboard access (V3): a focus ring that moves in reading order over the elements that can be used.
/// Keys activate, adjust, drag and drop them, and list their other actions.
package struct KeyboardAccess: AssistiveClient {
  package var scope: SceneScope
  package var opening = OpenedWindows()
  /// The element with the ring; `nil` when nothing can be used.
  package internal(set) var ring: ElementID?
  package var place: ElementID? { ring }
  var root: ElementID?
  var order: [ElementID] = []
  var activation = WindowActivation()
  /// The actions that were listed last, in the order of their numbers.
  var listed: [ElementChoice] = []
  var dragging = Dragging()
  var outcomes = Outcomes()
  var startedTouch = StartedTouch()
  var origin = MenuOrigin()
  /// Where the ring was last in each window and dialog, to return there.
  var places: [ElementID: KeptPlace] = [:]

  package init(scope: SceneScope = .front) {
    self.scope = scope
  }

  package var loss: [ClientEffect] { dragging.loss }

  package func renewed(scope: SceneScope) -> Self { KeyboardAccess(scope: scope) }

  package mutating func begin(in scene: Scene) -> [ClientEffect] {
    order = Self.order(in: scene)
    activation.look(at: scene)
    ring = nil
    root = scene.root
    let focused = scene.focusedStop.flatMap { order.contains($0) ? $0 : nil }
    guard let first = focused ?? order.first else { return .say(.boundary, Self.nothing) }
    return move(to: first, in: scene)
  }

  package mutating func enter(_ scene: Scene) -> [ClientEffect] {
    scene.introduction(opening) + begin(in: scene)
  }

  static let nothing = "There is nothing to use here."

  /// Returns the elements that the ring visits, in order.
  static func order(in scene: Scene) -> [ElementID] {
    scene.stops.filter { id in
      guard let element = scene[id], element.isUsable else { return false }
      return element.states.contains(.focusable) || element.isActionable
        || element.defaultCommand != nil
    }
  }

  package mutating func take(_ command: CommandLine, in scene: Scene) -> [ClientEffect] {
    let effects: [ClientEffect]
    switch command.verb {
    case "next": effects = step(1, in: scene)
    case "previous": effects = step(-1, in: scene)
    case "first": effects = move(to: order.first, in: scene)
    case "last": effects = move(to: order.last, in: scene)
    case "read": effects = move(to: ring, in: scene)
    case "find": effects = find(command.argument, in: scene)
    default: effects = act(command, in: scene)
    }
    let actions = startedTouch.withoutEnd(effects).filter { !$0.isReveal }
    origin.begin(actions, in: scene)
    outcomes.begin(actions, in: scene)
    return effects
  }

  // MARK: The ring

  mutating func move(to id: ElementID?, in scene: Scene) -> [ClientEffect] {
    guard let id, let element = scene[id] else { return .refuse(Self.nothing) }
    let left = startedTouch.element == id ? [] : startedTouch.leave(in: scene)
    origin.move(to: element, from: ring.flatMap { scene[$0] }, in: scene)
    ring = id
    root.map { places[$0] = origin.kept ?? KeptPlace(id, in: scene) }
    activation.enterWindow(of: id, in: scene)
    listed = []
    let ready: [ClientEffect] = dragging.canDrop(on: element) ? .say(.hint, "drop ready", id) : []
    return left + reveal(element, in: scene)
      + .say(.element, Namesakes(order, in: scene).headline(of: id), id) + ready
  }

  /// Scrolls the element in the ring into view.
  private func reveal(_ element: Element, in scene: Scene) -> [ClientEffect] {
    guard element.offers(.scrollIntoView), !scene.isOnScreen(element.id) else { return [] }
    return [.perform(element.id, .scrollIntoView)]
  }

  /// Moves the ring, wrapping around at the ends like the tab key.
  private mutating func step(_ distance: Int, in scene: Scene) -> [ClientEffect] {
    guard !order.isEmpty else { return move(to: nil, in: scene) }
    guard let place = ring.flatMap({ order.firstIndex(of: $0) }) else {
      return move(to: order.first, in: scene)
    }
    return move(to: order[(place + distance + order.count) % order.count], in: scene)
  }

  private mutating func find(_ text: String, in scene: Scene) -> [ClientEffect] {
    guard !text.isEmpty else { return .refuse("Find what?") }
    guard let found = scene.next(called: text, after: ring, in: order) else {
      return .refuse(scene.refusal(naming: text) ?? "Nothing here is called \(text).")
    }
    return move(to: found, in: scene)
  }

  package mutating func hasJustSaid(_ announcement: String) -> Bool {
    outcomes.hasJustSaid(announcement)
  }

  package mutating func finish(_ result: ActionResult, in scene: Scene) -> [ClientEffect] {
    if startedTouch.isEnd(result) || result.command == .scrollIntoView { return [] }
    startedTouch.begin(after: result, in: scene)
    return outcomes.finish(
      result, opening: dragging.finish(result, in: scene) ?? [],
      otherwise: .say(.answer, result.wordsWithoutChange, result.element), in: scene)
  }

  package mutating func end(in scene: Scene) -> [ClientEffect] { startedTouch.end(in: scene) }
}

extension ClientEffect {
  /// Whether the effect only shows where the ring is.
  fileprivate var isReveal: Bool {
    if case .perform(_, .scrollIntoView) = self { true } else { false }
  }
}
