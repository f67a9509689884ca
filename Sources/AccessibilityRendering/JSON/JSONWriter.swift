internal import AccessibilityTree
internal import SafeText

/// Writes JSON on one line, step by step. The writer adds commas and escapes; the caller must
/// close objects and arrays.
///
/// Numbers that JSON cannot represent are written as in the protobuf mapping: `"NaN"`, `"Infinity"`.
package struct JSONWriter: ~Copyable {
  private var output = ByteBuffer(capacity: 1024)
  private var needsComma = false

  package init() {}

  /// The text in UTF-8.
  package var bytes: [UInt8] {
    withBytes { bytes in unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) } }
  }

  package var text: String {
    withBytes { bytes in
      unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
  }

  /// Calls `body` with the text in UTF-8.
  package func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    output.withBytes(body)
  }

  /// The length of the text, in bytes.
  package var count: Int { output.count }

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

  /// Writes a key, of which nothing is escaped. The next call writes its value.
  @inline(__always)
  package mutating func key(_ key: StaticString) {
    separate()
    output.append(UInt8(ascii: "\""))
    output.append(key)
    output.append("\":")
    needsComma = false
  }

  /// Writes a key that is not known when the program is built.
  package mutating func key(named key: String) {
    string(key)
    output.append(UInt8(ascii: ":"))
    needsComma = false
  }

  private mutating func begin(_ bracket: UInt8) {
    separate()
    output.append(bracket)
    needsComma = false
  }

  private mutating func end(_ bracket: UInt8) {
    output.append(bracket)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { output.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  /// Ends a line; what is written next stands alone. Everything before must be closed.
  mutating func endLine() {
    output.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  /// Removes what was written, and keeps the memory.
  mutating func removeAll() {
    output.removeAll()
    needsComma = false
  }

  // MARK: Values

  package mutating func null() { json("null") }
  package mutating func bool(_ value: Bool) { json(value ? "true" : "false") }

  package mutating func integer(_ value: some BinaryInteger) {
    guard let number = UInt64(exactly: value) else { return json(String(value)) }
    separate()
    output.append(digitsOf: number)
  }

  /// Writes a number as a string, because it may exceed the numbers of JSON.
  mutating func digits(_ number: UInt64) {
    separate()
    output.append(UInt8(ascii: "\""))
    output.append(digitsOf: number)
    output.append(UInt8(ascii: "\""))
  }

  package mutating func number(_ value: Double) {
    if let whole = Int64(exactly: value) {
      integer(whole)
    } else if value.isNaN {
      string("NaN")
    } else if value.isInfinite {
      string(value > 0 ? "Infinity" : "-Infinity")
    } else {
      json(value.shortDescription)
    }
  }

  /// Writes a value that is JSON already, such as a number with its digits.
  package mutating func json(_ value: String) {
    separate()
    output.append(value.utf8.span)
  }

  /// Writes a string. Characters that are not safe to print are escaped, so that the text stays on one line
  /// and cannot control a terminal.
  package mutating func string(_ value: String) {
    separate()
    output.append(UInt8(ascii: "\""))
    if !output.append(plain: value) { escape(value) }
    output.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ text: String) {
    for scalar in text.unicodeScalars {
      if scalar.isASCII { append(ascii: UInt8(scalar.value)) } else { append(scalar) }
    }
  }

  private mutating func append(ascii byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): output.append(#"\""#)
    case UInt8(ascii: "\\"): output.append(#"\\"#)
    case 0x20..<0x7F: output.append(byte)
    case UInt8(ascii: "\n"): output.append(#"\n"#)
    case UInt8(ascii: "\r"): output.append(#"\r"#)
    case UInt8(ascii: "\t"): output.append(#"\t"#)
    case 0x08: output.append(#"\b"#)
    case 0x0C: output.append(#"\f"#)
    default: escape(UInt16(byte))
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    guard scalar.isUnsafeToPrint else {
      for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { output.append(byte) }
      return
    }
    for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter { escape(unit) }
  }

  private mutating func escape(_ unit: UInt16) {
    let digits = String(unit, radix: 16)
    output.append(#"\u"#)
    for _ in digits.utf8.count..<4 { output.append(UInt8(ascii: "0")) }
    output.append(digits.utf8.span)
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
