import BridgeTestSupport
import Testing

@testable import DesktopSource

/// Readers copy from a message only as much as the caller asks for.
@Suite(.ownThreadInTurn) struct MessageLimitTests {
  private func answer(_ values: [BusValue]) throws -> MessageReader {
    let fixture = try BusFixture()
    fixture.service.on("test.Fake", "Get") { _ in .values(values) }
    return try fixture.call("Get").get()
  }

  @Test(arguments: [
    ("short", 10, "short"), ("exactly 10", 10, "exactly 10"), ("longer than 10", 10, "longer …"),
    ("ééééé", 8, "éé…"), ("", 10, ""), ("😀😀😀", 9, "😀…"),
  ])
  func `a string is cut at a character boundary`(_ whole: String, _ limit: Int, _ cut: String)
    throws
  {
    #expect(try answer([.string(whole)]).string(atMost: limit) == cut)
    #expect(whole.bounded(limit) == cut)
  }

  @Test func `a text is counted to its end and copied up to its limit`() throws {
    let whole = String(repeating: "é", count: 1000)
    let (text, length) = try answer([.string(whole)]).text(scalars: 10)
    #expect(text == String(repeating: "é", count: 10))
    #expect(length == 1000)
    #expect(try answer([.string("ab")]).text(scalars: 10) == ("ab", 2))
    #expect(try answer([.string("")]).text(scalars: 0) == ("", 0))
  }

  @Test func `an array that is read whole has a limit, and another is left unread`() throws {
    let many = BusValue.array(of: "u", (0..<2000).map { .uint32($0) })
    #expect(throws: BusError.malformed("an array of more than 1024 elements in a message of 'au'"))
    {
      try answer([many]).words()
    }
    var taken = 0
    let reply = try answer([many])
    let isLeft = try reply.prefix(of: "u", 10) { () throws(BusError) in
      _ = try reply.uint32()
      taken += 1
    }
    #expect(isLeft && taken == 10)
  }

  @Test func `a value of any type has a limited number of values`() throws {
    let bytes = BusValue.array(of: "y", Array(repeating: .byte(1), count: 5000))
    #expect(throws: BusError.malformed("more than 4096 values in one")) {
      try answer([bytes]).value()
    }
    let long = String(repeating: "x", count: 100_000)
    #expect(try answer([.string(long)]).value().text?.utf8.count == MessageLimits.string)
  }

  @Test func `a path that is too long is refused`() throws {
    let path = "/" + String(repeating: "x", count: 5000)
    let reply = try answer([.reference(":1.1", path)])
    #expect(throws: BusError.malformed("a name or path of more than 4096 bytes")) {
      try reply.reference()
    }
  }
}
