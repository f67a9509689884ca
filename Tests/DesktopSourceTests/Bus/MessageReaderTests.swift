import BridgeTestSupport
import Testing

@testable import DesktopSource

@Suite(.ownThreadInTurn) struct MessageReaderTests {
  /// Returns the answer of a service whose `test.Fake.Get` returns `values`.
  private func answer(_ values: [BusValue]) throws -> MessageReader {
    let fixture = try BusFixture()
    fixture.service.on("test.Fake", "Get") { _ in .values(values) }
    return try fixture.call("Get").get()
  }

  @Test func `every reader throws for a type that is not there`() throws {
    let readers: [(String, (MessageReader) throws -> Void)] = [
      ("byte", { _ = try $0.byte() }), ("int16", { _ = try $0.int16() }),
      ("uint16", { _ = try $0.uint16() }), ("uint32", { _ = try $0.uint32() }),
      ("int64", { _ = try $0.int64() }), ("uint64", { _ = try $0.uint64() }),
      ("double", { _ = try $0.double() }), ("bool", { _ = try $0.bool() }),
      ("string", { _ = try $0.string() }), ("path", { _ = try $0.objectPath() }),
      ("signature", { _ = try $0.signature() }), ("strings", { _ = try $0.strings() }),
      ("array", { try $0.enterArray() }), ("reference", { _ = try $0.reference() }),
      ("dictionary", { _ = try $0.stringDictionary() }),
      ("variant", { reader in _ = try reader.variant { () throws(BusError) in 0 } }),
      ("variant's", { _ = try $0.variantSignature() }),
    ]
    for (name, read) in readers {
      let reply = try answer([.int32(1)])
      #expect(throws: BusError.self, "\(name)") { try read(reply) }
      let empty = try answer([])
      #expect(throws: BusError.self, "\(name)") { try read(empty) }
    }
  }

  @Test func `an error names the expected and the found type`() throws {
    let reply = try answer([.array(of: "(so)", []), .int32(1)])
    #expect(
      throws: BusError.malformed("s expected at a(so) in a message of 'a(so)i' (errno 6)")
    ) { try reply.string() }
  }

  @Test func `reading past the end throws`() throws {
    let reply = try answer([.string("x")])
    #expect(try reply.string() == "x")
    #expect(!reply.hasNext)
    #expect(try reply.peek() == nil)
    #expect(throws: BusError.self) { try reply.string() }
    #expect(throws: BusError.self) { try reply.skip() }
  }

  @Test func `unread fields are skipped`() throws {
    let reply = try answer([
      .structure([.int32(1), .string("a"), .strings(["x", "y"])]),
      .array(of: "i", [.int32(1), .int32(2)]), .variant(.string("v")), .string("last"),
    ])
    #expect(try reply.structure { () throws(BusError) in try reply.int32() } == 1)
    try reply.enterArray("i")
    #expect(try reply.int32() == 1)
    try reply.exit()
    #expect(try reply.variantSignature() == "s")
    try reply.skip()
    #expect(try reply.string() == "last")
  }

  @Test func `a large array is read a slice at a time`() throws {
    let count = 15_000
    let items = (0..<count).map { index -> BusValue in
      .structure([
        .reference(":1.7", "/org/a11y/atspi/accessible/\(index)"), .string("button \(index)"),
        .array(of: "u", [.uint32(1), .uint32(2)]),
      ])
    }
    let fixture = try BusFixture()
    fixture.service.on("test.Fake", "Get") { _ in .values([.array(of: "((so)sau)", items)]) }
    let reply = try fixture.call("Get").get()
    let interner = ObjectInterner()
    var names: [String] = []
    var slices = 0
    try reply.enterArray("((so)sau)")
    var more = true
    while more {
      more = try reply.slice(500) { () throws(BusError) in
        try reply.structure("(so)sau") { () throws(BusError) in
          #expect(try reply.reference(interner).index == names.count)
          names.append(try reply.string())
        }
      }
      slices += 1
      // Other messages arrive and are read between two slices.
      fixture.loop.runOnce(timeout: .zero)
    }
    try reply.exit()
    #expect(slices == 30)
    #expect(names.count == count && names.last == "button 14999")
    #expect(!reply.hasNext)
  }

  @Test func `a reader outlives its connection`() throws {
    let fixture = try BusFixture()
    fixture.service.on("test.Fake", "Get") { _ in .values([.strings(["a", "b"])]) }
    let reply = try fixture.call("Get").get()
    fixture.client.close()
    #expect(try reply.strings() == ["a", "b"])
  }

  @Test func `deeply nested variants are refused`() throws {
    var value = BusValue.int32(1)
    for _ in 0..<60 { value = .variant(value) }
    let fixture = try BusFixture()
    fixture.service.on("test.Fake", "Get") { _ in .values([value]) }
    // D-Bus allows 60 levels (of 64 in all): the message is either read or refused.
    let result = try fixture.call("Get", timeout: .seconds(1))
    if case .success(let reply) = result { #expect(try reply.value() == value) }
  }
}
