internal import AccessibilityTree
internal import BridgeProtocol
internal import CommandLineOptions

/// `verify` and `doctor`.
enum Checking {
  static func verify(_ session: Session, application: String?) async throws -> ExitCode {
    let client = try await session.connect()
    defer { client.close() }
    var request = VerifyRequest()
    if let application {
      // Any element of the application names it.
      let target = try parseTarget(application)
      request.application = try await client.call(
        GetElementRequest(target: target), timeout: session.timeout
      ).element.application
    }
    let response = try await client.call(request, timeout: max(session.timeout, .seconds(120)))
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

  /// Prints findings; the exit says whether any is a problem.
  static func report(_ findings: [Finding], _ session: Session) -> ExitCode {
    for finding in findings {
      if session.json {
        session.print(finding)
        continue
      }
      let mark: TerminalText =
        switch finding.severity {
        case .ok: "\("ok     ", .green)"
        case .note: "\("note   ", .yellow)"
        case .problem: "\("PROBLEM", .red)"
        }
      let width = (Terminal.columns(of: 1) ?? 80) - 11
      let text = wrapped("\(finding.subject): \(finding.message)".printable, width: width)
      for (place, line) in text.enumerated() {
        session.output.line(place == 0 ? "\(mark)  \(line)" : "         \(line)")
      }
      // A remedy is to be copied: its lines stay as they are.
      for line in finding.remedy.split(separator: "\n") {
        session.output.line("         → \(line)")
      }
    }
    return findings.contains { $0.severity == .problem } ? .negative : .done
  }
}
