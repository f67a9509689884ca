internal import AccessibilityTree
internal import BridgeClient
internal import CommandLineOptions

/// Why a command failed, for programs: the line that `--json` prints instead of what was wanted.
struct Failure: JSONRepresentable {
  let error: any Error

  func writeFields(to writer: inout JSONWriter) {
    writer.field("error", Reason(error: error))
  }

  private struct Reason: JSONRepresentable {
    let error: any Error

    func writeFields(to writer: inout JSONWriter) {
      writer.field("exit_code", Int(ExitCode(error).rawValue))
      if let status = (error as? ClientError)?.status {
        status.writeFields(to: &writer)
      } else {
        writer.field("message", (error as? UsageError)?.message ?? "\(error)")
        writer.field("remedy", (error as? UsageError).flatMap { $0.hint.isEmpty ? nil : $0.hint })
      }
    }
  }
}
