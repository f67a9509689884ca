/// Why the program ends before it serves.
struct ProgramError: Error {
  let message: String
  let exitCode: Int32

  /// Whether the command line is wrong.
  var isUsage: Bool { exitCode == 2 }

  /// The message by lines: a file may have several mistakes.
  var lines: [String] {
    message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  init(_ message: String, isUsage: Bool = false) {
    self.init(message, exitCode: isUsage ? 2 : 1)
  }

  init(_ message: String, exitCode: Int32) {
    (self.message, self.exitCode) = (message, exitCode)
  }
}

/// Runs `body`, whose error ends the program: what is stored cannot be read or written.
func stored<Value, Failure: Error & CustomStringConvertible>(
  _ body: () throws(Failure) -> Value
) throws(ProgramError) -> Value {
  do throws(Failure) {
    return try body()
  } catch {
    throw ProgramError(error.description)
  }
}
