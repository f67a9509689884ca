internal import AccessibilitySpeech
internal import AccessibilityTree

extension VoiceOver {
  package static let vocabulary: [CommandHelp] =
    [
      CommandHelp("next", keys: [.right, .character("n")], does: "Go to the next element"),
      CommandHelp("previous", keys: [.left, .character("p")], does: "Go to the previous element"),
      CommandHelp("first", keys: [.home], does: "Go to the first element"),
      CommandHelp("last", keys: [.end], does: "Go to the last element"),
      CommandHelp("read", keys: [.character("r")], does: "Say the element again"),
      CommandHelp("read all", keys: [.character("a")], does: "Say everything from here on"),
      CommandHelp("find", "TEXT", does: "Go to the next element that says a text"),
      CommandHelp(
        "rotor", "[KIND]", keys: [.tab],
        does:
          "Turn the rotor: headings, links, controls, values, actions, zoom, text fields, images, "
          + "or one of the application's own"),
      CommandHelp(
        "up", keys: [.up], does: "By the rotor: previous of its kind, previous action, larger value"
      ),
      CommandHelp(
        "down", keys: [.down], does: "By the rotor: next of its kind, next action, smaller value"),
      CommandHelp(
        "activate", keys: [.enter, .character(" ")],
        does: "Use the element, or the action that the rotor is at"),
      CommandHelp(
        "actions", keys: [.character("c")], does: "Say what can be done with the element"),
      CommandHelp("action", "NAME", does: "Perform one of the actions"),
      CommandHelp("increment", keys: [.character("+")], does: "Make the value larger"),
      CommandHelp("decrement", keys: [.character("-")], does: "Make the value smaller"),
      CommandHelp("zoom in", keys: [.character("z")], does: "Zoom in"),
      CommandHelp("zoom out", keys: [.character("Z")], does: "Zoom out"),
      CommandHelp(
        "scroll", "up|down|left|right|next|previous", keys: [], does: "Scroll by a page"),
      CommandHelp("escape", keys: [.escape], does: "Close or go back"),
      CommandHelp(
        "magic tap", keys: [.character("m")], does: "Perform the main action, such as play or pause"
      ),
      CommandHelp("menu", does: "Open the element's menu"),
      CommandHelp("type", "TEXT", does: "Insert text into a field"),
      CommandHelp("set", "VALUE", does: "Set a number, or replace a field's text"),
      CommandHelp("drag", "[POINT]", does: "Pick the element up"),
      CommandHelp("drop", "[POINT]", does: "Drop here what was picked up"),
      CommandHelp(
        "pass through", "DX,DY [+MS] …",
        does: "Hold and move a finger from the activation point, by offsets from it"),
      CommandHelp(
        "touch", "[NAME|X,Y [+MS] …]",
        does: "Touch the element, at points of its frame, or the one that says a text"),
      CommandHelp("verbosity", "brief|default|full", does: "How much is said"),
    ] + WindowCommands.vocabulary

  package mutating func take(_ command: CommandLine, in scene: Scene) -> [ClientEffect] {
    saidChange = nil
    saidTitle = nil
    let before = cursor
    let effects = effects(of: command, in: scene)
    return cursor == before ? effects : reveal(in: scene, before: effects)
  }

  /// Scrolls the element at the cursor into view, where nothing else is performed on it.
  private func reveal(in scene: Scene, before effects: [ClientEffect]) -> [ClientEffect] {
    let isActing = effects.contains { effect in
      if case .perform(let id, _) = effect { id == cursor } else { false }
    }
    guard !isActing, let element = element(in: scene), element.offers(.scrollIntoView),
      !scene.isOnScreen(element.id)
    else { return effects }
    return [.perform(element.id, .scrollIntoView)] + effects
  }

  private mutating func effects(of command: CommandLine, in scene: Scene) -> [ClientEffect] {
    let argument = command.argument
    switch command.verb {
    case "next": return step(1, in: scene)
    case "previous": return step(-1, in: scene)
    case "first": return go(to: scene.stops.first, in: scene)
    case "last": return go(to: scene.stops.last, in: scene)
    case "read": return go(to: cursor, in: scene)
    case "read all": return readAll(in: scene)
    case "find": return find(argument, in: scene)
    case "rotor": return turnRotor(argument, in: scene)
    case "up": return turn(up: true, in: scene)
    case "down": return turn(up: false, in: scene)
    case "verbosity":
      guard let verbosity = Verbosity(rawValue: argument.lowercased()) else {
        return .refuse("Verbosity is brief, default or full.")
      }
      self.verbosity = verbosity
      return .say(.answer, "verbosity \(verbosity.rawValue)")
    default: return act(command, in: scene)
    }
  }

  package mutating func enter(_ scene: Scene) -> [ClientEffect] {
    root = scene.root
    activation.look(at: scene)
    let beginning = beginning(in: scene)
    return title(of: scene.window(at: beginning), in: scene) + go(to: beginning, in: scene)
  }

  /// Says the name of the window.
  mutating func title(of window: ElementID?, in scene: Scene) -> [ClientEffect] {
    guard let window, let name = Speech.name(of: window, in: scene.tree) else { return [] }
    saidTitle = name
    return .say(.answer, name, window)
  }

  // MARK: Moving

  mutating func go(to id: ElementID?, in scene: Scene) -> [ClientEffect] {
    guard let id, scene.place(of: id) != nil else {
      return .refuse(Self.nothing)
    }
    return move(to: id, in: scene)
  }

  private mutating func step(_ distance: Int, in scene: Scene) -> [ClientEffect] {
    guard let place = cursor.flatMap({ scene.place(of: $0) }) else {
      return go(to: scene.stops.first, in: scene)
    }
    let next = place + distance
    guard scene.stops.indices.contains(next) else {
      return .say(.boundary, distance > 0 ? "end" : "beginning")
    }
    return move(to: scene.stops[next], in: scene)
  }

  private mutating func readAll(in scene: Scene) -> [ClientEffect] {
    guard let place = cursor.flatMap({ scene.place(of: $0) }) else {
      return go(to: scene.stops.first, in: scene)
    }
    let kept = verbosity
    verbosity = .brief
    defer { verbosity = kept }
    return scene.stops[place...].flatMap { move(to: $0, in: scene) }
  }

  private mutating func find(_ text: String, in scene: Scene) -> [ClientEffect] {
    guard !text.isEmpty else { return .refuse("Find what?") }
    guard let found = next(saying: text, in: scene) else {
      return .refuse("Nothing says \(text).")
    }
    return move(to: found, in: scene)
  }

  /// Returns the next stop after the cursor with a name, or else one that says it as part of more, going on at the
  /// beginning.
  func next(saying text: String, in scene: Scene) -> ElementID? {
    scene.next(called: text, after: cursor, in: scene.stops)
  }
}
