/// A JSON value as it is written: numbers keep their digits, and objects the order of their members.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// The number as written.
  case number(String)
  case text(String)
  case array([JSONValue])
  case object([Member])

  package struct Member: Hashable, Sendable {
    package let name: String
    package let value: JSONValue

    package init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// A short description of the value, for messages.
  var description: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let digits): digits
    case .text: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// What is wrong with a text that should be JSON, or with its contents.
package struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}

extension JSONValue {
  /// The maximum depth of nested values. No message of the contract needs half of it.
  static let deepest = 64

  /// Parses a text that is one value.
  package init(parsing text: String) throws(JSONError) {
    var parser = JSONParser(bytes: Array(text.utf8))
    self = try parser.document()
  }
}

/// Parses JSON (RFC 8259), without extensions.
private struct JSONParser {
  let bytes: [UInt8]
  private var offset = 0
  private var depth = 0

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func document() throws(JSONError) -> JSONValue {
    let value = try value()
    skipSpace()
    guard offset == bytes.count else { throw error("unexpected text after the value") }
    return value
  }

  private func error(_ what: String) -> JSONError {
    JSONError("invalid JSON: \(what) at byte \(offset)")
  }

  private var current: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private mutating func skipSpace() {
    while let byte = current, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { offset += 1 }
  }

  private mutating func take(_ character: Character) -> Bool {
    guard current == character.asciiValue else { return false }
    offset += 1
    return true
  }

  private mutating func value() throws(JSONError) -> JSONValue {
    skipSpace()
    guard let byte = current else { throw error("a value is missing") }
    switch Character(Unicode.Scalar(byte)) {
    case "{", "[":
      depth += 1
      defer { depth -= 1 }
      guard depth <= JSONValue.deepest else {
        throw error("values are nested more than \(JSONValue.deepest) levels deep")
      }
      return try byte == UInt8(ascii: "{") ? object() : array()
    case "\"": return .text(try string())
    case "-", "0"..."9": return .number(try number())
    default: return try word()
    }
  }

  private mutating func word() throws(JSONError) -> JSONValue {
    for (word, value) in [("true", JSONValue.bool(true)), ("false", .bool(false)), ("null", .null)]
    where bytes[offset...].starts(with: word.utf8) {
      offset += word.utf8.count
      return value
    }
    throw error("unexpected character; a string must be in double quotes")
  }

  private mutating func object() throws(JSONError) -> JSONValue {
    offset += 1
    var members: [JSONValue.Member] = []
    skipSpace()
    if take("}") { return .object([]) }
    repeat {
      skipSpace()
      guard current == UInt8(ascii: "\"") else {
        throw error("expected a name in double quotes")
      }
      let name = try string()
      skipSpace()
      guard take(":") else { throw error("expected a colon") }
      members.append(JSONValue.Member(name, try value()))
      skipSpace()
    } while take(",")
    guard take("}") else { throw error("expected a comma or a closing brace") }
    return .object(members)
  }

  private mutating func array() throws(JSONError) -> JSONValue {
    offset += 1
    var values: [JSONValue] = []
    skipSpace()
    if take("]") { return .array([]) }
    repeat {
      values.append(try value())
      skipSpace()
    } while take(",")
    guard take("]") else { throw error("expected a comma or a closing bracket") }
    return .array(values)
  }

  private mutating func number() throws(JSONError) -> String {
    let start = offset
    _ = take("-")
    let isZero = current == UInt8(ascii: "0")
    guard let digits = skipDigits(), !isZero || digits == 1 else {
      throw error("a number needs digits, without a leading zero")
    }
    if take("."), skipDigits() == nil { throw error("expected digits after the decimal point") }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      if skipDigits() == nil { throw error("expected digits in the exponent") }
    }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  private mutating func skipDigits() -> Int? {
    let start = offset
    while let byte = current, (0x30...0x39).contains(byte) { offset += 1 }
    return offset > start ? offset - start : nil
  }

  private mutating func string() throws(JSONError) -> String {
    offset += 1
    var text: [UInt8] = []
    while let byte = current {
      offset += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text += try escape()
      case 0..<0x20:
        throw error("unescaped control character in a string; write it as \\n or \\u001b")
      default: text.append(byte)
      }
    }
    throw error("unterminated string")
  }

  private mutating func escape() throws(JSONError) -> [UInt8] {
    guard let byte = current else { throw error("unterminated string") }
    offset += 1
    switch Character(Unicode.Scalar(byte)) {
    case "\"", "\\", "/": return [byte]
    case "b": return [0x08]
    case "f": return [0x0C]
    case "n": return [0x0A]
    case "r": return [0x0D]
    case "t": return [0x09]
    case "u": return Array(String(Character(try scalar())).utf8)
    default: throw error("unknown escape sequence")
    }
  }

  /// Parses an escape such as `\u00e9`, or two of them for a scalar beyond 16 bits.
  private mutating func scalar() throws(JSONError) -> Unicode.Scalar {
    let first = try unit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, take("\\"), take("u") else { throw error("unpaired surrogate") }
    let second = try unit()
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw error("unpaired surrogate") }
    return scalar
  }

  private mutating func unit() throws(JSONError) -> UInt32 {
    let digits = bytes[offset...].prefix(4)
    guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let unit = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw error("expected four hexadecimal digits after \\u") }
    offset += 4
    return unit
  }
}
