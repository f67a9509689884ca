internal import AccessibilityTree

extension KeyboardAccess {
  package static let vocabulary: [CommandHelp] =
    [
      CommandHelp("next", keys: [.tab, .right], does: "Move the ring to the next element"),
      CommandHelp(
        "previous", keys: [.backTab, .left], does: "Move the ring to the previous element"),
      CommandHelp("first", keys: [.home], does: "Move the ring to the first element"),
      CommandHelp("last", keys: [.end], does: "Move the ring to the last element"),
      CommandHelp("read", keys: [.character("r")], does: "Say the element again"),
      CommandHelp("activate", keys: [.character(" "), .enter], does: "Use the element"),
      CommandHelp(
        "increment", "[AMOUNT]", keys: [.up, .character("+")],
        does: "Make its value larger, by a step or an amount"),
      CommandHelp(
        "decrement", "[AMOUNT]", keys: [.down, .character("-")],
        does: "Make its value smaller, by a step or an amount"),
      CommandHelp(
        "actions", keys: [.character("z")],
        does: "List its actions with numbers; a number alone runs one"),
      CommandHelp("action", "N|NAME", does: "Perform one of these"),
      CommandHelp("menu", keys: [.character("m")], does: "Open its menu"),
      CommandHelp("focus", keys: [.character("f")], does: "Give it the keyboard focus"),
      CommandHelp("drag", "[POINT]", keys: [.character("d")], does: "Pick the element up"),
      CommandHelp(
        "drop", "[POINT]", keys: [.character("D")], does: "Drop here what was picked up"),
      CommandHelp("escape", keys: [.escape], does: "Cancel the drag, close, or go back"),
      CommandHelp("magic tap", does: "Perform the main action, such as play or pause"),
      CommandHelp("scroll", "up|down|left|right|next|previous", does: "Scroll by a page"),
      CommandHelp("type", "TEXT", does: "Insert text"),
      CommandHelp("set", "VALUE", does: "Set a number, or replace a field's text"),
      CommandHelp("find", "TEXT", does: "Move the ring to the next element with this name"),
    ] + WindowCommands.vocabulary

  /// Performs a command on the element in the ring.
  mutating func act(_ command: CommandLine, in scene: Scene) -> [ClientEffect] {
    let argument = command.argument
    switch command.verb {
    case "escape": return dragging.cancel() ?? near(.escape, in: scene)
    case "close window": return scene.closeWindow(near: ring)
    case "magic tap": return near(.magicTap, in: scene)
    case "scroll":
      guard let direction = ScrollDirection(name: argument) else {
        return .refuse("Scroll up, down, left, right, next or previous.")
      }
      return near(.scroll(direction), in: scene)
    default: break
    }
    guard let element = ring.flatMap({ scene[$0] }) else { return .refuse(Self.nothing) }
    switch command.verb {
    case "activate":
      guard let command = element.defaultCommand else {
        let name = scene.name(of: element)
        return .refuse("\(name) cannot be activated. \"actions\" lists its actions.")
      }
      return [.perform(element.id, command)]
    case "increment", "decrement":
      let isUp = command.verb == "increment"
      guard argument.isEmpty else { return change(element, by: argument, up: isUp, in: scene) }
      return offered(isUp ? .increment : .decrement, element, "cannot be adjusted", in: scene)
    case "menu": return offered(.showMenu, element, "has no menu", in: scene)
    case "focus": return offered(.focus, element, "cannot have the focus", in: scene)
    case "type":
      if let refusal = scene.refusal(typing: command.text, into: element) {
        return .refuse(refusal)
      }
      return [.perform(element.id, .insertText(command.text, at: nil))]
    case "set":
      if let refusal = scene.refusal(setting: argument, of: element) { return .refuse(refusal) }
      return [.perform(element.id, element.settingValue(to: command.text))]
    case "drag": return dragging.pickUp(element, at: argument, in: scene)
    case "drop": return dragging.drop(on: element, at: argument, in: scene)
    case "actions": return list(element)
    case "action": return act(named: argument, element, in: scene)
    case let word where argument.isEmpty && Int(word) != nil && !listed.isEmpty:
      return act(named: word, element, in: scene)
    default: return .refuse(unknown: command)
    }
  }

  package var numberCount: Int { listed.count }

  private func change(
    _ element: Element, by amount: String, up isUp: Bool, in scene: Scene
  ) -> [ClientEffect] {
    switch scene.change(of: element, by: amount, up: isUp) {
    case .command(let command): return [.perform(element.id, command)]
    case .refusal(let reason): return .refuse(reason)
    }
  }

  private func offered(
    _ command: ActionCommand, _ element: Element, _ otherwise: String, in scene: Scene
  ) -> [ClientEffect] {
    guard element.offers(command.kind) else {
      return .refuse("\(scene.name(of: element)) \(otherwise).")
    }
    return [.perform(element.id, command)]
  }

  private func near(_ command: ActionCommand, in scene: Scene) -> [ClientEffect] {
    guard let target = scene.offering(command.kind, near: ring) else {
      return .refuse(scene.refusal(ofAny: command, near: ring))
    }
    return [.perform(target, command)]
  }

  private mutating func list(_ element: Element) -> [ClientEffect] {
    listed = element.choices(dragged: dragging.source(over: element))
    guard !listed.isEmpty else { return .refuse("Nothing can be done with this.") }
    return listed.enumerated().map { place, choice in
      .say(SpokenLine(.choice, "\(place + 1) \(choice.spoken)", element: element.id))
    }
  }

  private mutating func act(
    named name: String, _ element: Element, in scene: Scene
  ) -> [ClientEffect] {
    let choices = element.choices(dragged: dragging.source(over: element))
    let wanted = name.lowercased()
    let number = Int(name).flatMap((listed.isEmpty ? choices : listed).item(numbered:))
    guard let found = number ?? choices.first(where: { $0.name.lowercased() == wanted }) else {
      guard !name.isEmpty else { return .refuse("Say which: action NAME, or its number.") }
      return .refuse("There is no action \(name) here. \"actions\" lists them.")
    }
    guard let offered = choices.first(where: found.isSame) else {
      return .refuse("\(found.name) is not offered any more.")
    }
    return dragging.carryOut(offered.command, on: element, in: scene)
  }
}
