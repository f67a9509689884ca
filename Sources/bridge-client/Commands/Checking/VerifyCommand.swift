internal import AccessibilityTree
internal import BridgeProtocol
internal import CommandLineOptions

struct VerifyCommand: ClientCommand {
  static let spec = CommandSpec(
    "verify", summary: "Compare the mirror with the live applications",
    details: [
      "Compares every element. The exit code is 1 if an element differs, and 7 if none differs but not "
        + "all could be compared. Of elements with very many children only those on screen are mirrored and compared; how many "
        + "others there are is printed. Without --timeout, the command may take up to two minutes."
    ],
    arguments: [
      .optional(
        "application",
        "Application to verify: a selector or the id of an element in it (default: all)")
    ],
    example: "bridge-client verify",
    moreExamples: ["bridge-client verify 'application[name=Mousepad]'"])

  private let application: Target?
  private let hasTimeout: Bool

  init(_ parsed: ParsedCommand) throws {
    application = try parsed.argument("application").map(Target.init(written:))
    hasTimeout = parsed.origin("timeout") != .defaultValue
  }

  func run(_ session: Session) async throws -> ExitCode {
    let client = try await session.connect()
    defer { client.close() }
    var request = VerifyRequest()
    if let application {
      // Any element of the application identifies it.
      request.application = try await session.element(application, on: client).application
    }
    let response = try await client.call(
      request, timeout: hasTimeout ? session.timeLeft() : .seconds(120))
    for entry in response.reports {
      if session.json {
        session.print(Revised(revision: response.revision, value: entry))
      } else {
        print(entry, session)
      }
    }
    if response.reports.contains(where: { $0.differenceCount > 0 }) { return .negative }
    let incomplete = response.reports.filter { !$0.isComplete }
    if !incomplete.isEmpty {
      let reasons = incomplete.map { "\($0.name.quotedIfNeeded): \($0.reason)" }
      throw Incomplete("comparison incomplete: " + reasons.joined(separator: "; "))
    }
    guard !response.reports.isEmpty else {
      throw Incomplete(
        "nothing to compare: there are no applications; run 'bridge-client doctor' to find out why")
    }
    return .done
  }

  private func print(_ entry: ApplicationReport, _ session: Session) {
    let report = entry.report
    let head: TerminalText = "\(entry.name.quotedIfNeeded) \(report.application): "
    let compared: TerminalText =
      report.compared == 0
      ? "\("nothing compared", .red)" : "\(counted(report.compared, "element")) compared"
    var rest: [TerminalText] = []
    if entry.differenceCount > 0 {
      rest.append("\(counted(entry.differenceCount, "difference"), .red)")
    } else if entry.isComplete {
      rest.append("\("0 differences", .green)")
    }
    if report.transient > 0 { rest.append("\(report.transient) changed during the comparison") }
    if report.unmirrored > 0 {
      rest.append("\(counted(report.unmirrored, "element")) not mirrored and not compared")
    }
    if !entry.isComplete { rest.append("\("incomplete", .red): \(entry.reason)") }
    session.output.line(head + ([compared] + rest).joined(separator: ", "))
    for difference in report.differences {
      let element = difference.element.map { "\($0)" } ?? "–"
      session.output.line(
        "  \(element) \(difference.field): mirror \(difference.mirrored.quoted(limit: 80)), live \(difference.live.quoted(limit: 80))  \(difference.object)"
      )
    }
  }
}

extension ApplicationReport {
  /// Whether something was compared, and nothing was left out.
  fileprivate var isComplete: Bool { report.failure.isEmpty && report.compared > 0 }

  /// Why not everything was compared.
  fileprivate var reason: String {
    report.failure.isEmpty ? "no elements to compare" : report.failure
  }
}
