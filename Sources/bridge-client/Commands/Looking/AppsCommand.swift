internal import AccessibilityTree
internal import BridgeProtocol
internal import CommandLineOptions

struct AppsCommand: ClientCommand {
  static let spec = CommandSpec(
    "apps", summary: "List the applications, the size of their mirrors and their health",
    example: "bridge-client apps", moreExamples: ["bridge-client --json apps"])

  init(_ parsed: ParsedCommand) {}

  func run(_ session: Session) async throws -> ExitCode {
    let client = try session.open()
    defer { client.close() }
    let response = try await session.call(ListApplicationsRequest(), on: client)
    if session.json {
      for application in response.applications {
        session.print(Revised(revision: response.revision, value: application))
      }
      return .done
    }
    guard !response.applications.isEmpty else {
      session.output.ownLine(
        "No applications. \(session.words.checkDesktop(as: client.server?.access))")
      return .done
    }
    var rows = [["ID", "NAME", "PID", "TOOLKIT", "ELEMENTS", "LOAD", "HEALTH", "AGE"]]
    for info in response.applications {
      let application = info.application
      rows.append([
        "\(application.root)", application.name.quotedIfNeeded,
        application.processID.map { "\($0)" } ?? "–",
        [application.toolkit, application.toolkitVersion].filter { !$0.isEmpty }
          .joined(separator: " "),
        "\(info.elementCount)", application.load.name, application.health.name,
        duration(milliseconds: info.lastHeardAgoMs),
      ])
    }
    printTable(rows, session)
    for info in response.applications {
      if let why = info.application.loadDetail {
        session.output.line("\(info.application.name): \(why)")
      }
    }
    return .done
  }

  /// Prints the table with a dim header, and the applications that do not respond in red.
  private func printTable(_ rows: [[String]], _ session: Session) {
    var columns = Columns(rows: rows)
    // On a terminal, application names are shortened first, then the toolkit; ids and numbers are not. Programs
    // read everything.
    if let width = session.output.columns {
      columns.fit(width, yielding: [(1, 12), (3, 6), (1, 6), (5, 7)])
    }
    for (place, line) in columns.lines().enumerated() {
      let isWell = place == 0 || rows[place].contains(Health.responsive.name)
      session.output.line(
        place == 0 ? "\(line, .dim)" : isWell ? "\(line)" : "\(line, .red)")
    }
  }
}
