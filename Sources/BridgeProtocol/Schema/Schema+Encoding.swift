internal import AccessibilityTree

extension Schema {
  /// Returns the bytes of a message that is written as JSON, by the rules of proto3: fields by their own
  /// name or in camel case, 64-bit numbers also as texts, enum values by name or number, bytes in base64,
  /// `null` for fields that are not set.
  ///
  /// - Parameters:
  ///   - json: One object.
  ///   - message: The full name of the message.
  /// - Throws: What is wrong and where: `"target.selektor" is no field of …; its fields are …`.
  package func encode(_ json: String, as message: String) throws(JSONError) -> [UInt8] {
    guard let shape = messages[message] else { throw JSONError("unknown message \(message)") }
    return try MessageEncoder(schema: self).encode(JSONValue(parsing: json), shape, "")
  }
}

private struct MessageEncoder {
  let schema: Schema

  /// - Parameter path: The path of the message, for errors: "target."; empty for the whole message.
  func encode(
    _ json: JSONValue, _ shape: MessageShape, _ path: String
  ) throws(JSONError) -> [UInt8] {
    guard case .object(let members) = json else {
      let place = path.isEmpty ? "the message" : "\"\(path.dropLast())\""
      throw JSONError("\(place) must be an object (\(shape.name)), not \(json.description)")
    }
    var fields: [(field: FieldShape, value: JSONValue)] = []
    var oneofs: [UInt32: String] = [:]
    for member in members {
      guard let field = shape.field(named: member.name) else {
        throw unknown(member.name, shape, path)
      }
      if member.value == .null { continue }
      guard !fields.contains(where: { $0.field.number == field.number }) else {
        throw JSONError("\((path + field.name).quoted()) appears more than once")
      }
      if let oneof = field.oneof, let other = oneofs.updateValue(field.name, forKey: oneof) {
        throw JSONError(
          "\((path + other).quoted()) and \((path + field.name).quoted()) "
            + "cannot be combined")
      }
      fields.append((field, member.value))
    }
    var writer = ProtoWriter()
    for (field, value) in fields.sorted(by: { $0.field.number < $1.field.number }) {
      try write(value, field, path + field.name, &writer)
    }
    return writer.bytes
  }

  private func unknown(_ name: String, _ shape: MessageShape, _ path: String) -> JSONError {
    let known = shape.fields.map(\.name).joined(separator: ", ")
    return JSONError(
      "unknown field \((path + name).quoted(limit: 80)) of \(shape.name); "
        + (known.isEmpty ? "it has no fields: write {}" : "its fields are \(known)"))
  }

  private func write(
    _ value: JSONValue, _ field: FieldShape, _ path: String, _ writer: inout ProtoWriter
  ) throws(JSONError) {
    guard field.isRepeated else { return try append(value, field, path, &writer) }
    guard case .array(let values) = value else {
      throw JSONError("\(path.quoted()) must be an array, not \(value.description)")
    }
    // Written one by one: readers accept that for packed fields as well.
    for (place, value) in values.enumerated() {
      try append(value, field, "\(path)[\(place)]", &writer)
    }
  }

  private func append(
    _ value: JSONValue, _ field: FieldShape, _ path: String, _ writer: inout ProtoWriter
  ) throws(JSONError) {
    let number = field.number
    switch field.kind {
    case .int32, .int64:
      let value = try signed(value, field, path)
      writer.number(number, present: UInt64(bitPattern: value))
    case .sint32, .sint64:
      let value = try signed(value, field, path)
      writer.number(number, present: UInt64(bitPattern: value << 1 ^ value >> 63))
    case .sfixed32:
      let value = try signed(value, field, path)
      fixed32(number, UInt32(truncatingIfNeeded: value), &writer)
    case .sfixed64: fixed64(number, UInt64(bitPattern: try signed(value, field, path)), &writer)
    case .uint32, .uint64: writer.number(number, present: try unsigned(value, field, path))
    case .fixed32:
      fixed32(number, UInt32(truncatingIfNeeded: try unsigned(value, field, path)), &writer)
    case .fixed64: fixed64(number, try unsigned(value, field, path), &writer)
    case .float: fixed32(number, Float(try real(value, path)).bitPattern, &writer)
    case .double: writer.double(number, present: try real(value, path))
    case .bool:
      guard case .bool(let flag) = value else { throw wrong(value, "true or false", path) }
      writer.number(number, present: flag ? 1 : 0)
    case .text:
      guard case .text(let text) = value else { throw wrong(value, "a string", path) }
      guard !text.utf8.contains(0) else {
        throw JSONError(
          "\(path.quoted()) has a NUL (\\u0000), which no text may have; leave it out")
      }
      writer.text(number, present: text)
    case .bytes:
      guard case .text(let text) = value, let bytes = Base64.decode(text) else {
        throw wrong(value, "a base64 string", path)
      }
      message(number, bytes, &writer)
    case .enumeration(let name):
      let value = try enumeration(value, name, path)
      writer.number(number, present: UInt64(bitPattern: Int64(value)))
    case .message(let name):
      guard let shape = schema.messages[name] else { throw wrong(value, "a message", path) }
      message(number, try encode(value, shape, path + "."), &writer)
    }
  }

  private func message(_ number: UInt64, _ bytes: [UInt8], _ writer: inout ProtoWriter) {
    writer.tag(number, .length)
    writer.varint(UInt64(bytes.count))
    writer.append(bytes)
  }

  private func fixed64(_ number: UInt64, _ value: UInt64, _ writer: inout ProtoWriter) {
    writer.tag(number, .fixed64)
    for place in 0..<8 { writer.append(UInt8(truncatingIfNeeded: value >> (8 * UInt64(place)))) }
  }

  private func fixed32(_ number: UInt64, _ value: UInt32, _ writer: inout ProtoWriter) {
    writer.varint(number << 3 | 5)
    for place in 0..<4 { writer.append(UInt8(truncatingIfNeeded: value >> (8 * UInt32(place)))) }
  }

  // MARK: Values

  private func wrong(_ value: JSONValue, _ wanted: String, _ path: String) -> JSONError {
    JSONError("\(path.quoted()) must be \(wanted), not \(value.description)")
  }

  /// Returns the digits of a whole number, which may be a text, or end with `.0` or an exponent.
  private func digits(_ value: JSONValue, _ path: String) throws(JSONError) -> String {
    let text: String
    switch value {
    case .number(let digits): text = digits
    case .text(let digits): text = digits
    default: throw wrong(value, "a whole number", path)
    }
    if text.contains(where: { ".eE".contains($0) }), let number = Double(text),
      let whole = Int64(exactly: number)
    {
      return String(whole)
    }
    return text
  }

  private func signed(
    _ value: JSONValue, _ field: FieldShape, _ path: String
  ) throws(JSONError) -> Int64 {
    let range: ClosedRange<Int64> =
      field.is32Bits ? Int64(Int32.min)...Int64(Int32.max) : .min ... .max
    guard let number = Int64(try digits(value, path)), range.contains(number) else {
      throw wrong(
        value, "a whole number from \(range.lowerBound) to \(range.upperBound)", path)
    }
    return number
  }

  private func unsigned(
    _ value: JSONValue, _ field: FieldShape, _ path: String
  ) throws(JSONError) -> UInt64 {
    let most = field.is32Bits ? UInt64(UInt32.max) : .max
    guard let number = UInt64(try digits(value, path)), number <= most else {
      throw wrong(value, "a whole number from 0 to \(most)", path)
    }
    return number
  }

  private func real(_ value: JSONValue, _ path: String) throws(JSONError) -> Double {
    switch value {
    case .text("NaN"): return .nan
    case .text("Infinity"): return .infinity
    case .text("-Infinity"): return -.infinity
    case .number(let digits), .text(let digits):
      if let number = Double(digits), number.isFinite { return number }
    default: break
    }
    throw wrong(value, "a number", path)
  }

  private func enumeration(
    _ value: JSONValue, _ name: String, _ path: String
  ) throws(JSONError) -> Int32 {
    let values = schema.enums[name]?.values ?? []
    switch value {
    case .text(let text):
      if let known = values.first(where: { $0.name == text }) { return known.number }
    // Unknown numbers are left to the server to check.
    case .number(let digits):
      if let number = Int32(digits) { return number }
    default: break
    }
    let names = values.map(\.name).joined(separator: ", ")
    throw JSONError("\(path.quoted()) must be one of \(names), not \(value.written)")
  }
}

extension FieldShape {
  fileprivate var is32Bits: Bool {
    switch kind {
    case .int32, .sint32, .sfixed32, .uint32, .fixed32: true
    default: false
    }
  }
}

extension JSONValue {
  fileprivate var written: String {
    if case .text(let text) = self { text.quoted(limit: 60) } else { description }
  }
}
