internal import AccessibilityTree

extension VoiceControl {
  package static let vocabulary: [CommandHelp] =
    [
      CommandHelp("tap", "NAME|NUMBER", does: "Use the element with this name or number"),
      CommandHelp("click", "NAME|NUMBER", does: "The same as tap"),
      CommandHelp("press", "NAME|NUMBER", does: "The same as tap"),
      CommandHelp(
        "show names", keys: [.character("n")], does: "List the names, and again when they change"),
      CommandHelp(
        "show numbers", keys: [.character("u")],
        does: "Number everything that can be used; a number alone uses it"),
      CommandHelp("hide numbers", keys: [.escape], does: "Hide the numbers and the names"),
      CommandHelp("hide names", does: "Hide the numbers and the names"),
      CommandHelp("show actions for", "NAME", does: "Number what can be done with an element"),
      CommandHelp(
        "increment", "NAME [by AMOUNT]", does: "Make a value larger, by a step or an amount"),
      CommandHelp(
        "decrement", "NAME [by AMOUNT]", does: "Make a value smaller, by a step or an amount"),
      CommandHelp("set", "NAME to VALUE", does: "Set a value, or replace a field's text"),
      CommandHelp("long press", "NAME", does: "Open an element's menu"),
      CommandHelp("press and hold", "NAME", does: "The same as long press"),
      CommandHelp("expand", "NAME", does: "Expand a collapsed element"),
      CommandHelp("collapse", "NAME", does: "Collapse an expanded element"),
      CommandHelp("focus", "NAME", does: "Give an element the keyboard focus"),
      CommandHelp("delete", "NAME", does: "Delete an element"),
      CommandHelp("zoom in", "[NAME]", does: "Zoom in"),
      CommandHelp("zoom out", "[NAME]", does: "Zoom out"),
      CommandHelp("scroll", "up|down|left|right", does: "Scroll by a page"),
      CommandHelp("go back", does: "Cancel the drag, close, or go back"),
      CommandHelp("magic tap", "[NAME]", does: "Perform the main action, such as play or pause"),
      CommandHelp("type", "TEXT", does: "Insert text where the focus is"),
      CommandHelp(
        "drag", "NAME [to NAME]", does: "Pick an element up, and drop it on an element or a point"),
      CommandHelp("drop on", "NAME", does: "Drop what was picked up"),
      CommandHelp(
        "cancel", does: "Cancel the drag, hide the numbers and names, or close a menu or dialog"),
      CommandHelp("escape", does: "The same as cancel"),
    ] + WindowCommands.vocabulary

  /// The commands that perform an action on the element with the name that follows.
  private static let actions: [String: ActionCommand] = [
    "increment": .increment, "decrement": .decrement, "long press": .showMenu,
    "press and hold": .showMenu, "expand": .expand, "collapse": .collapse, "focus": .focus,
    "delete": .delete,
  ]

  /// The commands that need no name when the screen has one place for them.
  private static let general: [String: ActionCommand] = [
    "zoom in": .zoomIn(at: nil), "zoom out": .zoomOut(at: nil), "magic tap": .magicTap,
  ]

  mutating func effects(of command: CommandLine, in scene: Scene) -> [ClientEffect] {
    let argument = command.argument
    if let action = Self.actions[command.verb] {
      if action == .increment || action == .decrement,
        let (name, amount) = Self.split(argument, at: ["by"]), SpokenNumber.amount(amount) != nil
      {
        return use(name, .change(by: amount, up: action == .increment), in: scene)
      }
      if argument.isEmpty, let effects = useAction(named: command.verb, in: scene) {
        return effects
      }
      return use(argument, .command(action), in: scene)
    }
    if let action = Self.general[command.verb] { return anywhere(argument, action, in: scene) }
    switch command.verb {
    case "tap", "click", "press": return use(argument, .tap, in: scene)
    case "show names": return showNames(in: scene)
    case "show numbers": return showNumbers(in: scene)
    case "hide numbers", "hide names": return hide(otherwise: "Nothing is shown.")
    case "cancel", "escape": return dragging.cancel() ?? cancel(in: scene)
    case "show actions for": return use(argument, .actions, in: scene)
    case "go back": return dragging.cancel() ?? anywhere("", .escape, in: scene)
    case "close window":
      doing = nil
      return scene.closeWindow(near: nil)
    case "scroll":
      guard let direction = ScrollDirection(name: argument) else {
        return .refuse("Say which way: scroll up, down, left, right, next or previous.")
      }
      return anywhere("", .scroll(direction), in: scene)
    case "type": return type(command.text, in: scene)
    case "set": return set(argument, in: scene)
    case "drag": return drag(argument, in: scene)
    case "drop on": return drop(on: argument, in: scene)
    default:
      guard let number = SpokenNumber.value("\(command.verb) \(argument)") else {
        return .refuse(unknown: command)
      }
      guard !numbers.isEmpty else {
        return .refuse("No numbers are shown. Say \"show numbers\" first.")
      }
      return use("\(number)", .tap, in: scene)
    }
  }

  /// Hides the numbers and the names, or else closes a menu or dialog.
  private mutating func cancel(in scene: Scene) -> [ClientEffect] {
    let isShowing = !numbers.isEmpty || shownNames != nil
    guard !isShowing, scene.offering(.escape, near: scene.focusedStop) != nil else {
      return hide(otherwise: "There is nothing to cancel.")
    }
    return anywhere("", .escape, in: scene)
  }

  /// Hides the numbers and the names.
  ///
  /// - Parameter reason: What to say when neither are shown.
  private mutating func hide(otherwise reason: String) -> [ClientEffect] {
    guard !numbers.isEmpty || shownNames != nil else { return .say(.boundary, reason) }
    choices = []
    shownNumbers = []
    shownNames = nil
    return .say(.answer, "hidden")
  }

  /// Splits "NAME to REST" at the last of some words; `nil` when a part is missing.
  static func split(
    _ text: String, at separators: [String] = ["to", "onto"]
  ) -> (name: String, rest: String)? {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard
      let place = words.lastIndex(where: { separators.contains($0.lowercased()) }),
      place > 0, place < words.count - 1
    else { return nil }
    return (words[..<place].joined(separator: " "), words[(place + 1)...].joined(separator: " "))
  }

  private mutating func set(_ text: String, in scene: Scene) -> [ClientEffect] {
    guard let (name, value) = Self.split(text) else {
      return .refuse("Say what and to which value: set NAME to VALUE")
    }
    return use(name, .set(value), in: scene)
  }
}
