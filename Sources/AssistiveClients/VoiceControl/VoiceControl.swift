package import AccessibilityTree

/// Control by voice (V2): elements are used by saying their names. When a name matches several elements,
/// numbers are shown to choose from.
package struct VoiceControl: AssistiveClient {
  package var scope: SceneScope
  /// The targets of the numbers that are currently shown.
  var numbered: [Numbered] = []
  /// A description of the last requested action, to report its result.
  var doing = ""
  /// The names that are listed, and listed again when they change; `nil` while they are hidden.
  var shownNames: [SpokenLine]?
  /// The place where the element that is being picked up will be dropped.
  var dropping: DropPlace?

  /// A numbered choice: an element for a pending command, or an action.
  struct Numbered: Hashable, Sendable {
    let id: ElementID
    let verb: Verb
  }

  /// What to do with a named element.
  enum Verb: Hashable, Sendable {
    case tap
    case command(ActionCommand)
    /// Lists the actions of the element.
    case actions
    case drag(onto: String)
    case drop(source: ElementID, point: String?)
  }

  package init(scope: SceneScope = .front) {
    self.scope = scope
  }

  package func renewed(scope: SceneScope) -> Self { VoiceControl(scope: scope) }

  package static let vocabulary: [CommandHelp] =
    [
      CommandHelp("tap", "NAME|NUMBER", does: "Use what is called so"),
      CommandHelp(
        "show names", keys: [.character("n")], does: "List the names, and again when they change"),
      CommandHelp(
        "show numbers", keys: [.character("u")], does: "Number everything that can be used"),
      CommandHelp(
        "hide numbers", keys: [.escape], does: "Take the numbers away, and list no names again"),
      CommandHelp("hide names", does: "The same"),
      CommandHelp("show actions for", "NAME", does: "Number what else can be done with it"),
      CommandHelp("increment", "NAME", does: "Make its value larger"),
      CommandHelp("decrement", "NAME", does: "Make its value smaller"),
      CommandHelp("long press", "NAME", does: "Open its menu"),
      CommandHelp("expand", "NAME", does: "Expand a collapsed element"),
      CommandHelp("collapse", "NAME", does: "Fold what is open"),
      CommandHelp("focus", "NAME", does: "Give it the keyboard focus"),
      CommandHelp("zoom in", "[NAME]", does: "Zoom in"),
      CommandHelp("zoom out", "[NAME]", does: "Zoom out"),
      CommandHelp("scroll", "up|down|left|right", does: "Scroll by a page"),
      CommandHelp("go back", does: "Close or go back"),
      CommandHelp("magic tap", does: "The most important action of the moment"),
      CommandHelp("type", "TEXT", does: "Insert text where the focus is"),
      CommandHelp(
        "drag", "NAME to NAME", does: "Drag something onto something, or onto a drop point"),
    ] + WindowCommands.vocabulary

  package mutating func begin(in scene: Scene) -> [ClientEffect] {
    let count = SpokenNames(of: scene).entries.count
    return .say(.answer, "listening, \(count == 1 ? "1 name" : "\(count) names")")
  }

  package mutating func take(_ command: CommandLine, in scene: Scene) -> [ClientEffect] {
    let argument = command.argument
    switch command.verb {
    case "tap", "click", "press": return use(argument, .tap, in: scene)
    case "show names": return showNames(in: scene)
    case "show numbers": return showNumbers(in: scene)
    case "hide numbers", "hide names", "cancel":
      numbered = []
      shownNames = nil
      return .say(.answer, "hidden")
    case "show actions for": return use(argument, .actions, in: scene)
    case "increment": return use(argument, .command(.increment), in: scene)
    case "decrement": return use(argument, .command(.decrement), in: scene)
    case "long press": return use(argument, .command(.showMenu), in: scene)
    case "expand": return use(argument, .command(.expand), in: scene)
    case "collapse": return use(argument, .command(.collapse), in: scene)
    case "focus": return use(argument, .command(.focus), in: scene)
    case "zoom in": return anywhere(argument, .zoomIn(at: nil), in: scene)
    case "zoom out": return anywhere(argument, .zoomOut(at: nil), in: scene)
    case "go back": return anywhere("", .escape, in: scene)
    case "magic tap": return anywhere("", .magicTap, in: scene)
    case "scroll":
      guard let direction = ScrollDirection(name: argument) else {
        return .refuse("Say which way: scroll up, down, left, right, next or previous.")
      }
      return anywhere("", .scroll(direction), in: scene)
    case "type": return type(command.text, in: scene)
    case "drag": return drag(argument, in: scene)
    case let word where argument.isEmpty && SpokenNumber.value(word) != nil && !numbered.isEmpty:
      return use(word, .tap, in: scene)
    default: return .refuse(unknown: command)
    }
  }

  package mutating func follow(
    _ notifications: [Notification], in scene: Scene
  ) -> [ClientEffect] {
    // Numbers are never reassigned: a number whose element no longer exists is refused.
    showNamesAgain(in: scene)
  }

  package mutating func finish(_ result: ActionResult, in scene: Scene) -> [ClientEffect] {
    let place = dropping
    dropping = nil
    if let refusal = result.refusal { return .refuse(refusal) }
    if let place, case .drag = result.command {
      return [.perform(place.element, .drop(source: result.element, point: place.point))]
    }
    let isSeen = result.outcome == .confirmed
    return .say(
      .answer, isSeen ? doing : "\(doing), and nothing was seen to change", result.element)
  }
}
