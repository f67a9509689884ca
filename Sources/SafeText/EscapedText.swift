extension StringProtocol {
  /// Returns the text on one line, safe for a terminal: scalars that are `isUnsafeToPrint` are written as `\n`,
  /// `\t`, `\r` or `\u{1b}`. Joiners stay where they join.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of scalars. A longer text is cut, followed by the number of its scalars; one that ends in
  ///     "…", as where it was cut before, has more than those before that.
  ///   - flowing: Whether line ends and tabs become spaces, as where a text is read aloud.
  public func escaped(limit: Int? = nil, flowing: Bool = false) -> String {
    let text = String(self)
    if limit.map({ text.utf8.count <= $0 }) ?? true, text.isPlain || text.isSafeToPrint {
      return text
    }
    var result = ""
    let isCut = unicodeScalars.escape(into: &result, limit: limit, flowing: flowing)
    return isCut ? "\(result)… (\(lengthText()))" : result
  }

  /// Returns the text as `escaped` does, in quotes, with quotes and backslashes within escaped as well.
  ///
  /// - Parameter length: The number of scalars of the whole text, where this is a part of it.
  public func escapedInQuotes(limit: Int? = nil, length: Int? = nil) -> String {
    var result = "\""
    let isCut = unicodeScalars.escape(into: &result, limit: limit, escapesQuotes: true)
    return isCut ? "\(result)…\" (\(lengthText(length)))" : result + "\""
  }

  private func lengthText(_ known: Int? = nil) -> String {
    let count = unicodeScalars.count
    if let known, known > count { return "\(known) characters" }
    return unicodeScalars.last == "…" ? "more than \(count - 1) characters" : "\(count) characters"
  }
}

// Not generic, so that they cost little for long texts wherever they are called.
extension String {
  /// Whether the text is ASCII without control characters.
  fileprivate var isPlain: Bool {
    let bytes = utf8.span
    for index in bytes.indices where bytes[index] < 0x20 || bytes[index] >= 0x7F { return false }
    return true
  }

  /// Whether none of its scalars is escaped.
  fileprivate var isSafeToPrint: Bool {
    for scalar in unicodeScalars where scalar.isUnsafeToPrint { return false }
    return true
  }
}

extension BidirectionalCollection where Element == Unicode.Scalar {
  /// Appends the escaped text to `result`. Returns whether the limit cut it.
  fileprivate func escape(
    into result: inout String, limit: Int?, flowing: Bool = false, escapesQuotes: Bool = false
  ) -> Bool {
    var count = 0
    var previous: Unicode.Scalar?
    var index = startIndex
    while index < endIndex {
      let scalar = self[index]
      let next = self.index(after: index)
      if let limit, count >= limit { return true }
      count += 1
      let isJoining =
        scalar.isJoiner && previous?.isJoinable == true && next < endIndex
        && self[next].isJoinable
      if flowing, scalar.endsOrSpreadsLine {
        result += " "
      } else if escapesQuotes, scalar == "\"" || scalar == "\\" {
        result += "\\\(scalar)"
      } else if scalar.isUnsafeToPrint, !isJoining {
        result += scalar.escape
      } else {
        result.unicodeScalars.append(scalar)
      }
      previous = scalar
      index = next
    }
    return false
  }
}

extension Unicode.Scalar {
  fileprivate var escape: String {
    switch self {
    case "\n": "\\n"
    case "\t": "\\t"
    case "\r": "\\r"
    default: "\\u{" + String(value, radix: 16) + "}"
    }
  }

  fileprivate var endsOrSpreadsLine: Bool {
    switch value {
    case 0x09...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }
}
