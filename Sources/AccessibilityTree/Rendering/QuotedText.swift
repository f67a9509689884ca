extension String {
  /// In quotes and on one line: quotes, backslashes, line ends, control characters and what turns
  /// the direction of writing are escaped. Of a longer text the first `limit` scalars, then how
  /// long it is.
  public func quoted(limit: Int? = nil) -> String {
    var result = "\""
    var count = 0
    for scalar in unicodeScalars {
      if let limit, count >= limit {
        return result + "…\" (\(unicodeScalars.count) characters)"
      }
      count += 1
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      default:
        if scalar.isUnprintable {
          result += "\\u{" + String(scalar.value, radix: 16) + "}"
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }
}

extension Unicode.Scalar {
  fileprivate var isUnprintable: Bool {
    switch value {
    case 0x20..<0x7F: false
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }
}
