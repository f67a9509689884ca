internal import AccessibilityRendering
internal import AccessibilityTree
internal import BridgeClient
internal import BridgeProtocol
internal import CommandLineOptions

/// Why a command failed, for programs: the line that `--json` prints last.
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
        let cause = FailureCause(error)
        writer.field("code", cause.code.name)
        writer.field("reason", cause.reason)
        writer.field("message", (error as? UsageError)?.message ?? "\(error)")
        writer.field("remedy", (error as? UsageError).flatMap { $0.hint.isEmpty ? nil : $0.hint })
      }
    }
  }
}

/// The code and reason of a failure that the client noticed itself. README lists those that no server
/// sends.
private struct FailureCause {
  let code: StatusCode
  let reason: String

  init(_ error: any Error) {
    switch error {
    case ClientError.cannotConnect: self.init(.unavailable, "CANNOT_CONNECT")
    case ClientError.connectionLost: self.init(.unavailable, "CONNECTION_LOST")
    case ClientError.badAnswer: self.init(.internal, "BAD_ANSWER")
    case is BadCommand, is UsageError, is ActionText.SyntaxError, is JSONError:
      self.init(.invalidArgument, "USAGE")
    case let error as NothingThere: self.init(error.reason)
    case is NotInTime: self.init(.timedOut)
    case is Incomplete: self.init(.failedPrecondition, "INCOMPLETE")
    case is NotHeard: self.init(.conditionNotMet)
    default: self.init(.unspecified)
    }
  }

  private init(_ reason: ErrorReason) {
    self.init(reason.code, reason.name)
  }

  private init(_ code: StatusCode, _ reason: String) {
    (self.code, self.reason) = (code, reason)
  }
}
