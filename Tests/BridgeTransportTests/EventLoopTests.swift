import BridgeTestSupport
import BridgeTransport
import Glibc
import Testing

@Suite(.ownThreadInTurn) struct EventLoopTests {
  /// A descriptor with a byte to read, and its other end.
  func readable() throws -> (Int32, Int32) {
    let (near, far) = try FileDescriptor.socketPair().take()
    #expect(unsafe write(far, "x", 1) == 1)
    return (near, far)
  }

  @Test func `a watch cancelled by another in the same batch is not called`() throws {
    let loop = try EventLoop()
    let (a, farA) = try readable()
    let (b, farB) = try readable()
    defer { for fd in [a, b, farA, farB] { close(fd) } }
    var calls: [Int32] = []
    var watches: [Int32: Watch] = [:]
    for (fd, other) in [(a, b), (b, a)] {
      watches[fd] = try loop.watch(fd, .read) { _ in
        calls.append(fd)
        watches[other]?.cancel()
      }
    }
    loop.runOnce()
    loop.runOnce(timeout: .zero)
    #expect(Set(calls).count == 1, "Both were ready at once; the first to run cancelled the other")
  }

  @Test func `an event for a closed descriptor does not reach the next owner of its number`() throws
  {
    let loop = try EventLoop()
    let (a, farA) = try readable()
    let (b, farB) = try readable()
    var calls: [String] = []
    var watches: [Int32: Watch] = [:]
    var reused: [Int32] = []
    for (fd, other) in [(a, b), (b, a)] {
      watches[fd] = try loop.watch(fd, .read) { _ in
        calls.append("old")
        watches[fd]?.cancel()
        watches[other]?.cancel()
        // The descriptor number of `other` is given to a socket without input, watched in the same slot.
        let (quiet, farQuiet) = (try? FileDescriptor.socketPair().take()) ?? (-1, -1)
        dup2(quiet, other)
        close(quiet)
        reused = [other, farQuiet]
        watches[other] = try? loop.watch(other, .read) { _ in calls.append("new") }
      }
    }
    loop.runOnce()
    #expect(calls == ["old"])
    #expect(unsafe write(reused[1], "y", 1) == 1)
    #expect(loop.run { calls == ["old", "new"] }, "The new owner is told of what is its own")
    for fd in Set([a, b, farA, farB] + reused) { close(fd) }
  }

  @Test func `a watch without interest has no events, even for a hang-up`() throws {
    let loop = try EventLoop()
    let (near, far) = try readable()
    defer { close(near) }
    var calls = 0
    let watch = try loop.watch(near, []) { _ in calls += 1 }
    close(far)
    #expect(!loop.runOnce(timeout: .milliseconds(1)))
    try watch.update(.read)
    loop.runOnce()
    #expect(calls == 1)
    watch.cancel()
    watch.cancel()
    try watch.update(.read)
    #expect(watch.isCancelled && !loop.runOnce(timeout: .zero))
  }

  @Test func `a descriptor that cannot be watched is refused`() throws {
    let loop = try EventLoop()
    let file = unsafe open("/proc/self/status", O_RDONLY)
    defer { close(file) }
    #expect(throws: SystemError(errno: EPERM, call: "epoll_ctl")) {
      _ = try loop.watch(file, .read) { _ in }
    }
    #expect(throws: SystemError(errno: EBADF, call: "epoll_ctl")) {
      _ = try loop.watch(-1, .read) { _ in }
    }
  }

  @Test func `work for the end of the turn runs after the handlers of the same turn`()
    throws
  {
    let loop = try EventLoop()
    let (near, far) = try readable()
    defer { for fd in [near, far] { close(fd) } }
    var order: [String] = []
    let watch = try loop.watch(near, .read) { _ in
      loop.atEndOfTurn {
        order.append("end")
        loop.atEndOfTurn { order.append("end again") }
      }
      order.append("handler")
    }
    loop.schedule(after: .zero) { order.append("timer") }
    loop.runOnce()
    #expect(order == ["handler", "timer", "end", "end again"])
    watch.cancel()
  }

  @Test func `endless work for the end of turns does not stop the loop`() throws {
    let loop = try EventLoop()
    var rounds = 0
    func again() {
      rounds += 1
      loop.atEndOfTurn { again() }
    }
    again()
    var fired = false
    loop.schedule(after: .milliseconds(2)) { fired = true }
    #expect(loop.run { fired })
    #expect(rounds > 16)
  }

  @Test func `stop ends the loop after the turn, and also before it runs`() throws {
    let loop = try EventLoop()
    var order: [String] = []
    loop.schedule(after: .zero) {
      loop.stop()
      loop.atEndOfTurn { order.append("end of turn") }
      order.append("stopped")
    }
    loop.run()
    #expect(order == ["stopped", "end of turn"])
    loop.stop()
    loop.run()
    loop.schedule(after: .milliseconds(1)) {
      order.append("ran again")
      loop.stop()
    }
    loop.run()
    #expect(order.last == "ran again")
  }

  @Test func `a released loop releases its connections and timers`() throws {
    weak var loop: EventLoop?
    weak var connection: Connection?
    weak var timer: Timer?
    do {
      let owned = try EventLoop()
      let pair = try Pair(on: owned)
      loop = owned
      connection = pair.near
      timer = owned.schedule(after: .seconds(1000)) {}
      pair.near.send([1])
    }
    #expect(loop == nil && connection == nil && timer == nil)
  }

  @Test func `signals arrive as events`() throws {
    let loop = try EventLoop()
    var signals: [Int32] = []
    let watch = try loop.onSignal([SIGUSR1, SIGUSR2]) { signals.append($0) }
    // The signal is sent only to this thread, where the signals are blocked.
    pthread_kill(pthread_self(), SIGUSR1)
    pthread_kill(pthread_self(), SIGUSR2)
    #expect(loop.run { signals.count == 2 })
    #expect(signals == [SIGUSR1, SIGUSR2])
    watch.cancel()
    watch.cancel()
  }
}
