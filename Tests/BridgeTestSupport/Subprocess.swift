/// Runs programs until they end.
public enum Subprocess {
  /// The result of a program.
  public struct Result: Sendable {
    public let exit: RunningProcess.Exit
    /// How long the program ran.
    public let time: Duration
    public let standardOutput: String
    public let standardError: String

    /// The exit code; nil when a signal ended the program.
    public var code: Int32? { if case .code(let code) = exit { code } else { nil } }

    /// The lines of the standard output.
    public var lines: [Substring] { standardOutput.split(separator: "\n") }
  }

  /// Runs a program, and waits until it has ended and its output is closed.
  ///
  /// - Parameters:
  ///   - program: A path, or a name to look up in the PATH of `environment`.
  ///   - environment: The whole environment; nil: this process's environment.
  ///   - input: The standard input.
  ///   - limit: The time after which the program is killed.
  /// - Throws: `MissingProgram`, or `NotInTime` with the output so far.
  public static func run(
    _ program: String, _ arguments: [String] = [], environment: [String: String]? = nil,
    directory: String? = nil, input: String = "", within limit: Duration = .patience
  ) async throws -> Result {
    let process = try RunningProcess(
      program, arguments, environment: environment, directory: directory)
    process.write(input)
    process.closeInput()
    do {
      let exit = try await process.ended(within: limit)
      return Result(
        exit: exit, time: process.time ?? .zero, standardOutput: process.standardOutput.text,
        standardError: process.standardError.text)
    } catch {
      process.kill()
      throw error
    }
  }
}
