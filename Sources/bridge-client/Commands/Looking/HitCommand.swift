internal import AccessibilityRendering
internal import AccessibilityTree
internal import BridgeProtocol
internal import CommandLineOptions

struct HitCommand: ClientCommand {
  static let spec = CommandSpec(
    "hit", summary: "Show the deepest element at a point",
    arguments: [.required("point", "Point X,Y in pixels")],
    options: [.text("in", "TARGET", "Search only below this element, in its coordinate space")],
    example: "bridge-client hit 120,80")

  private let point: Point
  private let scope: Target?

  init(_ parsed: ParsedCommand) throws {
    point = try ActionText.point(parsed.required("point"))
    scope = try parsed.string("in").map(Target.init(written:))
  }

  func run(_ session: Session) async throws -> ExitCode {
    let client = try session.open()
    defer { client.close() }
    var request = HitTestRequest(point: point)
    if let scope {
      let element = try await session.element(scope, on: client)
      request.scope = element.id
      if element.frame?.space == .window { request.space = .window }
    }
    let response = try await session.call(request, on: client)
    guard let element = response.element else {
      throw NoMatch(
        "no element at \(point.x.shortDescription),\(point.y.shortDescription)")
    }
    if session.json {
      session.print(Revised(revision: response.revision, value: element))
    } else {
      session.output.outline(Outline.line(for: element) + "\n")
    }
    return .done
  }
}
