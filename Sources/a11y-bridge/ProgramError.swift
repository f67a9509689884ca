/// Why the program ends before it serves.
struct ProgramError: Error {
  let message: String
  /// Whether the command line is wrong, for which the exit code is 2 rather than 1.
  let isUsage: Bool

  /// The message by lines: a file may have several mistakes.
  var lines: [String] {
    message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  init(_ message: String, isUsage: Bool = false) {
    self.message = message
    self.isUsage = isUsage
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
