/// Iterates over the fields of a message in place.
///
/// Holds only positions; the bytes are passed to each step, so that nothing outlives them.
struct WireReader {
  private(set) var offset: Int
  let end: Int

  init(_ range: Range<Int>) {
    offset = range.lowerBound
    end = range.upperBound
  }

  enum Value {
    case number(UInt64)
    case bytes(Range<Int>)
    /// 4 or 8 bytes, the lowest first.
    case fixed(Range<Int>)
  }

  struct Field {
    let number: UInt64
    let value: Value
  }

  /// Returns the next field, or `nil` at the end.
  @inline(__always)
  mutating func next(_ bytes: borrowing Span<UInt8>) throws(Status) -> Field? {
    guard offset < end else { return nil }
    let tag = try varint(bytes)
    let number = tag >> 3
    guard number > 0, tag <= 0xFFFF_FFFF else {
      throw .malformedFrame("invalid field number \(number)")
    }
    switch tag & 7 {
    case 0: return Field(number: number, value: .number(try varint(bytes)))
    case 2:
      let length = try varint(bytes)
      guard length <= UInt64(end - offset) else {
        throw .malformedFrame(
          "field \(number) has \(length) bytes, but only \(end - offset) are left")
      }
      let start = offset
      offset += Int(length)
      return Field(number: number, value: .bytes(start..<offset))
    case 1: return try fixed(number, 8)
    case 5: return try fixed(number, 4)
    default: throw .malformedFrame("field \(number) has the invalid wire type \(tag & 7)")
    }
  }

  /// Returns the next number of a packed list, or `nil` at the end.
  mutating func nextNumber(_ bytes: borrowing Span<UInt8>) throws(Status) -> UInt64? {
    offset < end ? try varint(bytes) : nil
  }

  private mutating func fixed(_ number: UInt64, _ length: Int) throws(Status) -> Field {
    guard end - offset >= length else {
      throw .malformedFrame(
        "field \(number) has \(length) bytes, but only \(end - offset) are left")
    }
    let start = offset
    offset += length
    return Field(number: number, value: .fixed(start..<offset))
  }

  /// Reads a varint of 1 to 10 bytes. Bits beyond 64 are cut off, as protobuf specifies.
  @inline(__always)
  private mutating func varint(_ bytes: borrowing Span<UInt8>) throws(Status) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while offset < end, shift < 70 {
      let byte = bytes[offset]
      offset += 1
      value |= UInt64(byte & 0x7F) &<< shift
      if byte < 0x80 { return value }
      shift += 7
    }
    throw .malformedFrame("unterminated varint")
  }
}

extension Status {
  static func malformedFrame(_ what: String) -> Status {
    Status(.malformed, "not a frame of this protocol: \(what)")
  }
}

extension Span<UInt8> {
  /// A copy.
  package var array: [UInt8] { array(0..<count) }

  /// Returns a copy of a part.
  @inline(__always)
  func array(_ range: Range<Int>) -> [UInt8] {
    unsafe extracting(range).withUnsafeBufferPointer { unsafe Array($0) }
  }
}
