package import AccessibilityTree
internal import SafeText

/// Writes JSON on one line, step by step. The writer adds commas and escapes; the caller must
/// close objects and arrays.
///
/// Numbers that JSON cannot represent are written as in the protobuf mapping: `"NaN"`, `"Infinity"`.
package struct JSONWriter: Sendable {
  /// The text in UTF-8.
  package private(set) var bytes: [UInt8] = []
  private var needsComma = false

  package init() { bytes.reserveCapacity(1024) }

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  // MARK: Structure

  package mutating func object(_ body: (inout JSONWriter) -> Void) {
    beginObject()
    body(&self)
    endObject()
  }

  package mutating func array(_ body: (inout JSONWriter) -> Void) {
    beginArray()
    body(&self)
    endArray()
  }

  // For callers whose body throws, or borrows what a closure cannot capture.
  package mutating func beginObject() { begin(UInt8(ascii: "{")) }
  package mutating func endObject() { end(UInt8(ascii: "}")) }
  package mutating func beginArray() { begin(UInt8(ascii: "[")) }
  package mutating func endArray() { end(UInt8(ascii: "]")) }

  /// Writes a key. The next call writes its value.
  package mutating func key(_ key: String) {
    string(key)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  private mutating func begin(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func end(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  // MARK: Values

  package mutating func null() { raw("null") }
  package mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }
  package mutating func integer(_ value: some BinaryInteger) { raw(String(value)) }

  package mutating func number(_ value: Double) {
    if value.isNaN {
      string("NaN")
    } else if value.isInfinite {
      string(value > 0 ? "Infinity" : "-Infinity")
    } else {
      raw(value.shortDescription)
    }
  }

  /// Writes a value that is JSON already, such as a number with its digits.
  package mutating func json(_ value: String) { raw(value) }

  private mutating func raw(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
  }

  /// Writes a string. Characters that are not safe to print are escaped, so that the text stays on one line
  /// and cannot control a terminal.
  package mutating func string(_ value: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    if Self.isPlain(value) {
      bytes.append(contentsOf: value.utf8)
    } else {
      for scalar in value.unicodeScalars {
        if scalar.isASCII { append(ascii: UInt8(scalar.value)) } else { append(scalar) }
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Whether a string is ASCII of which nothing is escaped, as nearly all are.
  private static func isPlain(_ text: String) -> Bool {
    let bytes = text.utf8.span
    for index in bytes.indices {
      let byte = bytes[index]
      if byte < 0x20 || byte >= 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        return false
      }
    }
    return true
  }

  private mutating func append(ascii byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): bytes.append(contentsOf: #"\""#.utf8)
    case UInt8(ascii: "\\"): bytes.append(contentsOf: #"\\"#.utf8)
    case 0x20..<0x7F: bytes.append(byte)
    case UInt8(ascii: "\n"): bytes.append(contentsOf: #"\n"#.utf8)
    case UInt8(ascii: "\r"): bytes.append(contentsOf: #"\r"#.utf8)
    case UInt8(ascii: "\t"): bytes.append(contentsOf: #"\t"#.utf8)
    case 0x08: bytes.append(contentsOf: #"\b"#.utf8)
    case 0x0C: bytes.append(contentsOf: #"\f"#.utf8)
    default: escape(UInt16(byte))
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    guard scalar.isUnsafeToPrint else {
      return bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
    for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter { escape(unit) }
  }

  private mutating func escape(_ unit: UInt16) {
    let digits = String(unit, radix: 16)
    bytes.append(contentsOf: #"\u"#.utf8)
    bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: 4 - digits.utf8.count))
    bytes.append(contentsOf: digits.utf8)
  }
}

/// A type that is written as a JSON object.
package protocol JSONRepresentable {
  /// Writes keys and values without the braces, so that the caller can add fields.
  func writeFields(to writer: inout JSONWriter)
}

extension JSONRepresentable {
  /// The JSON on one line, without a line end.
  package var json: String {
    var writer = JSONWriter()
    writer.value(self)
    return writer.text
  }
}

// MARK: Shorthands

extension JSONWriter {
  package mutating func value(_ value: some JSONRepresentable) {
    object { value.writeFields(to: &$0) }
  }

  /// Writes nothing for `nil`.
  package mutating func field(_ key: String, _ value: String?) {
    guard let value else { return }
    self.key(key)
    string(value)
  }

  /// Writes nothing for `nil`.
  package mutating func field(_ key: String, _ value: Double?) {
    guard let value else { return }
    self.key(key)
    number(value)
  }

  /// Writes nothing for `nil`.
  package mutating func field(_ key: String, _ value: (some BinaryInteger)?) {
    guard let value else { return }
    self.key(key)
    integer(value)
  }

  package mutating func field(_ key: String, _ value: Bool) {
    self.key(key)
    bool(value)
  }

  /// Writes an id as a number, with the same digits as everywhere. Writes nothing for `nil`.
  package mutating func field(_ key: String, _ id: ElementID?) {
    field(key, id?.rawValue)
  }

  /// Writes a revision or epoch as text, because it may exceed the numbers of JSON.
  package mutating func field(_ key: String, revision: UInt64) {
    field(key, String(revision))
  }

  /// Writes nothing for an empty array.
  package mutating func field(_ key: String, ids: [ElementID]) {
    guard !ids.isEmpty else { return }
    self.key(key)
    array { for id in ids { $0.integer(id.rawValue) } }
  }

  /// Writes nothing for an empty array.
  package mutating func field(_ key: String, _ values: [String]) {
    guard !values.isEmpty else { return }
    self.key(key)
    array { for value in values { $0.string(value) } }
  }

  /// Writes nothing for `nil`.
  package mutating func field(_ key: String, _ value: (some JSONRepresentable)?) {
    guard let value else { return }
    self.key(key)
    self.value(value)
  }

  /// Writes nothing for an empty array.
  package mutating func field(_ key: String, _ values: [some JSONRepresentable]) {
    guard !values.isEmpty else { return }
    self.key(key)
    array { for value in values { $0.value(value) } }
  }
}
