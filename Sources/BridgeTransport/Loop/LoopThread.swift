internal import Glibc

/// A loop with a thread of its own, for programs whose main thread does something else.
public final class LoopThread: Sendable {
  /// Submits work to the loop.
  public let handle: LoopHandle
  private let thread: JoinableThread

  /// Starts the thread; its loop runs until `stop()`.
  public init(name: String = "event-loop") throws(SystemError) {
    // Made here so that a failure is thrown here; used on its own thread only.
    let seed = Seed(loop: try EventLoop())
    handle = seed.loop.handle
    thread = try JoinableThread(named: name) { seed.loop.run() }
  }

  /// Makes the loop return after its current turn and waits for its thread to end. Must not be called
  /// from the loop itself. May be called again.
  public func stop() {
    handle.stop()
    thread.join()
  }

  private final class Seed: @unchecked Sendable {
    let loop: EventLoop

    init(loop: EventLoop) {
      self.loop = loop
    }
  }
}
