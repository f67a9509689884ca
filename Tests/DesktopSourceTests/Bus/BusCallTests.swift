import BridgeTestSupport
import BridgeTransport
import Testing

@testable import DesktopSource

@Suite(.ownThreadInTurn) struct BusCallTests {
  @Test func `values of every type survive a call`() throws {
    let fixture = try BusFixture()
    fixture.service.on("test.Fake", "Echo") { call throws(BusError) in
      var values: [BusValue] = []
      while call.hasNext { values.append(try call.value()) }
      return .values(values)
    }
    let sent: [BusValue] = [
      .byte(7), .bool(true), .int16(-2), .uint16(65535), .int32(.min), .uint32(.max),
      .int64(.min), .uint64(.max), .double(1.5), .string("grün 🌲"), .objectPath("/a/b"),
      .signature("a{sv}"), .strings(["a", ""]), .array(of: "i", []), .reference(":1.5", "/x"),
      .variant(.variant(.int32(3))), .dictionary(["k": "v"]),
      .properties(["p": .array(of: "(so)", [.reference("a", "/b")])]),
    ]
    let reply = try fixture.call("Echo", sent).get()
    var got: [BusValue] = []
    while reply.hasNext { got.append(try reply.value()) }
    #expect(got == sent)
  }

  @Test func `an error reply has a type`() throws {
    let fixture = try BusFixture()
    fixture.service.on("test.Fake", "Fail") { _ in .error("test.Fake.Broken", "says why") }
    #expect(
      try fixture.call("Fail").error == .remote(name: "test.Fake.Broken", message: "says why"))
    #expect(try fixture.call("Missing").error == .unknownMethod("no Missing"))
  }

  @Test func `a call to a missing name fails at once`() throws {
    let fixture = try BusFixture()
    var error: BusError?
    fixture.client.call(CallRequest(":1.999", "/", "a.b", "C")) { error = $0.error }
    #expect(fixture.loop.run { error != nil })
    guard case .serviceUnknown = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `a call without an answer ends at the deadline, and a late reply is ignored`() throws {
    let fixture = try BusFixture()
    fixture.service.on("test.Fake", "Get") { _ in .values([]) }
    fixture.service.isHanging = true
    let start = MonotonicTime.now().nanoseconds
    #expect(try fixture.call("Get", timeout: .milliseconds(80)).error == .timeout)
    let waited = MonotonicTime.now().nanoseconds - start
    #expect(waited >= 80_000_000)
    fixture.service.isHanging = false
    #expect(throws: Never.self) { try fixture.call("Get").get() }
  }

  @Test func `a peer that disappears fails its calls long before their deadlines`() throws {
    let fixture = try BusFixture()
    fixture.service.on("test.Fake", "Get") { _ in .silence }
    var error: BusError?
    fixture.client.call(
      CallRequest(fixture.service.name, "/", "test.Fake", "Get"), timeout: .seconds(60)
    ) { error = $0.error }
    #expect(fixture.loop.run { !fixture.service.received.isEmpty })
    fixture.service.vanish()
    #expect(fixture.loop.run { error != nil })
    guard case .noReply = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `a cancelled call has no result`() throws {
    let fixture = try BusFixture()
    fixture.service.on("test.Fake", "Get") { _ in .values([]) }
    var answered = false
    let call = fixture.client.call(
      CallRequest(fixture.service.name, "/", "test.Fake", "Get")
    ) { _ in answered = true }
    call.cancel()
    #expect(!call.isPending)
    _ = try fixture.call("Get").get()
    #expect(!answered)
    #expect(fixture.client.pending.count == 0)
  }

  @Test(arguments: [
    CallRequest(":1.1", "no/slash", "a.b", "C"),
    CallRequest(":1.1", "/", "nodots", "C"),
    CallRequest(":1.1", "/", "a.b", "1"),
    CallRequest("no name", "/", "a.b", "C"),
    CallRequest(":1.1", "/", "a.b", "C", [.string("nul\0nul")]),
    CallRequest(":1.1", "/", "a.b", "C", [.objectPath("")]),
    CallRequest(":1.1", "/", "a.b", "C", [.array(of: "s", [.int32(1)])]),
    CallRequest(":1.1", "/", "a.b", "C", [.array(of: "(", [])]),
  ])
  func `an invalid message is refused, and the connection continues`(request: CallRequest) throws {
    let fixture = try BusFixture()
    fixture.service.on("test.Fake", "Get") { _ in .values([]) }
    var error: BusError?
    fixture.client.call(request) { error = $0.error }
    #expect(error == nil, "never called back from within call")
    #expect(fixture.loop.run { error != nil })
    guard case .invalidMessage = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(throws: Never.self) { try fixture.call("Get").get() }
  }

  @Test func `thirty thousand calls at once are all answered`() throws {
    let fixture = try BusFixture()
    fixture.service.on("test.Fake", "Next") { call throws(BusError) in
      .values([.int32(try call.int32() + 1)])
    }
    var sum = 0
    var answers = 0
    let count = 30_000
    for index in 0..<count {
      fixture.client.call(
        CallRequest(
          fixture.service.name, "/a/b/c", "test.Fake", "Next", [.int32(Int32(index))]),
        timeout: .seconds(60)
      ) { result in
        answers += 1
        if let reply = try? result.get(), let value = try? reply.int32() { sum += Int(value) }
      }
    }
    #expect(fixture.loop.run { answers == count })
    #expect(sum == count * (count + 1) / 2)
    #expect(fixture.client.pending.count == 0)
  }

  @Test func `calls made before the connection is established are sent`() throws {
    let fixture = try BusFixture()
    let early = try BusConnection.open(address: fixture.bus.address, on: fixture.loop)
    var names: [String] = []
    early.names { names = (try? $0.get()) ?? [] }
    #expect(early.state == .connecting)
    #expect(fixture.loop.run { names.contains(fixture.service.name) })
    early.close()
  }

  @Test func `properties are read and set`() throws {
    let fixture = try BusFixture()
    fixture.service.onProperty("test.Fake", "Name", .string("calc"))
    fixture.service.onProperty("test.Fake", "ChildCount", .int32(3))
    var name: BusValue?
    var all: [String: BusValue] = [:]
    var missing: BusError?
    var set: BusError?
    let (client, peer) = (fixture.client, fixture.service.name)
    client.property("Name", of: "test.Fake", peer, "/a") { name = try? $0.get() }
    client.call(.properties(of: "test.Fake", peer, "/a")) { result in
      all =
        (try? BusConnection.read(result) { (message) throws(BusError) in
          try message.properties()
        }.get()) ?? [:]
    }
    client.property("None", of: "test.Fake", peer, "/a") { missing = $0.error }
    client.setProperty("Name", of: "test.Fake", peer, "/a", to: .string("x")) { set = $0.error }
    #expect(fixture.loop.run { set != nil })
    #expect(name == .string("calc"))
    #expect(all == ["Name": .string("calc"), "ChildCount": .int32(3)])
    #expect(missing == .unknownProperty("None"))
    #expect(set == .unknownMethod("no Set"))
  }
}
