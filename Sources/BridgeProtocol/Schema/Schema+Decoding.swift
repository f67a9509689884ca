internal import AccessibilityRendering
internal import AccessibilityTree

extension Schema {
  /// Returns a message as JSON on one line, by the rules of proto3: names in camel case, 64-bit numbers as
  /// texts, enum values by name, bytes in base64. Fields that are not set are left out, and so are those
  /// that this contract does not know.
  ///
  /// - Throws: A status that says what is wrong with the bytes.
  package func json(of bytes: [UInt8], as message: String) throws(Status) -> String {
    guard let shape = messages[message] else {
      throw Status(.malformed, "unknown message \(message)")
    }
    var writer = JSONWriter()
    try MessageDecoder(schema: self).write(bytes, 0..<bytes.count, shape, &writer, depth: 0)
    return writer.text
  }
}

private struct MessageDecoder {
  private static let deepest = 64

  let schema: Schema

  func write(
    _ bytes: [UInt8], _ range: Range<Int>, _ shape: MessageShape,
    _ writer: inout JSONWriter, depth: Int
  ) throws(Status) {
    guard depth < Self.deepest else {
      throw Status(.malformed, "messages are nested more than \(Self.deepest) levels deep")
    }
    // Collected first: parts of a list may be apart, and of a singular field the last value counts.
    var found: [UInt64: [WireReader.Value]] = [:]
    var reader = WireReader(range)
    while let field = try reader.next(bytes.span) {
      guard let known = shape.field(field.number) else { continue }
      found[field.number, default: []].append(field.value)
      if !known.isRepeated, found[field.number]?.count ?? 0 > 1 {
        found[field.number]?.removeFirst()
      }
    }
    writer.beginObject()
    for field in shape.fields {
      guard let values = found[field.number] else { continue }
      writer.key(named: field.jsonName)
      try write(bytes, values, field, &writer, depth: depth)
    }
    writer.endObject()
  }

  private func write(
    _ bytes: [UInt8], _ values: [WireReader.Value], _ field: FieldShape,
    _ writer: inout JSONWriter, depth: Int
  ) throws(Status) {
    guard field.isRepeated else {
      guard let value = values.last else { return writer.null() }
      return try write(bytes, value, field, &writer, depth: depth)
    }
    writer.beginArray()
    for value in values {
      if case .bytes(let range) = value, field.kind.isPackable {
        for value in try unpack(bytes, range, field.kind) {
          try write(bytes, value, field, &writer, depth: depth)
        }
      } else {
        try write(bytes, value, field, &writer, depth: depth)
      }
    }
    writer.endArray()
  }

  private func unpack(
    _ bytes: [UInt8], _ range: Range<Int>, _ kind: FieldShape.Kind
  ) throws(Status) -> [WireReader.Value] {
    var values: [WireReader.Value] = []
    if let size = kind.fixedSize {
      for start in stride(from: range.lowerBound, to: range.upperBound, by: size)
      where start + size <= range.upperBound {
        values.append(.fixed(start..<start + size))
      }
      return values
    }
    var reader = WireReader(range)
    while let number = try reader.nextNumber(bytes.span) { values.append(.number(number)) }
    return values
  }

  private func write(
    _ bytes: [UInt8], _ value: WireReader.Value, _ field: FieldShape,
    _ writer: inout JSONWriter, depth: Int
  ) throws(Status) {
    switch (field.kind, value) {
    case (.int32, .number(let bits)): writer.integer(Int32(truncatingIfNeeded: bits))
    case (.sint32, .number(let bits)):
      writer.integer(Int32(truncatingIfNeeded: Int64(bitPattern: bits >> 1) ^ -Int64(bits & 1)))
    case (.uint32, .number(let bits)): writer.integer(UInt32(truncatingIfNeeded: bits))
    case (.int64, .number(let bits)): writer.string(String(Int64(bitPattern: bits)))
    case (.sint64, .number(let bits)):
      writer.string(String(Int64(bitPattern: bits >> 1) ^ -Int64(bits & 1)))
    case (.uint64, .number(let bits)): writer.string(String(bits))
    case (.bool, .number(let bits)): writer.bool(bits != 0)
    case (.enumeration(let name), .number(let bits)):
      let number = Int32(truncatingIfNeeded: bits)
      if let known = schema.enums[name]?.values.first(where: { $0.number == number }) {
        writer.string(known.name)
      } else {
        writer.integer(number)
      }
    case (.text, .bytes(let range)): writer.string(text(bytes, range))
    case (.bytes, .bytes(let range)): writer.string(Base64.encode(bytes[range]))
    case (.message(let name), .bytes(let range)):
      guard let shape = schema.messages[name] else { return writer.null() }
      try write(bytes, range, shape, &writer, depth: depth + 1)
    case (let kind, .fixed(let range)) where kind.fixedSize == range.count:
      write(fixed: range.reversed().reduce(0) { $0 << 8 | UInt64(bytes[$1]) }, kind, &writer)
    default:
      throw Status(.malformed, "the type of field \(field.name) differs from the contract")
    }
  }

  private func write(fixed bits: UInt64, _ kind: FieldShape.Kind, _ writer: inout JSONWriter) {
    switch kind {
    case .double: writer.number(Double(bitPattern: bits))
    case .float: writer.number(Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))))
    case .fixed32: writer.integer(UInt32(truncatingIfNeeded: bits))
    case .sfixed32: writer.integer(Int32(truncatingIfNeeded: bits))
    case .sfixed64: writer.string(String(Int64(bitPattern: bits)))
    default: writer.string(String(bits))
    }
  }

  private func text(_ bytes: [UInt8], _ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }
}

extension FieldShape.Kind {
  /// Whether the values of a list may be packed into one field, without tags.
  fileprivate var isPackable: Bool {
    switch self {
    case .text, .bytes, .message: false
    default: true
    }
  }

  /// The size in bytes; `nil` for kinds without a fixed size.
  fileprivate var fixedSize: Int? {
    switch self {
    case .fixed32, .sfixed32, .float: 4
    case .fixed64, .sfixed64, .double: 8
    default: nil
    }
  }
}
