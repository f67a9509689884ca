import BridgeTestSupport
import Testing

@testable import DesktopSource

/// The peer at the other end of the line is a second bus: its address stands for the application's own
/// socket, and its process for the application's.
@Suite(.ownThreadInTurn) struct DirectConnectionTests {
  @Test func `Calls use the direct line while it exists, and the bus when it has ended`() throws {
    let fixture = try BusFixture()
    let other = try PrivateBus()
    let queue = CallQueue(fixture.client, destination: "org.freedesktop.DBus")
    var reasons: [String] = []
    let line = try #require(
      DirectConnection(
        address: other.address, process: other.process, root: "/", queue: queue, on: fixture.loop,
        onFailure: { reasons.append($0) }))
    #expect(fixture.loop.run { queue.directConnection != nil })

    // A bus closes a connection that does not begin with `Hello`, so the line is lost during the call.
    var answers: [Result<MessageReader, BusError>] = []
    queue.call("/org/freedesktop/DBus", "org.freedesktop.DBus", "ListNames") { answers.append($0) }
    #expect(fixture.loop.run { answers.count == 1 })
    guard case .failure = answers[0] else {
      Issue.record("the call went to the bus and not over the line")
      return
    }
    other.stop()
    #expect(fixture.loop.run { queue.directConnection == nil })
    queue.call("/org/freedesktop/DBus", "org.freedesktop.DBus", "ListNames") { answers.append($0) }
    #expect(fixture.loop.run { answers.count == 2 })
    guard case .success = answers[1] else {
      Issue.record("the bus did not answer: \(answers[1])")
      return
    }
    line.disconnect()
    #expect(reasons.count == 1, "\(reasons)")
  }

  @Test func `A direct line that is no longer needed ends without a message`() throws {
    let fixture = try BusFixture()
    let other = try PrivateBus()
    let queue = CallQueue(fixture.client, destination: "org.freedesktop.DBus")
    var reasons: [String] = []
    let line = try #require(
      DirectConnection(
        address: other.address, process: other.process, root: "/", queue: queue, on: fixture.loop,
        onFailure: { reasons.append($0) }))
    #expect(fixture.loop.run { queue.directConnection != nil })
    line.retire(on: fixture.loop)
    other.stop()
    #expect(fixture.loop.run { !line.isUp })
    #expect(reasons.isEmpty, "\(reasons)")
  }

  @Test func `A direct line to a process other than the application is not used`() throws {
    let fixture = try BusFixture()
    let other = try PrivateBus()
    let queue = CallQueue(fixture.client, destination: "org.freedesktop.DBus")
    var reasons: [String] = []
    let line = DirectConnection(
      address: other.address, process: other.process + 1, root: "/", queue: queue, on: fixture.loop,
      onFailure: { reasons.append($0) })
    #expect(fixture.loop.run { line?.isUp == false })
    #expect(queue.directConnection == nil)
    #expect(reasons == ["another process owns its socket"])
  }

  @Test(arguments: [
    "", "tcp:host=127.0.0.1,port=1", "unixexec:path=/bin/true", "unix:path=/a;tcp:",
  ])
  func `Only unix sockets are connected to`(_ address: String) throws {
    let fixture = try BusFixture()
    let queue = CallQueue(fixture.client, destination: "x")
    let line = DirectConnection(
      address: address, process: 1, root: "/", queue: queue, on: fixture.loop
    ) { _ in
    }
    #expect(line == nil)
  }
}
