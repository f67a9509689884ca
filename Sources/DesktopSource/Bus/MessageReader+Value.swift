extension MessageReader {
  /// Reads the next value, of any type. Long strings are truncated.
  ///
  /// Values may nest 64 levels deep; D-Bus limits nesting as well.
  /// - Throws: `malformed` when the value contains more than `MessageLimits.values` values, or nests deeper.
  func value() throws(BusError) -> BusValue {
    var left = MessageLimits.values
    return try value(depth: 0, &left)
  }

  private func value(depth: Int, _ left: inout Int) throws(BusError) -> BusValue {
    guard depth < 64 else { throw .malformed("values nested more than 64 deep") }
    guard left > 0 else { throw .malformed("more than \(MessageLimits.values) values in one") }
    left -= 1
    guard let type = try peek(), let code = type.utf8.first else {
      throw .malformed("a value expected at the end of '\(fullSignature)'")
    }
    switch code {
    case UInt8(ascii: "y"): return .byte(try byte())
    case UInt8(ascii: "b"): return .bool(try bool())
    case UInt8(ascii: "n"): return .int16(try int16())
    case UInt8(ascii: "q"): return .uint16(try uint16())
    case UInt8(ascii: "i"): return .int32(try int32())
    case UInt8(ascii: "u"): return .uint32(try uint32())
    case UInt8(ascii: "x"): return .int64(try int64())
    case UInt8(ascii: "t"): return .uint64(try uint64())
    case UInt8(ascii: "d"): return .double(try double())
    case UInt8(ascii: "s"): return .string(try string(atMost: MessageLimits.string))
    case UInt8(ascii: "o"): return .objectPath(try objectPathWithinLimit())
    case UInt8(ascii: "g"): return .signature(try signature())
    case UInt8(ascii: "v"):
      return .variant(try variant { () throws(BusError) in try value(depth: depth + 1, &left) })
    case UInt8(ascii: "("):
      var fields: [BusValue] = []
      try structure { () throws(BusError) in
        while hasNext { fields.append(try value(depth: depth + 1, &left)) }
      }
      return .structure(fields)
    case UInt8(ascii: "a") where type.hasPrefix("a{"):
      var entries: [BusValue] = []
      try dictionary { () throws(BusError) in
        let key = try value(depth: depth + 1, &left)
        entries.append(.dictionaryEntry(key: key, value: try value(depth: depth + 1, &left)))
      }
      return .array(of: String(type.dropFirst()), entries)
    case UInt8(ascii: "a"):
      var elements: [BusValue] = []
      try array { () throws(BusError) in elements.append(try value(depth: depth + 1, &left)) }
      return .array(of: String(type.dropFirst()), elements)
    default:
      throw .malformed("unknown type '\(type)'")
    }
  }
}
