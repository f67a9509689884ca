import BridgeTestSupport
import BridgeTransport
import Testing

@Suite(.ownThreadInTurn) struct SubmitTests {
  final class Log {
    var entries: [(thread: Int, number: Int)] = []
  }

  @Test func `bodies that many threads submit run once each, in the order of each thread`() throws {
    let loop = try EventLoop()
    let log = Log()
    let bound = LoopBound(log, on: loop)
    let handle = loop.handle
    let threads = try (0..<8).map { try LoopThread(name: "submitter-\($0)") }
    for (index, thread) in threads.enumerated() {
      thread.handle.submit { _ in
        for number in 0..<1_000 {
          handle.submit { bound.value(on: $0).entries.append((index, number)) }
        }
      }
    }
    #expect(loop.run { log.entries.count == 8_000 })
    for index in threads.indices {
      #expect(log.entries.filter { $0.thread == index }.map(\.number) == Array(0..<1_000))
    }
    for thread in threads { thread.stop() }
  }

  @Test func `a submitted body wakes a waiting loop`() throws {
    let loop = try EventLoop()
    let handle = loop.handle
    let thread = try LoopThread()
    thread.handle.submit { other in
      other.schedule(after: .milliseconds(5)) { handle.stop() }
    }
    loop.run()
    thread.stop()
    thread.stop()
  }

  @Test func `a released loop accepts no more bodies`() throws {
    var loop: EventLoop? = try EventLoop()
    let handle = try #require(loop?.handle)
    loop?.submit {}
    #expect(handle.submit { _ in })
    loop = nil
    #expect(!handle.submit { _ in })
  }
}
