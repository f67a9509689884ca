public import AccessibilityTree

/// Control by voice (V2): things are used by saying what they are called. What several are called is
/// answered with numbers to choose from.
public struct VoiceControl: AssistiveClient {
  public var scope: SceneScope
  /// What the numbers stand for that are shown now.
  var numbered: [Numbered] = []
  /// The words of what was asked last, for the answer when it is done.
  var doing = ""

  /// Something that has a number: an element that a command waits for, or an action.
  struct Numbered: Hashable, Sendable {
    let id: ElementID
    let verb: Verb
  }

  /// What is to be done with what is named.
  enum Verb: Hashable, Sendable {
    case tap
    case command(ActionCommand)
    /// Lists what can be done with it.
    case actions
    case drag(onto: String)
    case drop(source: ElementID)
  }

  public init(scope: SceneScope = .front) {
    self.scope = scope
  }

  public static let vocabulary: [CommandHelp] =
    [
      CommandHelp("tap", "NAME|NUMBER", does: "Use what is called so"),
      CommandHelp("show names", keys: [.character("n")], does: "List the names"),
      CommandHelp(
        "show numbers", keys: [.character("u")], does: "Number everything that can be used"),
      CommandHelp("hide numbers", keys: [.escape], does: "Take the numbers away"),
      CommandHelp("show actions for", "NAME", does: "Number what else can be done with it"),
      CommandHelp("increment", "NAME", does: "Make its value larger"),
      CommandHelp("decrement", "NAME", does: "Make its value smaller"),
      CommandHelp("long press", "NAME", does: "Open its menu"),
      CommandHelp("expand", "NAME", does: "Open what is folded"),
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

  public mutating func begin(in scene: Scene) -> [ClientEffect] {
    let count = SpokenNames(of: scene).entries.count
    return .say(.answer, "listening, \(count == 1 ? "1 name" : "\(count) names")")
  }

  public mutating func take(_ command: CommandLine, in scene: Scene) -> [ClientEffect] {
    let argument = command.argument
    switch command.verb {
    case "tap", "click", "press": return use(argument, .tap, in: scene)
    case "show names": return showNames(in: scene)
    case "show numbers": return showNumbers(in: scene)
    case "hide numbers", "hide names", "cancel":
      numbered = []
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
      guard let direction = ScrollDirection.allCases.first(where: { "\($0)" == argument }) else {
        return .refuse("Say which way: scroll up, down, left or right.")
      }
      return anywhere("", .scroll(direction), in: scene)
    case "type": return type(argument, in: scene)
    case "drag": return drag(argument, in: scene)
    case "windows": return WindowCommands.list(in: scene)
    case "window":
      guard let scope = WindowCommands.scope(argument, in: scene) else {
        return .refuse("There is no window \(argument).")
      }
      self.scope = scope
      return begin(in: Scene(scene.tree, scope: scope))
    case let word where argument.isEmpty && SpokenNumber.value(word) != nil && !numbered.isEmpty:
      return use(word, .tap, in: scene)
    default: return .refuse("There is no command \(command.verb). \"help\" lists them.")
    }
  }

  public mutating func follow(
    _ notifications: [Notification], in scene: Scene
  ) -> [ClientEffect] {
    // A number never comes to mean something else: one whose element is gone is refused.
    []
  }

  public mutating func finish(_ result: ActionResult, in scene: Scene) -> [ClientEffect] {
    if let refusal = result.refusal { return .refuse(refusal) }
    return .say(.answer, doing, result.element)
  }
}
