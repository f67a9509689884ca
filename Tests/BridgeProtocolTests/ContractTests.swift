import Testing

@testable import BridgeProtocol

/// Tests every method by the contract alone, and so each new method as soon as it is added.
struct ContractTests {
  private let schema = Schema.contract

  @Test func `Every method of the contract has its path and its messages`() {
    for method in contractMethods() {
      #expect(Method(rawValue: method.path) != nil, "\(method.path)")
    }
    #expect(schema.methods.map(\.method) == Method.allCases)
    for method in schema.methods {
      #expect(method.request == "a11y.bridge.v1.\(method.method.messages.request)")
      #expect(method.response == "a11y.bridge.v1.\(method.method.messages.response)")
    }
  }

  @Test(arguments: Method.allCases)
  func `Each field of a request and a response survives decoding and encoding`(
    method: Method
  ) throws {
    try expectAllFields(of: method.messages.request)
    try expectAllFields(of: method.messages.response)
  }

  /// Decodes and encodes random messages that the contract allows. Some are refused, and some fields have
  /// no meaning in combination with others: each field must survive in at least one message.
  private func expectAllFields(of type: any WireMessage.Type) throws {
    let shape = try #require(schema.messages["a11y.bridge.v1.\(type)"])
    var random = SeededGenerator(seed: 1)
    var missing = Set(shape.fields.map(\.number))
    var count = 0
    // Until each field has survived, and at least 20 rounds.
    for round in 0..<400 where round < 20 || !missing.isEmpty {
      let bytes = random.message(shape, of: schema)
      let message: any WireMessage
      do throws(Status) {
        message = try type.init(decoding: bytes)
      } catch {
        #expect(error.reason != .malformed, "\(error.message)")
        continue
      }
      count += 1
      let written = message.encoded()
      #expect(try repacked(written, as: type) == written)
      #expect(try type.init(decoding: written).encoded() == written)
      let (before, after) = (try fields(of: repacked(bytes, as: type)), try fields(of: written))
      missing = missing.filter { number in
        guard let sent = before[number], let came = after[number] else { return true }
        // In nested messages, fields without meaning may be left out.
        if case .message? = shape.field(number)?.kind { return sent.count != came.count }
        return sent != came
      }
    }
    #expect(count > 0, "every \(type) is refused")
    let names = missing.compactMap { shape.field($0)?.name }
    #expect(names.isEmpty, "\(type) loses \(names)")
  }

  /// Returns the encodings of each field, in order.
  private func fields(of bytes: [UInt8]) throws -> [UInt64: [[UInt8]]] {
    var found: [UInt64: [[UInt8]]] = [:]
    var reader = WireReader(0..<bytes.count)
    var start = 0
    while let field = try reader.next(bytes.span) {
      found[field.number, default: []].append(Array(bytes[start..<reader.offset]))
      start = reader.offset
    }
    return found
  }
}

extension SeededGenerator {
  /// Returns a message with random fields, regardless of their meaning.
  fileprivate mutating func message(_ shape: MessageShape, of schema: Schema) -> [UInt8] {
    var writer = ProtoWriter()
    for field in chosen(shape.fields) where !once(in: 4) {
      for _ in 0..<(field.isRepeated ? Int.random(in: 1...3, using: &self) : 1) {
        append(field, of: schema, &writer)
      }
    }
    return writer.bytes
  }

  /// Returns one field of each oneof, and all other fields.
  private mutating func chosen(_ fields: [FieldShape]) -> [FieldShape] {
    let groups = Dictionary(grouping: fields.filter { $0.oneof != nil }, by: \.oneof)
    var choice: Set<UInt64> = []
    for group in groups.values.sorted(by: { $0[0].number < $1[0].number }) {
      if let field = group.randomElement(using: &self) { choice.insert(field.number) }
    }
    return fields.filter { $0.oneof == nil || choice.contains($0.number) }
  }

  private mutating func append(
    _ field: FieldShape, of schema: Schema, _ writer: inout ProtoWriter
  ) {
    let number = once(in: 2) ? UInt64.random(in: 1...20, using: &self) : max(1, number())
    switch field.kind {
    case .double: writer.double(field.number, present: Double(number % 4000) + 0.5)
    case .bool: writer.number(field.number, present: 1)
    case .text: writer.text(field.number, present: "a" + text())
    case .bytes: writer.blob(field.number, present: bytes(9))
    case .message(let name):
      guard let shape = schema.messages[name] else { return }
      writer.blob(field.number, present: message(shape, of: schema))
    case .enumeration(let name):
      let values = schema.enums[name]?.values.map(\.number).filter { $0 > 0 } ?? []
      writer.number(field.number, present: UInt64(values.randomElement(using: &self) ?? 1))
    case .int32, .uint32: writer.number(field.number, present: max(1, number & 0x7FFF_FFFF))
    default: writer.number(field.number, present: number)
    }
  }
}
