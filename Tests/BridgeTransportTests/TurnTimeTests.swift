import BridgeTestSupport
import BridgeTransport
import Glibc
import Testing

/// A loop knows how long its turns take.
@Suite(.ownThreadInTurn)
struct TurnTimeTests {
  @Test func `A turn that blocks is slow, waiting is not`() throws {
    let loop = try EventLoop()
    loop.runOnce(timeout: .milliseconds(150))
    #expect(loop.turnTimes.slowTurns == 0)
    loop.schedule(after: .zero) { usleep(150_000) }
    loop.runOnce(timeout: .zero)
    #expect(loop.turnTimes.slowTurns == 1)
    #expect(loop.turnTimes.longest >= .milliseconds(150))
  }
}
