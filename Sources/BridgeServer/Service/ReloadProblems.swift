internal import AccessibilityTree

/// What could not be read again when the server was last told to, for clients that may administer it.
final class ReloadProblems {
  /// Each says what is wrong, and with what the server goes on.
  var lines: [String] = []

  /// The same for `doctor`.
  var findings: [Finding] {
    lines.map {
      Finding(
        .problem, "reload", "the server goes on with \($0)",
        remedy: "Mend that, and send the server SIGHUP again")
    }
  }
}
