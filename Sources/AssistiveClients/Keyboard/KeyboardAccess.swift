internal import AccessibilitySpeech
package import AccessibilityTree

/// Full keyboard access (V3): a focus ring that moves in reading order over the elements that can be used.
/// Keys activate and adjust them, and list their other actions.
package struct KeyboardAccess: AssistiveClient {
  package var scope: SceneScope
  /// The element with the ring; `nil` when nothing can be used.
  package private(set) var ring: ElementID?
  private var order: [ElementID] = []
  private var activation = WindowActivation()
  /// The actions that were listed last, in the order of their numbers.
  private var listed: [ElementChoice] = []

  package init(scope: SceneScope = .front) {
    self.scope = scope
  }

  package func renewed(scope: SceneScope) -> Self { KeyboardAccess(scope: scope) }

  package static let vocabulary: [CommandHelp] =
    [
      CommandHelp("next", keys: [.tab, .right], does: "Move the ring to the next element"),
      CommandHelp("previous", keys: [.backTab, .left], does: "Move the ring to the one before"),
      CommandHelp("first", keys: [.home], does: "Move the ring to the first element"),
      CommandHelp("last", keys: [.end], does: "Move the ring to the last element"),
      CommandHelp("activate", keys: [.character(" "), .enter], does: "Use the element"),
      CommandHelp("increment", keys: [.up, .character("+")], does: "Make its value larger"),
      CommandHelp("decrement", keys: [.down, .character("-")], does: "Make its value smaller"),
      CommandHelp("actions", keys: [.character("z")], does: "Number what else can be done"),
      CommandHelp("action", "N|NAME", does: "Do one of these"),
      CommandHelp("menu", keys: [.character("m")], does: "Open its menu"),
      CommandHelp("focus", keys: [.character("f")], does: "Give it the keyboard focus"),
      CommandHelp("escape", keys: [.escape], does: "Close or go back"),
      CommandHelp("scroll", "up|down|left|right", does: "Scroll by a page"),
      CommandHelp("type", "TEXT", does: "Insert text"),
      CommandHelp("find", "TEXT", does: "Move the ring to the next element called so"),
    ] + WindowCommands.vocabulary

  package mutating func begin(in scene: Scene) -> [ClientEffect] {
    order = Self.order(in: scene)
    activation.look(at: scene)
    ring = nil
    let focused = scene.focusedStop.flatMap { order.contains($0) ? $0 : nil }
    guard let first = focused ?? order.first else { return Self.nothing }
    return move(to: first, in: scene)
  }

  private static let nothing: [ClientEffect] = .say(.boundary, "There is nothing to use here.")

  /// Returns the elements that the ring visits, in order.
  private static func order(in scene: Scene) -> [ElementID] {
    scene.stops.filter { id in
      guard let element = scene[id], element.isUsable else { return false }
      return element.states.contains(.focusable) || element.isActionable
        || element.defaultCommand != nil
    }
  }

  package mutating func take(_ command: CommandLine, in scene: Scene) -> [ClientEffect] {
    switch command.verb {
    case "next": return step(1, in: scene)
    case "previous": return step(-1, in: scene)
    case "first": return move(to: order.first, in: scene)
    case "last": return move(to: order.last, in: scene)
    case "find": return find(command.argument, in: scene)
    default: return act(command, in: scene)
    }
  }

  // MARK: The ring

  private mutating func move(to id: ElementID?, in scene: Scene) -> [ClientEffect] {
    guard let id, scene[id] != nil else { return .refuse("There is nothing to use here.") }
    ring = id
    listed = []
    return .say(.element, scene.headline(of: id), id)
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
    let wanted = text.lowercased()
    let place = ring.flatMap { order.firstIndex(of: $0) } ?? -1
    let found = (order[(place + 1)...] + order[..<(place + 1)]).first {
      scene.headline(of: $0).lowercased().contains(wanted)
    }
    guard !wanted.isEmpty, let found else { return .refuse("Nothing here is called \(text).") }
    return move(to: found, in: scene)
  }

  // MARK: Acting

  private mutating func act(_ command: CommandLine, in scene: Scene) -> [ClientEffect] {
    guard let ring, let element = scene[ring] else {
      return .refuse("There is nothing to use here.")
    }
    switch command.verb {
    case "activate":
      guard let command = element.defaultCommand else { return .refuse("This cannot be used.") }
      return [.perform(ring, command)]
    case "increment": return offered(.increment, element)
    case "decrement": return offered(.decrement, element)
    case "menu": return offered(.showMenu, element)
    case "focus": return offered(.focus, element)
    case "type": return [.perform(ring, .insertText(command.text, at: nil))]
    case "actions":
      listed = element.choices()
      guard !listed.isEmpty else { return .refuse("Nothing can be done with this.") }
      return listed.enumerated().map { place, choice in
        .say(SpokenLine(.choice, "\(place + 1) \(choice.name)", element: ring))
      }
    case "action": return act(named: command.argument, element)
    case "escape": return near(ring, .escape, in: scene)
    case "scroll":
      guard let direction = ScrollDirection(name: command.argument) else {
        return .refuse("Scroll up, down, left, right, next or previous.")
      }
      return near(ring, .scroll(direction), in: scene)
    default: return .refuse(unknown: command)
    }
  }

  private func offered(_ command: ActionCommand, _ element: Element) -> [ClientEffect] {
    guard element.offers(command.kind) else {
      return .refuse("This offers no \(command.spokenName.lowercased()).")
    }
    return [.perform(element.id, command)]
  }

  private func near(
    _ id: ElementID, _ command: ActionCommand, in scene: Scene
  ) -> [ClientEffect] {
    guard let target = scene.offering(command.kind, near: id) else {
      return .refuse("Nothing here offers \(command.spokenName.lowercased()).")
    }
    return [.perform(target, command)]
  }

  private func act(named name: String, _ element: Element) -> [ClientEffect] {
    if let number = Int(name), number >= 1, number <= listed.count {
      return [.perform(element.id, listed[number - 1].command)]
    }
    let wanted = name.lowercased()
    guard let found = element.choices().first(where: { $0.name.lowercased() == wanted }) else {
      return .refuse("There is no action \(name) here. \"actions\" lists them.")
    }
    return [.perform(element.id, found.command)]
  }

  // MARK: Following

  package mutating func follow(
    _ notifications: [Notification], in scene: Scene
  ) -> [ClientEffect] {
    let old = order
    order = Self.order(in: scene)
    var target: ElementID?
    for notification in activation.news(notifications, keeping: ring, in: scene) {
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
    guard let next = next ?? order.first else { return Self.nothing }
    return move(to: next, in: scene)
  }

  package mutating func finish(_ result: ActionResult, in scene: Scene) -> [ClientEffect] {
    if let refusal = result.refusal { return .refuse(refusal) }
    guard result.element == ring, let value = Speech.value(of: result.element, in: scene.tree)
    else { return [] }
    return .say(.change, value, result.element)
  }
}
