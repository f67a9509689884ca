internal import AccessibilityTree
internal import BridgeProtocol
internal import CommandLineOptions

struct VerifyCommand: ClientCommand {
  static let spec = CommandSpec(
    "verify", summary: "Compare the mirror with the live applications",
    details: [
      "Compares every element, in at most two minutes without --timeout. The exit code is 1 when one "
        + "differs."
    ],
    arguments: [.optional("application", "A selector or an id in it; all if absent")],
    example: "bridge-client verify",
    moreExamples: ["bridge-client verify 'application[name=Mousepad]'"])

  private let application: Target?
  private let hasTimeout: Bool

  init(_ parsed: ParsedCommand) throws {
    hasTimeout = parsed.origin("timeout") != .defaultValue
    application = try parsed.argument("application").map(Target.init(written:))
  }

  func run(_ session: Session) async throws -> ExitCode {
    let client = try await session.connect()
    defer { client.close() }
    var request = VerifyRequest()
    if let application {
      // Any element of the application names it.
      request.application = try await session.element(application, on: client).application
    }
    let response = try await client.call(
      request, timeout: hasTimeout ? session.timeLeft() : .seconds(120))
    var isTrue = true
    for entry in response.reports {
      isTrue = isTrue && entry.differenceCount == 0 && entry.report.failure.isEmpty
      if session.json {
        session.print(Revised(revision: response.revision, value: entry))
        continue
      }
      let report = entry.report
      let moved = report.transient == 0 ? "" : ", \(report.transient) moved on meanwhile"
      let failure = report.failure.isEmpty ? "" : ", not finished: \(report.failure)"
      let count = counted(entry.differenceCount, "difference")
      let color: Style = entry.differenceCount == 0 ? .green : .red
      session.output.line(
        "\(entry.name.quotedIfNeeded) \(report.application): \(counted(report.compared, "element")) compared, \(count, color)\(moved)\(failure)"
      )
      for difference in report.differences {
        let element = difference.element.map { "\($0)" } ?? "–"
        session.output.line(
          "  \(element) \(difference.field): mirror \(difference.mirrored.quoted(limit: 80)), live \(difference.live.quoted(limit: 80))  \(difference.object)"
        )
      }
    }
    return isTrue ? .done : .negative
  }
}
