internal import AccessibilityTree
internal import BridgeClient
internal import BridgeProtocol
internal import CommandLineOptions

struct DragCommand: ClientCommand {
  static let spec = CommandSpec.acting(
    "drag", "Drag an element onto another, or pick it up",
    details: [
      "Without --onto it is only picked up; 'act TARGET drop SOURCE' drops it.",
      "'get' shows the named points of an element.",
    ],
    options: [
      .text("onto", "TARGET", "Where to drop it: a selector or an id"),
      .text("point", "NAME", "The drop point; the element as a whole if absent"),
      .text("from-point", "NAME", "The drag point; the element as a whole if absent"),
    ],
    example: "bridge-client drag 'listitem[label=Report]' --onto 'listitem[label=Archive]'",
    moreExamples: [
      "bridge-client drag 482117350014 --onto 482117350015 --point 'Set Sound 1'"
    ])

  private let acting: ActionOptions
  private let destination: Target?
  /// The name of the drag point to pick the element up at.
  private let dragPoint: String?
  /// The name of the drop point to drop it on.
  private let dropPoint: String?

  init(_ parsed: ParsedCommand) throws {
    dragPoint = parsed.string("from-point")
    dropPoint = parsed.string("point")
    destination = try parsed.string("onto").map(Target.init(written:))
    if destination == nil, dropPoint != nil {
      throw BadCommand("--point is a drop point of what --onto names, which is missing")
    }
    acting = try ActionOptions(parsed)
  }

  func run(_ session: Session) async throws -> ExitCode {
    let client = try await session.connect()
    defer { client.close() }
    let pickUp = ActionCommand.drag(point: dragPoint)
    guard let destination else {
      return try await acting.perform(pickUp, on: acting.target, session, client)
    }
    let source = try await session.element(acting.target, on: client)
    let target = try await session.element(destination, on: client)
    // Where the element has no drag action, the drop action includes picking it up.
    if dragPoint != nil || source.actions.contains(where: { $0.kind == .drag }) {
      let code = try await acting.perform(pickUp, on: .id(source.id), session, client)
      guard code == .done else { return code }
    }
    let drop = ActionCommand.drop(source: source.id, point: dropPoint)
    return try await acting.perform(drop, on: .id(target.id), session, client)
  }
}
