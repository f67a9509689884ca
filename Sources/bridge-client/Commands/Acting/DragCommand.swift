internal import AccessibilityTree
internal import BridgeClient
internal import BridgeProtocol
internal import CommandLineOptions

struct DragCommand: StepCommand {
  static let spec = CommandSpec.acting(
    "drag", "Drag an element onto another, or only pick it up",
    details: [
      "Without --onto, the element is only picked up; 'act TARGET drop SOURCE' drops it.",
      "'get' lists the named drag and drop points of an element.",
    ],
    options: [
      .text("onto", "TARGET", "Element to drop it on: a selector or an id"),
      .text("point", "NAME", "Drop point of the target (default: the whole element)"),
      .text("from-point", "NAME", "Drag point of the element (default: the whole element)"),
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
      throw BadCommand("--point requires --onto: it names a drop point of that element")
    }
    acting = try ActionOptions(parsed)
  }

  /// Picks the element up, or drops it: the drop action includes picking it up.
  func step(_ session: Session, _ client: BridgeClient) async throws -> Step {
    guard let destination else {
      return try await acting.step(
        .drag(point: dragPoint), on: acting.target, session, client)
    }
    guard dragPoint == nil else {
      throw BadCommand(
        "as a step, drag with --onto takes no --from-point: pick it up in a step of its own")
    }
    return try await acting.dropStep(
      acting.target, at: dropPoint, on: destination, session, client)
  }

  func run(_ session: Session) async throws -> ExitCode {
    let client = try session.open(reconnecting: true)
    defer { client.close() }
    let pickUp = ActionCommand.drag(point: dragPoint)
    guard let destination else {
      return try await acting.perform(pickUp, on: acting.target, session, client)
    }
    let source = try await session.element(acting.target, on: client)
    let target = try await session.element(destination, on: client)
    // Where the element has no drag action, the drop action includes picking it up.
    if dragPoint != nil || source.actions.contains(where: { $0.kind == .drag }) {
      let code = try await acting.perform(
        pickUp, on: .id(source.id), waits: false, session, client)
      guard code == .done else { return code }
    }
    let drop = ActionCommand.drop(source: source.id, point: dropPoint)
    return try await acting.perform(drop, on: .id(target.id), session, client)
  }
}
