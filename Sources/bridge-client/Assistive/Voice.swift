internal import AccessibilityTree
internal import BridgeTransport
internal import CommandLineOptions
internal import Glibc

/// Speaks texts one after another through a speech program of the machine.
final class Voice: Sendable {
  private struct State {
    var queue: [String] = []
    /// The process that speaks now; 0 when there is none.
    var process: pid_t = 0
    var isRunning = false
  }

  private let program: String
  private let arguments: [String]
  private let state = Lock(State())
  private let thread: LoopThread

  /// The speech programs in order of preference: speech-dispatcher, then espeak-ng.
  private static let programs: [(name: String, arguments: [String])] = [
    ("spd-say", ["--wait", "--"]), ("espeak-ng", ["--"]), ("espeak", ["--"]),
  ]

  init() throws {
    let found = Self.programs.lazy.compactMap { candidate in
      Self.path(of: candidate.name).map { ($0, candidate.arguments) }
    }.first
    guard let (path, arguments) = found else {
      throw NoMatch(
        "no speech program was found: install speech-dispatcher or espeak-ng, "
          + "or omit --aloud", .unsupported)
    }
    (program, self.arguments) = (path, arguments)
    thread = try LoopThread(name: "voice")
  }

  private static func path(of name: String) -> String? {
    let directories = Terminal.environment("PATH") ?? "/usr/bin:/bin"
    return directories.split(separator: ":").map { "\($0)/\(name)" }
      .first { unsafe access($0, X_OK) == 0 }
  }

  /// Queues a text to be spoken.
  ///
  /// - Parameter interrupts: Whether to stop what is being spoken and drop what is queued.
  func say(_ text: String, interrupts: Bool) {
    let mustStart = state.withLock { state in
      if interrupts {
        state.queue = []
        if state.process > 0 { kill(state.process, SIGTERM) }
      }
      state.queue.append(text)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if mustStart { thread.handle.submit { [self] _ in speakQueue() } }
  }

  /// Waits until everything is spoken. Nothing can be spoken afterwards.
  func finish() { thread.stop() }

  private func speakQueue() {
    while let process = startNext() {
      // Reaped under the lock, so that no signal is sent to a process that has ended.
      var information = unsafe siginfo_t()
      while unsafe waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) != 0,
        errno == EINTR
      {}
      state.withLock { state in
        waitpid(process, nil, 0)
        state.process = 0
      }
    }
  }

  private func startNext() -> pid_t? {
    state.withLock { state in
      while !state.queue.isEmpty {
        let process = spawn(state.queue.removeFirst())
        guard process > 0 else { continue }
        state.process = process
        return process
      }
      state.isRunning = false
      return nil
    }
  }

  /// Starts the speech program. Returns 0 when it cannot be started.
  private func spawn(_ text: String) -> pid_t {
    var process: pid_t = 0
    let words = [program] + arguments + [text]
    var pointers: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) }
    unsafe pointers.append(nil)
    let code = unsafe posix_spawn(&process, program, nil, nil, pointers, environ)
    for index in unsafe pointers.indices { unsafe free(pointers[index]) }
    return code == 0 ? process : 0
  }
}
