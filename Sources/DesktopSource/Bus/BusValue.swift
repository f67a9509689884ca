/// A D-Bus value: an argument of a call, or the content of a variant of any type.
enum BusValue: Equatable, Sendable {
  case byte(UInt8)
  case bool(Bool)
  case int16(Int16)
  case uint16(UInt16)
  case int32(Int32)
  case uint32(UInt32)
  case int64(Int64)
  case uint64(UInt64)
  case double(Double)
  case string(String)
  case objectPath(String)
  case signature(String)
  /// The elements' signature is given, because an array may be empty.
  case array(of: String, [BusValue])
  case structure([BusValue])
  indirect case variant(BusValue)
  indirect case dictionaryEntry(key: BusValue, value: BusValue)

  /// The D-Bus signature.
  var signature: String {
    switch self {
    case .byte: "y"
    case .bool: "b"
    case .int16: "n"
    case .uint16: "q"
    case .int32: "i"
    case .uint32: "u"
    case .int64: "x"
    case .uint64: "t"
    case .double: "d"
    case .string: "s"
    case .objectPath: "o"
    case .signature: "g"
    case .array(let contents, _): "a" + contents
    case .structure(let fields): "(" + fields.map(\.signature).joined() + ")"
    case .variant: "v"
    case .dictionaryEntry(let key, let value): "{" + key.signature + value.signature + "}"
    }
  }

  /// The text of a string, object path or signature.
  var text: String? {
    switch self {
    case .string(let text), .objectPath(let text), .signature(let text): text
    default: nil
    }
  }

  /// The value as an integer; `nil` when it is not an integer or does not fit.
  var integer: Int64? {
    switch self {
    case .byte(let value): Int64(value)
    case .int16(let value): Int64(value)
    case .uint16(let value): Int64(value)
    case .int32(let value): Int64(value)
    case .uint32(let value): Int64(value)
    case .int64(let value): value
    case .uint64(let value): Int64(exactly: value)
    default: nil
    }
  }

  /// The value as a floating-point number; `nil` when it is not a number.
  var number: Double? {
    if case .double(let value) = self { return value }
    return integer.map(Double.init)
  }
}
