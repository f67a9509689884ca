import BridgeServer
import BridgeTestSupport
import BridgeTransport
import Testing

/// Whoever runs into a limit all the time does not fill the log.
@Suite(.timeLimit(.minutes(10)), .ownThread)
struct `Reports of refusals` {
  private final class Reports {
    var all: [RefusalReports.Report] = []
  }

  @Test func `come at once, and then with a count once in a while, for each address and limit`()
    throws
  {
    let loop = try EventLoop()
    let reports = Reports()
    let refusals = RefusalReports(loop, period: .milliseconds(50)) { reports.all.append($0) }
    for _ in 0..<100 { refusals.add(limit: "connections", from: "192.0.2.1", "too many") }
    refusals.add(limit: "connections", from: "192.0.2.2", "too many")
    refusals.add(limit: "handshakes", from: "192.0.2.1", "too slow")
    #expect(reports.all.map(\.count) == [1, 1, 1])
    #expect(loop.run { reports.all.count > 3 })
    let later = try #require(reports.all.last)
    #expect(later.count == 99 && later.origin == "192.0.2.1" && later.limit == "connections")
    #expect(later.message == "too many")
    // After a while without any, the next one is told of at once again.
    var isOver = false
    _ = loop.schedule(after: .milliseconds(200)) { isOver = true }
    #expect(loop.run { isOver })
    let quiet = reports.all.count
    refusals.add(limit: "connections", from: "192.0.2.2", "too many")
    #expect(reports.all.count == quiet + 1)
  }

  @Test func `of very many addresses are put together`() throws {
    let loop = try EventLoop()
    let reports = Reports()
    let refusals = RefusalReports(loop, period: .seconds(60)) { reports.all.append($0) }
    for number in 0..<10_000 {
      refusals.add(limit: "connections", from: "192.0.2.\(number)", "too many")
    }
    #expect(reports.all.count == RefusalReports.capacity + 1)
    #expect(reports.all.last?.origin == "other addresses")
  }
}
