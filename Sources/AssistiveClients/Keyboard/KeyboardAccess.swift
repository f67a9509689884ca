internal import AccessibilitySpeech
package import AccessibilityTree

/// Full keyboard access (V3): a focus ring that moves in reading order over the elements that can be used.
/// Keys activate, adjust, drag and drop them, and list their other actions.
package struct KeyboardAccess: AssistiveClient {
  package var scope: SceneScope
  /// The element with the ring; `nil` when nothing can be used.
  package private(set) var ring: ElementID?
  package var place: ElementID? { ring }
  private var root: ElementID?
  private var order: [ElementID] = []
  private var activation = WindowActivation()
  /// The actions that were listed last, in the order of their numbers.
  var listed: [ElementChoice] = []
  var dragging = Dragging()
  private var outcomes = Outcomes()

  package init(scope: SceneScope = .front) {
    self.scope = scope
  }

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
    scene.introduction + begin(in: scene)
  }

  static let nothing = "There is nothing to use here."

  /// Returns the elements that the ring visits, in order.
  private static func order(in scene: Scene) -> [ElementID] {
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
    outcomes.begin(effects, in: scene)
    return effects
  }

  // MARK: The ring

  private mutating func move(to id: ElementID?, in scene: Scene) -> [ClientEffect] {
    guard let id, let element = scene[id] else { return .refuse(Self.nothing) }
    ring = id
    activation.enterWindow(of: id, in: scene)
    listed = []
    let ready: [ClientEffect] = dragging.canDrop(on: element) ? .say(.hint, "drop ready", id) : []
    return .say(.element, Namesakes(order, in: scene).headline(of: id), id) + ready
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
      return .refuse("Nothing here is called \(text).")
    }
    return move(to: found, in: scene)
  }

  // MARK: Following

  package mutating func follow(
    _ notifications: [Notification], in scene: Scene
  ) -> [ClientEffect] {
    let isNewWindow = root != scene.root
    root = scene.root
    let effects = (isNewWindow ? scene.introduction : []) + settle(notifications, in: scene)
    return outcomes.follow(notifications, saying: dragging.follow(scene) + effects, in: scene)
  }

  /// Moves the ring to where it belongs after a change.
  private mutating func settle(
    _ notifications: [Notification], in scene: Scene
  ) -> [ClientEffect] {
    let old = order
    order = Self.order(in: scene)
    var target: ElementID?
    for notification in activation.news(
      notifications, keeping: ring, among: old, in: scene)
    {
      switch notification {
      case .focusMoved(_, let to?), .layoutChanged(_, let to?), .screenChanged(_, let to?):
        target = to
      default: break
      }
    }
    if let stop = target.flatMap({ scene.stop(for: $0) }), order.contains(stop), stop != ring {
      return move(to: stop, in: scene)
    }
    guard let ring else { return order.first.map { move(to: $0, in: scene) } ?? [] }
    if order.contains(ring) { return [] }
    let isThere = Set(order)
    let place = old.firstIndex(of: ring) ?? 0
    let next =
      old[place...].first(where: isThere.contains) ?? old[..<place].last(where: isThere.contains)
    self.ring = nil
    guard let next = next ?? order.first else { return .say(.boundary, Self.nothing) }
    return move(to: next, in: scene)
  }

  package mutating func hasJustSaid(_ announcement: String) -> Bool {
    outcomes.hasJustSaid(announcement)
  }

  package mutating func finish(_ result: ActionResult, in scene: Scene) -> [ClientEffect] {
    let isSeen = result.outcome == .confirmed
    return outcomes.finish(
      result, opening: dragging.finish(result, in: scene) ?? [],
      otherwise: isSeen ? [] : .say(.answer, "Nothing was seen to change", result.element),
      in: scene)
  }
}
