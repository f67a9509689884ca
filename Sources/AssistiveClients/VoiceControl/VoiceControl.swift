package import AccessibilityTree

/// Control by voice (V2): elements are used by saying their names. When a name matches several elements,
/// numbers are shown to choose from.
package struct VoiceControl: AssistiveClient {
  package var scope: SceneScope
  package var opening = OpenedWindows()
  /// What the user is asked to choose from, by its numbers: once.
  var choices: [Numbered] = []
  /// What the numbers mean that are shown until they are hidden or another window comes to the front.
  var shownNumbers: [Numbered] = []
  /// A description of the last requested action, to report its result; `nil` when the result says enough.
  var doing: String?
  /// The names that are listed, and listed again when they change; `nil` while they are hidden.
  var shownNames: [SpokenLine]?
  var dragging = Dragging()
  /// Where the element that is being picked up will be dropped.
  var dropping: DropPlace?
  var outcomes = Outcomes()
  private var startedTouch = StartedTouch()
  private var root: ElementID?
  /// The open menu whose choices were said.
  private var menu: ElementID?

  /// A numbered choice: an element for a pending command, or an action.
  struct Numbered: Hashable, Sendable {
    let id: ElementID
    let verb: Verb
  }

  /// What to do with a named element.
  enum Verb: Hashable, Sendable {
    case tap
    case command(ActionCommand)
    /// Performs one of the element's listed actions.
    case choice(ElementChoice)
    /// Sets the value: a number, or the text of a field.
    case set(String)
    /// Makes the value larger or smaller by an amount.
    case change(by: String, up: Bool)
    /// Lists the actions of the element.
    case actions
    /// Picks the element up, to drop it on what has the name.
    case drag(onto: String?)
    case drop(point: String?, source: ElementID)
  }

  package init(scope: SceneScope = .front) {
    self.scope = scope
  }

  package var loss: [ClientEffect] { dragging.loss }

  package func renewed(scope: SceneScope) -> Self { VoiceControl(scope: scope) }

  package mutating func begin(in scene: Scene) -> [ClientEffect] {
    root = scene.root
    choices = []
    shownNumbers = []
    let count = SpokenNames(of: scene).entries.count
    return .say(.answer, "listening, \(count == 1 ? "1 name" : "\(count) names")")
  }

  package mutating func enter(_ scene: Scene) -> [ClientEffect] {
    scene.introduction(opening) + begin(in: scene) + showNamesAgain(in: scene)
  }

  package mutating func take(_ command: CommandLine, in scene: Scene) -> [ClientEffect] {
    let effects = effects(of: command, in: scene)
    outcomes.begin(effects, in: scene)
    return effects
  }

  package mutating func follow(
    _ notifications: [Notification], in scene: Scene
  ) -> [ClientEffect] {
    let isNewWindow = root != scene.root
    root = scene.root
    if isNewWindow {
      choices = []
      shownNumbers = []
    }
    // What an action leaves to number is only known when it is finished: a drop ends the drag.
    let numbers = outcomes.isActing ? [] : showNewNumbers(in: scene)
    let effects =
      (isNewWindow ? scene.introduction(opening) : []) + showNamesAgain(in: scene) + numbers
    return outcomes.follow(
      notifications,
      saying: startedTouch.follow(scene, during: outcomes.element) + dragging.follow(scene)
        + effects, in: scene)
  }

  package mutating func hasJustSaid(_ announcement: String) -> Bool {
    outcomes.hasJustSaid(announcement)
  }

  package mutating func end(in scene: Scene) -> [ClientEffect] { startedTouch.end(in: scene) }

  package mutating func finish(_ result: ActionResult, in scene: Scene) -> [ClientEffect] {
    if startedTouch.isEnd(result) { return [] }
    startedTouch.begin(after: result, in: scene)
    let place = dropping
    dropping = nil
    let dragged = dragging.finish(result, in: scene)
    guard result.refusal == nil, let place, case .drag = result.command else {
      return outcomes.finish(result, opening: dragged ?? report(of: result), in: scene)
        + showNewNumbers(in: scene) + showMenu(in: scene)
    }
    let effects = outcomes.finish(result, opening: dragged ?? [], in: scene)
    let drop = drop(at: place, in: scene)
    outcomes.begin(drop, in: scene)
    return effects + drop
  }

  /// What was done comes before what it caused.
  package mutating func introduceAnnouncements(in scene: Scene) -> [ClientEffect] {
    doing.take().map { .say(.answer, $0) } ?? []
  }

  /// Says what there is to choose from in a menu that has opened, unless names or numbers are shown.
  private mutating func showMenu(in scene: Scene) -> [ClientEffect] {
    let open = scene.openMenu
    defer { menu = open }
    guard let open, open != menu, shownNames == nil, numbers.isEmpty else { return [] }
    let items = SpokenNames(of: scene).entries.filter { scene.tree.isAncestor(open, of: $0.id) }
    let more = items.count - Self.maxMenuItems
    return items.prefix(Self.maxMenuItems).map {
      .say(SpokenLine(.choice, $0.shown, element: $0.id))
    } + (more > 0 ? .say(.choice, "and \(more) more") : [])
  }

  /// The maximum number of choices of a menu that are said.
  private static let maxMenuItems = 20

  private mutating func report(of result: ActionResult) -> [ClientEffect] {
    guard let doing = doing.take() else { return [] }
    let isSeen = result.outcome == .confirmed
    return .say(
      .answer, isSeen ? doing : "\(doing), and nothing was seen to change", result.element)
  }
}
