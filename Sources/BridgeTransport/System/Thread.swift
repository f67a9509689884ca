internal import CLinux
internal import Glibc

/// Starts a thread that nobody joins.
func startThread(named name: String, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
  let thread = try makeThread(named: name, body)
  pthread_detach(thread)
}

/// A thread that can be joined.
final class JoinableThread: Sendable {
  private let thread: Lock<pthread_t?>

  init(named name: String, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
    thread = Lock(try makeThread(named: name, body))
  }

  deinit {
    if let thread = thread.withLock({ $0 }) { pthread_detach(thread) }
  }

  /// Waits for the thread to end. Later calls have no effect.
  func join() {
    let thread = thread.withLock { thread in
      defer { thread = nil }
      return thread
    }
    if let thread { pthread_join(thread, nil) }
  }
}

private final class Body: Sendable {
  let name: String
  let run: @Sendable () -> Void

  init(name: String, run: @escaping @Sendable () -> Void) {
    self.name = name
    self.run = run
  }
}

private func makeThread(
  named name: String, _ body: @escaping @Sendable () -> Void
) throws(SystemError) -> pthread_t {
  let argument = unsafe Unmanaged.passRetained(Body(name: name, run: body))
  var thread = pthread_t()
  // The new thread blocks all signals: they are for the thread that waits for them.
  var signals = sigset_t()
  unsafe clinux_block_signals(&signals)
  defer { unsafe clinux_restore_signals(&signals) }
  let code = unsafe pthread_create(
    &thread, nil,
    { argument in
      guard let argument = unsafe argument else { return nil }
      let body = unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()

      unsafe clinux_name_thread(body.name)
      body.run()
      return nil
    }, unsafe argument.toOpaque())
  guard code == 0 else {
    unsafe argument.release()
    throw SystemError(errno: code, call: "pthread_create")
  }
  return thread
}
