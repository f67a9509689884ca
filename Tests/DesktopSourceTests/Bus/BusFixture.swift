import BridgeTestSupport
import BridgeTransport
import Testing

@testable import DesktopSource

/// A bus with a service and a client, on one loop.
struct BusFixture {
  let bus: PrivateBus
  let loop: EventLoop
  let service: FakeBusService
  let client: BusConnection

  init() throws {
    bus = try PrivateBus()
    loop = try EventLoop()
    service = try FakeBusService(bus, loop)
    client = try BusConnection.open(address: bus.address, on: loop)
    let client = client
    guard loop.run(until: { client.state == .ready }) else { throw FakeBusService.NotReady() }
  }

  /// Calls `test.Fake.<member>` of the service and waits for the answer.
  func call(
    _ member: String, _ arguments: [BusValue] = [], timeout: Duration = .seconds(5)
  ) throws -> Result<MessageReader, BusError> {
    var answer: Result<MessageReader, BusError>?
    client.call(
      CallRequest(service.name, "/a", "test.Fake", member, arguments), timeout: timeout
    ) { answer = $0 }
    loop.run { answer != nil }
    return try #require(answer)
  }
}

extension Result where Failure == BusError {
  /// The error, if the result is one.
  var error: BusError? {
    if case .failure(let error) = self { error } else { nil }
  }
}
