import BridgeTestSupport
import BridgeTransport
import Glibc
import Testing

/// Tasks on a loop: where, when and in which order they continue, and how they end.
@Suite(.ownThreadInTurn) struct TaskTests {
  /// The events, in order.
  final class Log {
    var entries: [String] = []
    var promises: [Promise<Int>] = []
    func add(_ entry: String) { entries.append(entry) }
  }

  /// Starts a task that waits for a promise in `log.promises`.
  func wait(_ name: String, on loop: EventLoop, _ log: Log) -> Task<Void, Never> {
    loop.startTask {
      let value = await loop.value { (promise: Promise<Int>) in
        log.promises.append(promise)
        return nil
      }
      log.add("\(name) \(value.map(String.init) ?? "nil")")
    }
  }

  /// Pauses; returns whether the pause took the full time.
  nonisolated(nonsending) func isOver(_ seconds: Int, on loop: EventLoop) async -> Bool {
    do {
      try await loop.pause(for: .seconds(seconds))
      return true
    } catch {
      return false
    }
  }

  @Test func `a task runs at once until its first wait`() throws {
    let loop = try EventLoop()
    let log = Log()
    loop.startTask {
      log.add("began")
      try? await loop.pause(for: .zero)
      log.add("went on")
    }
    #expect(log.entries == ["began"])
    #expect(loop.run { log.entries == ["began", "went on"] })
  }

  @Test func `tasks continue in the same turn, in the order in which their promises were kept`()
    throws
  {
    let loop = try EventLoop()
    let log = Log()
    for name in ["a", "b", "c"] { _ = wait(name, on: loop, log) }
    loop.schedule(after: .zero) {
      for index in [2, 0, 1] { log.promises[index].fulfill(index) }
      log.add("handler")
    }
    loop.runOnce()
    #expect(log.entries == ["handler", "c 2", "a 0", "b 1"])
  }

  @Test func `a promise kept between turns is delivered in the next turn`() throws {
    let loop = try EventLoop()
    let log = Log()
    _ = wait("a", on: loop, log)
    log.promises[0].fulfill(1)
    #expect(log.entries.isEmpty)
    loop.runOnce()
    #expect(log.entries == ["a 1"])
  }

  @Test func `a task that awaits another continues in the same turn`() throws {
    let loop = try EventLoop()
    let log = Log()
    _ = wait("inner", on: loop, log)
    loop.startTask {
      try? await loop.pause(for: .zero)
      log.promises[0].fulfill(1)
      log.add("outer")
    }
    loop.runOnce()
    #expect(log.entries == ["outer", "inner 1"])
  }

  @Test func `only the first value of a promise counts`() throws {
    let loop = try EventLoop()
    let log = Log()
    _ = wait("a", on: loop, log)
    log.promises[0].fulfill(1)
    log.promises[0].fulfill(2)
    loop.run { !log.entries.isEmpty }
    log.promises[0].fulfill(3)
    log.promises = []
    loop.runOnce(timeout: .zero)
    #expect(log.entries == ["a 1"])
  }

  @Test func `a released promise ends the wait`() throws {
    let loop = try EventLoop()
    let log = Log()
    _ = wait("a", on: loop, log)
    log.promises = []
    loop.runOnce(timeout: .seconds(5))
    #expect(log.entries == ["a nil"])
  }

  @Test func `a cancelled task ends its wait at once`() throws {
    let loop = try EventLoop()
    let log = Log()
    let task = loop.startTask {
      log.add("\(await isOver(3600, on: loop)) \(Task.isCancelled)")
      log.add("\(await isOver(3600, on: loop))")
    }
    loop.schedule(after: .zero) { task.cancel() }
    loop.runOnce()
    #expect(log.entries == ["false true", "false"])
  }

  @Test func `a cancelled task begins nothing new`() throws {
    let loop = try EventLoop()
    let log = Log()
    var begun = 0
    let task = loop.startTask {
      _ = await isOver(3600, on: loop)
      let value = await loop.value { (_: Promise<Int>) in
        begun += 1
        return nil
      }
      log.add("\(value == nil)")
    }
    task.cancel()
    #expect(loop.run { log.entries == ["true"] })
    #expect(begun == 0)
  }

  @Test func `another thread may cancel a task`() throws {
    let loop = try EventLoop()
    let log = Log()
    let task = loop.startTask {
      log.add("\(await isOver(3600, on: loop))")
    }
    Task.detached { task.cancel() }
    #expect(loop.run { log.entries == ["false"] })
  }

  @Test func `a value that arrives during cancellation resumes the task once`() throws {
    for isKeptFirst in [true, false] {
      let loop = try EventLoop()
      let log = Log()
      let task = wait("a", on: loop, log)
      loop.schedule(after: .zero) {
        if isKeptFirst { log.promises[0].fulfill(1) }
        task.cancel()
        if !isKeptFirst { log.promises[0].fulfill(1) }
        log.promises = []
      }
      loop.runOnce()
      loop.runOnce(timeout: .zero)
      // Nothing was begun that could be cancelled, so the value counts.
      #expect(log.entries == ["a 1"])
    }
  }

  @Test func `tasks stay on the thread of their loop, whatever they await`() throws {
    let loop = try EventLoop()
    let log = Log()
    let own = pthread_self()
    loop.startTask {
      try? await loop.pause(for: .milliseconds(1))
      log.add("\(pthread_self() == own)")
      let isElsewhere = await Task.detached { pthread_self() != own }.value
      log.add("\(isElsewhere) \(pthread_self() == own)")
      await Task.yield()
      log.add("\(pthread_self() == own)")
    }
    #expect(loop.run { log.entries == ["true", "true true", "true"] })
  }

  @Test func `a loop on its own thread runs its tasks there`() async throws {
    let thread = try LoopThread()
    let isOnLoop = await withCheckedContinuation { continuation in
      thread.handle.submit { loop in
        let own = pthread_self()
        loop.startTask {
          try? await loop.pause(for: .milliseconds(1))
          await Task.detached {}.value
          continuation.resume(returning: pthread_self() == own)
        }
      }
    }
    #expect(isOnLoop)
    thread.stop()
  }

  @Test func `a task that never waits does not block the loop`() throws {
    let loop = try EventLoop()
    var isStopped = false
    var steps = 0
    loop.startTask {
      while !isStopped {
        steps += 1
        await Task.yield()
      }
    }
    var ticks = 0
    func tick() {
      ticks += 1
      if ticks < 50 { loop.schedule(after: .milliseconds(1)) { tick() } }
    }
    tick()
    #expect(loop.run { ticks == 50 })
    #expect(steps > 50)
    isStopped = true
    loop.runOnce(timeout: .zero)
  }

  @Test func `the time of a task counts for the turn`() throws {
    let loop = try EventLoop()
    let slow = loop.turnTimes.slowTurns
    var isDone = false
    loop.startTask {
      try? await loop.pause(for: .zero)
      let end = MonotonicTime.now().advanced(by: .milliseconds(60))
      while .now() < end {}
      isDone = true
    }
    #expect(loop.run { isDone })
    #expect(loop.turnTimes.slowTurns > slow)
    #expect(loop.turnTimes.longest >= .milliseconds(60))
  }

  @Test func `closing a loop ends its tasks`() throws {
    let loop = try EventLoop()
    let log = Log()
    loop.startTask {
      log.add("\(await isOver(3600, on: loop))")
      log.add("\(await isOver(0, on: loop))")
      loop.atEndOfTurn { log.add("hook") }
      log.add("ended")
    }
    loop.close()
    #expect(log.entries == ["false", "false", "ended"])
    loop.close()
    #expect(!loop.runOnce())
    loop.run()
    #expect(log.entries == ["false", "false", "ended"])
  }

  @Test func `releasing a loop ends its tasks`() throws {
    let log = Log()
    var loop: EventLoop? = try EventLoop()
    weak let gone = loop
    let other = try EventLoop()
    loop?.startTask { [weak loop] in
      // Only a timer of the loop could fulfil the promise.
      let value = await other.value { (promise: Promise<Int>) in
        loop?.schedule(after: .seconds(3600)) { promise.fulfill(1) }
      }
      log.add("\(value == nil)")
    }
    loop = nil
    #expect(gone == nil)
    #expect(log.entries == ["true"])
  }

  @Test func `a task that never waits does not keep a loop from closing`() throws {
    let loop = try EventLoop()
    var steps = 0
    loop.startTask {
      while true {
        steps += 1
        await Task.yield()
      }
    }
    loop.close()
    #expect(steps > 1000)
  }
}
