internal import AccessibilityTree
internal import BridgeProtocol
internal import CommandLineOptions
internal import DesktopSource

struct DoctorCommand: ClientCommand {
  static let spec = CommandSpec(
    "doctor", summary: "Check what the desktop needs for accessibility, and how to fix problems",
    details: [
      "Checks this machine or, with --server or A11Y_BRIDGE_SERVER, the server's machine."
    ],
    example: "bridge-client doctor")

  private let asksServer: Bool

  init(_ parsed: ParsedCommand) {
    asksServer = parsed.origin("server") != .defaultValue
  }

  func run(_ session: Session) async throws -> ExitCode {
    guard asksServer else { return report(DesktopDoctor.examineThisMachine(), session) }
    return report(try await session.call(DiagnoseRequest()).findings, session)
  }

  /// Prints findings; the exit code tells whether any of them is a problem.
  private func report(_ findings: [Finding], _ session: Session) -> ExitCode {
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
      // A remedy is to be copied, so its lines are not wrapped.
      for line in finding.remedy.split(separator: "\n") {
        session.output.line("         → \(line)")
      }
    }
    return findings.contains { $0.severity == .problem } ? .negative : .done
  }
}
