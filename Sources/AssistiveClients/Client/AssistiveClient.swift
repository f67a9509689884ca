package import AccessibilityRendering
package import AccessibilityTree

/// A way to use an application without its screen or its pointer, as a state machine: it is told
/// commands, changes and results, and answers with what is to be said and done.
///
/// Pure: no sockets, no clock, no speech. Whoever runs it performs the effects in order.
package protocol AssistiveClient: Sendable {
  /// What it understands, for help and for the keys of a terminal.
  static var vocabulary: [CommandHelp] { get }

  /// Where it works; the runner makes scenes of it.
  var scope: SceneScope { get set }

  /// One with the same settings that knows of no element: in another run of the server every id
  /// names something else.
  func renewed(scope: SceneScope) -> Self

  /// Called once, before anything else.
  mutating func begin(in scene: Scene) -> [ClientEffect]

  /// It was sent to another window, which is the scene now.
  mutating func enter(_ scene: Scene) -> [ClientEffect]

  /// Carries out a command of its own; `carryOut` is what a runner calls.
  mutating func take(_ command: CommandLine, in scene: Scene) -> [ClientEffect]

  /// What happened since the last call, with the scene as it is after it; `handle` is what a runner
  /// calls. Announcements are said by others.
  mutating func follow(_ notifications: [Notification], in scene: Scene) -> [ClientEffect]

  /// What came of an action that it asked for; what the action changed was told before.
  mutating func finish(_ result: ActionResult, in scene: Scene) -> [ClientEffect]

  /// Whether an announcement only repeats what it has just said itself.
  mutating func hasJustSaid(_ announcement: String) -> Bool
}

extension AssistiveClient {
  /// Carries out a command: one that every client has, or one of its own.
  package mutating func carryOut(_ command: CommandLine, in scene: Scene) -> [ClientEffect] {
    switch command.verb {
    case "windows": return WindowCommands.list(in: scene)
    case "window":
      guard let scope = WindowCommands.scope(command.argument, in: scene) else {
        return .refuse("There is no window \(command.argument).")
      }
      self.scope = scope
      return enter(Scene(scene.tree, scope: scope))
    default: return take(command, in: scene)
    }
  }

  /// Says the announcements that are heard, and follows what happened.
  package mutating func handle(
    _ notifications: [Notification], in scene: Scene
  ) -> [ClientEffect] {
    let changes = follow(notifications, in: scene)
    var announcements: [ClientEffect] = []
    for case .speech(let event) in notifications {
      guard let line = SpokenLine(event), !hasJustSaid(line.text) else { continue }
      announcements.append(.say(line))
    }
    return announcements + changes
  }

  package mutating func enter(_ scene: Scene) -> [ClientEffect] { begin(in: scene) }

  package mutating func hasJustSaid(_ announcement: String) -> Bool { false }
}

/// What a client wants done.
package enum ClientEffect: Hashable, Sendable {
  case say(SpokenLine)
  case perform(ElementID, ActionCommand)
}

/// One thing that a client says or shows.
package struct SpokenLine: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The element that the client came to.
    case element
    /// What can be done with it, after it.
    case hint
    /// A change of the element that it is at.
    case change
    case announcement
    /// One of several to choose from.
    case choice
    /// The answer to a command.
    case answer
    /// There is nothing further this way.
    case boundary
    /// Why a command or an action was not carried out.
    case refusal
  }

  package var kind: Kind
  package var text: String
  package var element: ElementID?
  /// Only of announcements.
  package var priority: AnnouncementPriority?

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

extension SpokenLine {
  /// An announcement that is heard: the server's queue decides which are, and when (N3).
  init?(_ event: SpeechEvent) {
    guard event.decision == .spoken else { return nil }
    self.init(.announcement, event.text, element: event.element, priority: event.priority)
  }
}

extension SpokenLine: JSONRepresentable {
  package func writeFields(to writer: inout JSONWriter) {
    writer.field("kind", kind.rawValue)
    writer.field("text", text)
    writer.field("element_id", element)
    writer.field("priority", priority?.name)
  }
}

/// What came of an action.
package struct ActionResult: Hashable, Sendable {
  package enum Outcome: Hashable, Sendable {
    /// Its effect was seen.
    case confirmed
    /// The application took it; nothing was seen to change.
    case unconfirmed
    /// It was not performed, for this reason.
    case refused(String)
  }

  package var element: ElementID
  package var command: ActionCommand
  package var outcome: Outcome

  package init(element: ElementID, command: ActionCommand, outcome: Outcome) {
    self.element = element
    self.command = command
    self.outcome = outcome
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

  /// A verb that a client does not know.
  static func refuse(unknown command: CommandLine) -> Self {
    refuse("There is no command \(command.verb). \"help\" lists them.")
  }
}
