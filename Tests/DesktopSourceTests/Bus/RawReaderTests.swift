import Testing

@testable import DesktopSource

/// `RawReader` reads what `MessageReader` reads, and refuses what it refuses.
@Suite(.ownThreadInTurn) struct RawReaderTests {
  /// An entry of a cache. The owner's length shifts what follows it.
  private static func entry(_ number: Int, listed: Bool) -> BusValue {
    let object = BusValue.reference(":1.\(number)", "/o/\(number)")
    var fields = [object, .reference(":1.5", "/root"), .reference(":1.5", "/o/\(number / 2)")]
    if listed {
      fields.append(.array(of: "(so)", (0..<number % 3).map { .reference(":1.5", "/o/\($0)") }))
    } else {
      fields += [.int32(Int32(number % 7) - 1), .int32(Int32(number))]
    }
    fields += [
      .strings(["org.a11y.atspi.Accessible", "org.a11y.atspi.Action", "org.example.Other"]),
      .string(String(repeating: "ä", count: number % 9)), .uint32(UInt32(number % 90)),
      .string(number % 2 == 0 ? "" : "described"),
      .array(of: "u", [.uint32(UInt32(number)), .uint32(1 << 31)]),
    ]
    return .structure(fields)
  }

  private static func contents(listed: Bool) -> String {
    "(" + (listed ? CacheItemReader.listed : CacheItemReader.counted) + ")"
  }

  private static func bytes(_ count: Int, listed: Bool) -> [UInt8] {
    var bytes = WireBytes()
    let entries = (0..<count).map { entry($0, listed: listed) }
    bytes.add(.array(of: contents(listed: listed), entries))
    return bytes.bytes
  }

  /// Reads entries as `CacheDecoder` does.
  private static func entries(
    _ message: some ValueReader, _ interner: ObjectInterner, listed: Bool
  ) throws -> [String] {
    let signature = "a" + contents(listed: listed)
    let limits = DesktopLimits()
    let reader = try #require(
      CacheItemReader(signature: signature, prefix: "a", interner: interner, limits: limits))
    var result: [String] = []
    try message.enterArray(contents(listed: listed))
    while try message.slice(
      5, while: nil,
      { () throws(BusError) in
        let item = try reader.read(message)
        let names = [item.reference, item.parent].compactMap { $0.map(interner.path) }
        let children = item.children?.map(interner.path) ?? []
        result.append("\(names) \(item.index) \(item.childCount) \(children) \(item.facts)")
      })
    {}
    return result
  }

  @Test(arguments: [true, false])
  func `both readers read the same entries`(_ listed: Bool) throws {
    let fixture = try BusFixture()
    fixture.service.on("test.Fake", "Get") { _ in
      .values([
        .array(of: Self.contents(listed: listed), (0..<40).map { Self.entry($0, listed: listed) })
      ])
    }
    let interner = ObjectInterner()
    let answer = try fixture.call("Get").get()
    let expected = try Self.entries(answer, interner, listed: listed)
    let raw = RawReader(Self.bytes(40, listed: listed), signature: answer.fullSignature)
    #expect(expected.count == 40)
    #expect(try Self.entries(raw, interner, listed: listed) == expected)
  }

  @Test func `an answer that ends early is malformed, wherever it ends`() throws {
    let whole = Self.bytes(3, listed: false)
    for length in 0..<whole.count {
      #expect(throws: BusError.self, "\(length)") {
        let reader = RawReader(Array(whole.prefix(length)), signature: "")
        _ = try Self.entries(reader, ObjectInterner(), listed: false)
      }
    }
  }

  @Test func `changed bytes are read or refused`() throws {
    var generator = SystemRandomNumberGenerator()
    for listed in [true, false] {
      let whole = Self.bytes(6, listed: listed)
      for _ in 0..<5000 {
        var bytes = whole
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
          bytes[Int.random(in: bytes.indices, using: &generator)] = .random(in: 0...255)
        }
        let reader = RawReader(bytes, signature: "")
        if let found = try? Self.entries(reader, ObjectInterner(), listed: listed) {
          #expect(found.count <= 40)
        }
      }
    }
  }

  @Test(arguments: ["", "a", "/a/", "//", "/a//b", "/ä", "/a b", "/a-b"])
  func `what is no path is refused`(_ path: String) {
    var bytes = WireBytes()
    bytes.add(.objectPath(path))
    let reader = RawReader(bytes.bytes, signature: "o")
    #expect(throws: BusError.self) { _ = unsafe try reader.rawText(BusType.objectPath) }
  }

  @Test(arguments: ["/", "/a", "/org/a11y/atspi/accessible/1", "/A_z/0"])
  func `a path is read`(_ path: String) throws {
    var bytes = WireBytes()
    bytes.add(.objectPath(path))
    let reader = RawReader(bytes.bytes, signature: "o")
    #expect(unsafe String(cString: try reader.rawText(BusType.objectPath)) == path)
  }

  @Test func `lengths beyond the message are refused`() {
    for length: UInt32 in [9, 1 << 16, .max, .max - 3] {
      let bytes = WireBytes.number(length) + [0, 0, 0, 0, 0, 0, 0, 0]
      let reader = RawReader(bytes, signature: "s")
      #expect(throws: BusError.self) { _ = unsafe try reader.rawText(BusType.string) }
      let array = RawReader(bytes, signature: "au")
      #expect(throws: BusError.self) { try array.enterArray("u") }
    }
  }
}
