package import AccessibilityRendering
package import AccessibilityTree

/// A way to use an application without its screen or pointer, as a state machine: it receives commands,
/// changes and results, and returns what to say and what to do.
///
/// Has no sockets, no clock and no speech output. The runner performs the effects in order.
package protocol AssistiveClient: Sendable {
  /// The commands of the client, for help and for the keys of a terminal.
  static var vocabulary: [CommandHelp] { get }

  /// How many numbers people can choose by at present; 0 when none are shown.
  var numberCount: Int { get }

  /// The element that the client is at; `nil` when it is at none.
  var place: ElementID? { get }

  /// Whether the client says what the application in front announces, even if it has not acted on it.
  static var hearsFront: Bool { get }

  /// Where the client works; the runner creates scenes from it.
  var scope: SceneScope { get set }

  /// Which windows applications open upon the client's actions. `carryOut` and `handle` keep it.
  var opening: OpenedWindows { get set }

  /// Returns a client with the same settings but without any state that refers to elements. Used when the
  /// server was restarted, because the ids of another run name other elements.
  func renewed(scope: SceneScope) -> Self

  /// What is said before a client is replaced by the one that `renewed` returns: what people lose.
  var loss: [ClientEffect] { get }

  /// Called once, before any other method.
  mutating func begin(in scene: Scene) -> [ClientEffect]

  /// Called when the client has moved to another window, whose scene is passed.
  mutating func enter(_ scene: Scene) -> [ClientEffect]

  /// Performs one of the client's own commands. Runners call `carryOut` instead.
  mutating func take(_ command: CommandLine, in scene: Scene) -> [ClientEffect]

  /// Handles what happened since the last call; `scene` is the state afterwards. Runners call `handle`
  /// instead, which also says announcements.
  mutating func follow(_ notifications: [Notification], in scene: Scene) -> [ClientEffect]

  /// Handles the result of an action that the client requested. The changes that the action made were passed before.
  mutating func finish(_ result: ActionResult, in scene: Scene) -> [ClientEffect]

  /// Called before announcements are said: returns what is said first.
  mutating func introduceAnnouncements(in scene: Scene) -> [ClientEffect]

  /// Called before the client ends: returns what undoes a state that only it uses.
  mutating func end(in scene: Scene) -> [ClientEffect]

  /// Whether an announcement only repeats what the client has just said.
  mutating func hasJustSaid(_ announcement: String) -> Bool
}

extension AssistiveClient {
  /// Performs a command: one that all clients have, or one of the client's own.
  package mutating func carryOut(_ command: CommandLine, in scene: Scene) -> [ClientEffect] {
    if let refusal = Self.vocabulary.refusal(of: command) { return .refuse(refusal) }
    switch command.verb {
    case "windows": return WindowCommands.list(in: scene, at: place)
    case "window":
      guard let scope = WindowCommands.scope(command.argument, in: scene) else {
        return .refuse("There is no window \(command.argument).")
      }
      self.scope = scope
      opening = OpenedWindows()
      return enter(Scene(scene.tree, scope: scope, last: scene.last))
    default:
      let effects = take(command, in: scene)
      opening.begin(effects, in: scene)
      return effects
    }
  }

  package static var hearsFront: Bool { false }

  /// Says the announcements, and follows the changes.
  ///
  /// - Parameter notifications: What happened since the last call; of the announcements only those to be said, each
  ///   followed by its interruption, as `Hearing` decides.
  package mutating func handle(
    _ notifications: [Notification], in scene: Scene
  ) -> [ClientEffect] {
    let scene = sceneInOpenedWindow(scene)
    let closed = opening.sayClosed(in: scene.tree)
    let changes = follow(notifications, in: scene)
    return closed + announce(notifications, in: scene) + changes
  }

  /// Goes to a window that an action of the client has opened, and back when it is closed.
  private mutating func sceneInOpenedWindow(_ scene: Scene) -> Scene {
    let new = opening.scope(after: scope, in: scene.tree)
    guard new != scope else { return scene }
    scope = new
    return Scene(scene.tree, scope: new, last: scene.last)
  }

  /// Says announcements, as `Hearing` decides.
  package mutating func announce(
    _ notifications: [Notification], in scene: Scene
  ) -> [ClientEffect] {
    var lines: [SpokenLine] = []
    for notification in notifications {
      switch notification {
      case .announcement(let text, let priority, let element) where !hasJustSaid(text):
        lines.append(SpokenLine(.announcement, text, element: element, priority: priority))
      case .speech(let event) where event.decision == .interrupted:
        if let last = lines.indices.last, lines[last].text == event.text {
          lines[last].isInterrupted = true
        }
      default: break
      }
    }
    return lines.isEmpty ? [] : introduceAnnouncements(in: scene) + lines.map { .say($0) }
  }

  package var numberCount: Int { 0 }

  package var place: ElementID? { nil }

  package mutating func enter(_ scene: Scene) -> [ClientEffect] { begin(in: scene) }

  package mutating func introduceAnnouncements(in scene: Scene) -> [ClientEffect] { [] }

  package mutating func end(in scene: Scene) -> [ClientEffect] { [] }

  package mutating func hasJustSaid(_ announcement: String) -> Bool { false }
}

/// An effect that a client requests from its runner.
package enum ClientEffect: Hashable, Sendable {
  case say(SpokenLine)
  case perform(ElementID, ActionCommand)
}

/// A line that a client says or shows.
package struct SpokenLine: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A command of a script, which is shown and not spoken.
    case command
    /// The element that the client moved to.
    case element
    /// A hint that follows an element.
    case hint
    /// A change of the current element.
    case change
    case announcement
    /// One of several options.
    case choice
    /// The response to a command.
    case answer
    /// There are no more elements in this direction.
    case boundary
    /// Why a command or an action was refused.
    case refusal
  }

  package var kind: Kind
  package var text: String
  package var element: ElementID?
  /// `nil` except for announcements.
  package var priority: AnnouncementPriority?
  /// Whether the next announcement interrupts this one before it is spoken to its end.
  package var isInterrupted = false

  package init(
    _ kind: Kind, _ text: String, element: ElementID? = nil,
    priority: AnnouncementPriority? = nil
  ) {
    self.kind = kind
    self.text = text
    self.element = element
    self.priority = priority
  }
}

extension SpokenLine: JSONRepresentable {
  package func writeFields(to writer: inout JSONWriter) {
    writer.field("kind", kind.rawValue)
    writer.field("text", text)
    writer.field("element_id", element)
    writer.field("priority", priority?.name)
    if isInterrupted { writer.field("interrupted", true) }
  }
}

/// The result of an action.
package struct ActionResult: Hashable, Sendable {
  package enum Outcome: Hashable, Sendable {
    /// Its effect was observed.
    case confirmed
    /// The application accepted it, but no change was observed.
    case unconfirmed
    /// It was not performed, for the given reason.
    case refused(String)
  }

  package var element: ElementID
  package var command: ActionCommand
  package var outcome: Outcome
  /// Whether the action changed the value of the element, which may be what it was before somebody else changed it.
  package var hasNewValue = false

  package init(element: ElementID, command: ActionCommand, outcome: Outcome) {
    self.element = element
    self.command = command
    self.outcome = outcome
  }

  /// What is said when nothing else tells what came of the action.
  var wordsWithoutChange: String {
    outcome == .confirmed ? "Done" : "Nothing was seen to change"
  }

  package var refusal: String? {
    if case .refused(let reason) = outcome { return reason }
    return nil
  }
}

extension [ClientEffect] {
  static func say(_ kind: SpokenLine.Kind, _ text: String, _ element: ElementID? = nil) -> Self {
    [.say(SpokenLine(kind, text, element: element))]
  }

  static func refuse(_ text: String) -> Self { say(.refusal, text) }

  /// Returns a refusal for an unknown command.
  static func refuse(unknown command: CommandLine) -> Self {
    refuse("There is no command \(command.verb). \"help\" lists them.")
  }
}
