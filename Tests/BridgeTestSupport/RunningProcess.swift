internal import BridgeTransport
internal import Foundation
internal import Glibc

/// A process that a test started. It is killed when the last reference goes, at the latest when this
/// process ends.
public final class RunningProcess: Sendable {
  /// How a process ended.
  public enum Exit: Sendable, Equatable {
    /// By itself, with this exit code.
    case code(Int32)
    /// By this signal.
    case signal(Int32)
  }

  /// Its process id.
  public let pid: Int32
  public let standardOutput: OutputReader
  public let standardError: OutputReader
  private let input: InputWriter
  private let end = End()

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: A path, or a name to look up in the PATH of `environment`.
  ///   - environment: The whole environment; nil is this process's own.
  ///   - directory: The working directory; nil is this process's own.
  /// - Throws: `MissingProgram`, or `SpawnFailed` with what the system says.
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
    Started.add(pid)
    standardOutput = OutputReader(output.reading)
    standardError = OutputReader(errors.reading)
    Thread.detachNewThread { [pid, end] in end.await(pid) }
  }

  deinit { send(SIGKILL) }

  /// How it ended; nil while it runs.
  public var exit: Exit? { end.exit.withLock { $0 } }

  public var isRunning: Bool { exit == nil }

  /// How long it ran; nil while it runs.
  public var time: Duration? { end.time }

  /// Sends a signal; one that has ended gets none.
  public func send(_ signal: Int32) {
    // Under the lock it cannot be reaped meanwhile, so the id is still its own.
    end.exit.withLock { if $0 == nil { _ = Glibc.kill(pid, signal) } }
  }

  /// Ends it at once: SIGKILL.
  public func kill() { send(SIGKILL) }

  /// Stops it where it is, as an application that hangs: SIGSTOP.
  public func suspend() { send(SIGSTOP) }

  /// Lets it go on: SIGCONT.
  public func resume() { send(SIGCONT) }

  /// Writes to its standard input; what it does not read any more is dropped.
  public func write(_ text: String) { input.write(text) }

  /// Ends its standard input.
  public func closeInput() { input.close() }

  /// Waits for its end, and for all that it wrote.
  ///
  /// - Throws: `NotInTime` when it still runs after the limit, or something that it started still
  ///   holds its output.
  @discardableResult
  public func ended(within limit: Duration = .seconds(30)) async throws -> Exit {
    try await eventually(
      "the end of process \(pid), standard error: \(standardError.text.suffix(2000))",
      within: limit
    ) { standardOutput.isAtEnd && standardError.isAtEnd ? exit : nil }
  }

  /// Asks it to end with SIGTERM, and makes it end with SIGKILL when it does not within the limit.
  @discardableResult
  public func terminate(within limit: Duration = .seconds(5)) async throws -> Exit {
    send(SIGTERM)
    resume()
    if let exit = try? await ended(within: limit) { return exit }
    kill()
    return try await ended(within: limit)
  }

  /// The end of a process, filled in by the thread that waits for it.
  private final class End: Sendable {
    let exit = Lock<Exit?>(nil)
    private let took = Lock<Duration?>(nil)

    /// How long the process ran, by the clock of the thread that waited: tasks may be late to hear of its end.
    var time: Duration? { took.withLock { $0 } }

    func await(_ pid: pid_t) {
      let began = ContinuousClock.now
      // Learns of the end without reaping, so that the id stays taken until the lock is held.
      var information = unsafe siginfo_t()
      while unsafe waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
      took.withLock { $0 = ContinuousClock.now - began }
      exit.withLock { exit in
        var status: Int32 = 0
        unsafe waitpid(pid, &status, 0)
        Started.remove(pid)
        let signal = status & 0x7f
        exit = signal == 0 ? .code((status >> 8) & 0xff) : .signal(signal)
      }
    }
  }
}

/// The processes that run. What a test forgot is ended with this process.
private enum Started {
  private static let processes: Lock<Set<pid_t>> = {
    atexit { Started.processes.withLock { for process in $0 { _ = Glibc.kill(process, SIGKILL) } } }
    return Lock([])
  }()

  static func add(_ process: pid_t) { _ = processes.withLock { $0.insert(process) } }

  static func remove(_ process: pid_t) { _ = processes.withLock { $0.remove(process) } }
}
