internal import AccessibilitySpeech
internal import AccessibilityTree

extension VoiceOver {
  /// Performs a command at the cursor.
  mutating func act(_ command: CommandLine, in scene: Scene) -> [ClientEffect] {
    let argument = command.argument
    switch command.verb {
    case "activate": return activate(in: scene)
    case "actions": return listActions(in: scene)
    case "action": return act(named: argument, in: scene)
    case "increment": return adjust(.increment, in: scene)
    case "decrement": return adjust(.decrement, in: scene)
    case "zoom in": return zoom(.zoomIn(at: nil), in: scene)
    case "zoom out": return zoom(.zoomOut(at: nil), in: scene)
    case "escape": return dragging.cancel() ?? anywhere(.escape, in: scene)
    case "close window": return begin(scene.closeWindow(near: cursor))
    case "magic tap": return anywhere(.magicTap, in: scene)
    case "menu": return perform(.showMenu, in: scene)
    case "scroll":
      guard let direction = ScrollDirection(name: argument) else {
        return .refuse("Scroll up, down, left, right, next or previous.")
      }
      return anywhere(.scroll(direction), ActionInProgress(isScrolling: true), in: scene)
    case "type": return type(command.text, in: scene)
    case "set": return set(command.text, in: scene)
    case "drag": return drag(argument, in: scene)
    case "drop": return drop(argument, in: scene)
    case "pass through": return passThrough(argument, in: scene)
    case "touch": return touch(argument, in: scene)
    default: return .refuse(unknown: command)
    }
  }

  mutating func perform(
    _ command: ActionCommand, _ action: ActionInProgress = ActionInProgress(), in scene: Scene
  ) -> [ClientEffect] {
    guard let element = element(in: scene) else { return .refuse("There is nothing here.") }
    return begin(dragging.carryOut(command, on: element, in: scene), action)
  }

  /// Returns effects, and remembers the action that they request.
  mutating func begin(
    _ effects: [ClientEffect], _ action: ActionInProgress = ActionInProgress()
  ) -> [ClientEffect] {
    let acts = effects.contains { if case .perform = $0 { true } else { false } }
    acting = acts ? action : nil
    return effects
  }

  private mutating func activate(in scene: Scene) -> [ClientEffect] {
    if let picked {
      guard rotorChoices(in: scene).contains(picked) else {
        self.picked = nil
        return .refuse("\(picked.name) is not offered any more.")
      }
      return perform(picked, in: scene)
    }
    guard let element = element(in: scene) else { return .refuse("There is nothing here.") }
    guard let command = element.defaultCommand else {
      let others = element.menuChoices(dragged: nil).isEmpty ? "" : " \"actions\" says its actions."
      return .refuse("\(scene.name(of: element)) cannot be activated.\(others)")
    }
    // Speech would cover the sound of an element that asks for silence.
    let isSilent = element.directTouch?.contains(.silentOnTouch) == true
    return perform(command, ActionInProgress(rereads: !isSilent), in: scene)
  }

  private mutating func type(_ text: String, in scene: Scene) -> [ClientEffect] {
    guard let element = element(in: scene) else { return .refuse("There is nothing here.") }
    if let refusal = scene.refusal(typing: text, into: element) { return .refuse(refusal) }
    let action = ActionInProgress(secretLength: element.isSecret ? text.count : nil)
    return perform(.insertText(text, at: nil), action, in: scene)
  }

  private mutating func set(_ text: String, in scene: Scene) -> [ClientEffect] {
    guard let element = element(in: scene) else { return .refuse("There is nothing here.") }
    if let refusal = scene.refusal(setting: text, of: element) { return .refuse(refusal) }
    let action = ActionInProgress(secretLength: element.isSecret ? text.count : nil)
    return perform(element.settingValue(to: text), action, in: scene)
  }

  private func listActions(in scene: Scene) -> [ClientEffect] {
    guard let element = element(in: scene) else { return .refuse("There is nothing here.") }
    if let menu = Speech.actionsMenu(rotorChoices(in: scene).map(\.name)) {
      return .say(.answer, menu, cursor)
    }
    let only = element.defaultCommand.map { " but \($0.spokenName)" } ?? ""
    return .refuse("There are no actions here\(only).")
  }

  private mutating func act(named name: String, in scene: Scene) -> [ClientEffect] {
    let wanted = name.lowercased()
    let choices = element(in: scene)?.choices(dragged: dragged(in: scene)) ?? []
    let found =
      choices.first { $0.name.lowercased() == wanted }
      ?? choices.first { !wanted.isEmpty && $0.name.lowercased().hasPrefix(wanted) }
    guard let found else {
      let names = choices.map(\.name).joined(separator: ", ")
      let what = name.isEmpty ? "Say which action." : "There is no action \(name) here."
      return .refuse(
        what + (names.isEmpty ? "" : " There is \(names)."))
    }
    return perform(found, in: scene)
  }

  /// Performs an action that was chosen by its name.
  private mutating func perform(_ choice: ElementChoice, in scene: Scene) -> [ClientEffect] {
    var action = ActionInProgress(repeats: true)
    if choice.command == .hover, let cursor {
      action.before = SceneMemory(of: scene, .hover, on: cursor)
    }
    return perform(choice.command, action, in: scene)
  }

  mutating func adjust(_ command: ActionCommand, in scene: Scene) -> [ClientEffect] {
    guard let element = element(in: scene) else { return .refuse("There is nothing here.") }
    guard element.offers(command.kind) else {
      return .refuse("\(scene.name(of: element)) cannot be adjusted.")
    }
    return perform(command, in: scene)
  }

  mutating func zoom(_ command: ActionCommand, in scene: Scene) -> [ClientEffect] {
    guard let element = element(in: scene),
      element.offers(command.kind)
    else { return .refuse("This cannot be zoomed.") }
    return perform(command, in: scene)
  }

  /// Performs a command on the element at the cursor, an ancestor, or another element, whichever offers it.
  private mutating func anywhere(
    _ command: ActionCommand, _ action: ActionInProgress = ActionInProgress(), in scene: Scene
  ) -> [ClientEffect] {
    guard let id = scene.offering(command.kind, near: cursor) else {
      return .refuse(scene.refusal(ofAny: command, near: cursor))
    }
    acting = action
    // That it closed or ended is told by its hint.
    if command == .escape, id == cursor { acting?.rereads = true }
    return [.perform(id, command)]
  }
}
