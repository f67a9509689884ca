internal import BridgeTransport
internal import CTestSupport
internal import Foundation
internal import Glibc

/// A process that a test started. It is killed when the last reference is released, at the latest when this
/// process ends.
public final class RunningProcess: Sendable {
  /// How a process ended.
  public enum Exit: Sendable, Equatable {
    /// The process exited with this code.
    case code(Int32)
    /// This signal ended the process.
    case signal(Int32)
  }

  /// The process id.
  public let pid: Int32
  public let standardOutput: OutputReader
  public let standardError: OutputReader
  private let input: InputWriter
  private let end = End()

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: A path, or a name to look up in the PATH of `environment`.
  ///   - environment: The whole environment; nil: this process's environment.
  ///   - directory: The working directory; nil: this process's directory.
  /// - Throws: `MissingProgram`, or `SpawnFailed` with the system's error.
  public init(
    _ program: String, _ arguments: [String] = [], environment: [String: String]? = nil,
    directory: String? = nil
  ) throws {
    let environment = environment ?? ProcessInfo.processInfo.environment
    let path = try Places.program(program, path: environment["PATH"])
    let (input, output, errors) = (try PipeEnds(), try PipeEnds(), try PipeEnds())
    defer { for end in [input.reading, output.writing, errors.writing] { close(end) } }
    do {
      pid = try spawn(
        path, arguments, environment: environment, directory: directory,
        descriptors: [input.reading, output.writing, errors.writing])
    } catch {
      for end in [input.writing, output.reading, errors.reading] { close(end) }
      throw error
    }
    self.input = InputWriter(input.writing)
    started.add(pid)
    standardOutput = OutputReader(output.reading)
    standardError = OutputReader(errors.reading)
    Thread.detachNewThread { [pid, end] in end.await(pid) }
  }

  deinit { send(SIGKILL) }

  /// How the process ended; nil while it runs.
  public var exit: Exit? { end.exit.withLock { $0 } }

  public var isRunning: Bool { exit == nil }

  /// How long the process ran; nil while it runs.
  public var time: Duration? { end.time }

  /// Sends a signal, unless the process has ended.
  public func send(_ signal: Int32) {
    // Under the lock the process cannot be reaped, so the id is still valid.
    end.exit.withLock { if $0 == nil { _ = Glibc.kill(pid, signal) } }
  }

  /// Ends the process at once (SIGKILL).
  public func kill() { send(SIGKILL) }

  /// Stops the process, as if it hangs (SIGSTOP).
  public func suspend() { send(SIGSTOP) }

  /// Lets the process continue (SIGCONT).
  public func resume() { send(SIGCONT) }

  /// Writes to the standard input. Bytes that the process does not read any more are dropped.
  public func write(_ text: String) { input.write(Array(text.utf8)) }

  /// Writes bytes that may be no text.
  public func write(_ bytes: [UInt8]) { input.write(bytes) }

  /// Closes the standard input.
  public func closeInput() { input.close() }

  /// Waits until the process has ended and all of its output was read.
  ///
  /// - Throws: `NotInTime` when the process still runs after the limit, or another process that it started
  ///   still has its output open.
  @discardableResult
  public func ended(within limit: Duration = .patience) async throws -> Exit {
    try await eventually(
      "the end of process \(pid), standard error: \(standardError.text.suffix(2000))",
      within: limit
    ) { standardOutput.isAtEnd && standardError.isAtEnd ? exit : nil }
  }

  /// Ends the process with SIGTERM, and with SIGKILL when it still runs after the limit.
  @discardableResult
  public func terminate(within limit: Duration = .seconds(5)) async throws -> Exit {
    send(SIGTERM)
    resume()
    if let exit = try? await ended(within: limit) { return exit }
    kill()
    return try await ended(within: limit)
  }

  /// The end of a process, set by the thread that waits for it.
  private final class End: Sendable {
    let exit = Lock<Exit?>(nil)
    private let took = Lock<Duration?>(nil)

    /// How long the process ran, measured by the waiting thread: tasks may be late to notice the end.
    var time: Duration? { took.withLock { $0 } }

    func await(_ pid: pid_t) {
      let began = ContinuousClock.now
      // Waits for the end without reaping, so that the id stays reserved until the lock is held.
      var information = unsafe siginfo_t()
      while unsafe waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
      took.withLock { $0 = ContinuousClock.now - began }
      exit.withLock { exit in
        var status: Int32 = 0
        unsafe waitpid(pid, &status, 0)
        started.remove(pid)
        let signal = status & 0x7f
        exit = signal == 0 ? .code((status >> 8) & 0xff) : .signal(signal)
      }
    }
  }
}

/// The running processes. Those that tests leave behind are killed when this process ends, however it does.
private let started = ProcessGuard()

/// A process that kills others when it loses contact with this one.
struct ProcessGuard: Sendable {
  private let list: Int32

  init() { list = ctest_guard() }

  func add(_ process: pid_t) { tell(process) }

  func remove(_ process: pid_t) { tell(-process) }

  /// As if this process had ended.
  func close() { Glibc.close(list) }

  private func tell(_ number: pid_t) {
    // As short as it is, it is written as a whole.
    var number = number
    _ = unsafe write(list, &number, MemoryLayout<pid_t>.size)
  }
}
