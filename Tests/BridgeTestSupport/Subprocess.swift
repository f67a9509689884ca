/// Programs run to their end.
public enum Subprocess {
  /// What a program left behind.
  public struct Result: Sendable {
    public let exit: RunningProcess.Exit
    /// How long it ran.
    public let time: Duration
    public let standardOutput: String
    public let standardError: String

    /// The exit code, or nil when a signal ended it.
    public var code: Int32? { if case .code(let code) = exit { code } else { nil } }

    /// The lines of the standard output.
    public var lines: [Substring] { standardOutput.split(separator: "\n") }
  }

  /// Runs a program and waits for its end and for the end of its output.
  ///
  /// - Parameters:
  ///   - program: A path, or a name to look up in the PATH of `environment`.
  ///   - environment: The whole environment; nil is this process's own.
  ///   - input: Its standard input.
  ///   - limit: After it the program is killed.
  /// - Throws: `MissingProgram`, or `NotInTime` with what it had written.
  public static func run(
    _ program: String, _ arguments: [String] = [], environment: [String: String]? = nil,
    directory: String? = nil, input: String = "", within limit: Duration = .seconds(60)
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
