import BridgeTestSupport
import BridgeTransport
import Glibc
import Testing

/// A loop measures how long its turns take.
@Suite(.ownThreadInTurn)
struct TurnTimeTests {
  @Test func `A turn that blocks counts as slow, and waiting does not`() throws {
    // A busy machine may delay any single turn, but not all of them.
    let waited = try (0..<5).contains { _ in
      let loop = try EventLoop()
      loop.runOnce(timeout: .milliseconds(150))
      return loop.turnTimes.slowTurns == 0
    }
    #expect(waited)
    let loop = try EventLoop()
    loop.schedule(after: .zero) { usleep(150_000) }
    loop.runOnce(timeout: .zero)
    #expect(loop.turnTimes.slowTurns == 1)
    #expect(loop.turnTimes.longest >= .milliseconds(150))
  }

  @Test func `A measurement begins with the turn after the request`() throws {
    let loop = try EventLoop()
    loop.schedule(after: .zero) { usleep(20_000) }
    loop.runOnce(timeout: .zero)
    #expect(loop.turnTimes.measured == .zero)
    loop.schedule(after: .zero) {
      loop.restartTurnTimes()
      usleep(20_000)
    }
    loop.runOnce(timeout: .zero)
    #expect(loop.turnTimes.measured == .zero, "the turn that asks does not count")
    loop.schedule(after: .zero) { usleep(5_000) }
    loop.runOnce(timeout: .zero)
    #expect(loop.turnTimes.measured >= .milliseconds(5))
    #expect(
      loop.turnTimes.measuredProcessorTime < loop.turnTimes.measured, "sleeping costs nothing")
  }
}
