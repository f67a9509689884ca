internal import AccessibilityTree

extension SelectorParser {
  enum Comparison: String, CaseIterable {
    // Longer operators first, because '<' is a prefix of '<='.
    case contains = "*="
    case prefix = "^="
    case suffix = "$="
    case pattern = "~="
    case differs = "!="
    case lessOrEqual = "<="
    case greaterOrEqual = ">="
    case equal = "="
    case less = "<"
    case greater = ">"

    var isOrder: Bool {
      switch self {
      case .less, .lessOrEqual, .greater, .greaterOrEqual: true
      default: false
      }
    }
  }

  /// Parses `[name]`, `[name="value"]`, `[name*="value" i]` or `[@toolkit-name="value"]`.
  mutating func attribute() throws(SelectorSyntaxError) -> SelectorPredicate {
    let start = position
    position += 1
    skipSpace()
    let nameStart = position
    let isToolkit = take("@")
    let name = isToolkit ? toolkitName() : self.name()
    if name.isEmpty { throw error("expected an attribute name", remedy: "as in [label]") }
    let attribute = isToolkit ? nil : try known(name, at: nameStart)
    skipSpace()
    if take("]") { return presence(of: attribute, name: name) }
    guard let comparison = comparison() else {
      if current == nil { throw error("this '[' is not closed by ']'", at: start) }
      throw error(
        "expected a comparison or ']'", remedy: "the comparisons are = != *= ^= $= ~= < <= > >=")
    }
    skipSpace()
    let valueStart = position
    let value = try self.value(isPattern: comparison == .pattern, end: "]")
    let ignoresCase = try caseFlag()
    skipSpace()
    guard take("]") else {
      if current == nil { throw error("this '[' is not closed by ']'", at: start) }
      throw error("expected ']'", remedy: "put a value with spaces in quotes")
    }
    return try test(
      attribute, name: name, comparison, value, ignoringCase: ignoresCase, at: valueStart)
  }

  private func known(
    _ name: String, at offset: Int
  ) throws(SelectorSyntaxError) -> SelectorVocabulary.Attribute {
    if let attribute = SelectorVocabulary.attributesByName[name.lowercased()] { return attribute }
    let near = SelectorVocabulary.suggestion(
      for: name, among: SelectorVocabulary.attributes.map(\.name))
    let number = Int(name).map {
      "for the one with a number write :nth(\(max(1, $0))) behind the role, from 1"
    }
    throw error(
      "unknown attribute '\(name)'", at: offset,
      remedy: outlineWord(name) ?? number ?? stateAdvice(name.lowercased()) ?? near.map {
        "did you mean '\($0)'?"
      }
        ?? "test a toolkit's own attributes with [@\(name)=…]")
  }

  /// How to test an attribute that is written without brackets; `nil` for other names.
  func attributeAdvice(_ name: String) -> String? {
    SelectorVocabulary.attributesByName[name].map { _ in "write [\(name)=\"…\"], in brackets" }
  }

  /// How to test a state that is written as an attribute, as in `[checked]` or `[aria-checked=false]`; `nil` for other names.
  private func stateAdvice(_ name: String) -> String? {
    let plain = name.hasPrefix("aria-") ? String(name.dropFirst(5)) : name
    if plain != name, SelectorVocabulary.attributesByName[plain] != nil {
      return "did you mean '\(plain)'?"
    }
    guard Self.plain(plain) != nil else { return nil }
    var rest = String.UnicodeScalarView()
    rest.append(contentsOf: scalars[position...].prefix { $0 != "]" })
    let test = String(rest).lowercased()
    let isFalse = ["false", "0", "no"].contains { test.hasSuffix($0) || test.hasSuffix("\($0)\"") }
    let isDenied = isFalse != test.contains("!=")
    return isDenied
      ? "for what is not so write :not(:\(plain)) without brackets"
      : "for what is so write :\(plain) without brackets"
  }

  private func presence(
    of attribute: SelectorVocabulary.Attribute?, name: String
  ) -> SelectorPredicate {
    switch attribute {
    case nil: .toolkitAttribute(name, .present)
    case .text(let attribute), .both(let attribute, _): .text(attribute, .present)
    case .number(let attribute): .number(attribute, NumberPredicate(relation: .present))
    }
  }

  private func test(
    _ attribute: SelectorVocabulary.Attribute?, name: String, _ comparison: Comparison,
    _ value: String, ignoringCase: Bool, at offset: Int
  ) throws(SelectorSyntaxError) -> SelectorPredicate {
    switch attribute {
    case .number(let attribute):
      let test = try numberTest(comparison, value, name: name, at: offset)
      return comparison == .differs
        ? .differs(.number(attribute, test)) : .number(attribute, test)
    case .both(_, let attribute) where comparison.isOrder:
      return .number(attribute, try numberTest(comparison, value, name: name, at: offset))
    case .text(let attribute), .both(let attribute, _):
      if attribute == .role, comparison == .equal || comparison == .differs,
        Role(name: value.lowercased()) == nil
      {
        throw unknownRole(value, at: offset)
      }
      let test = SelectorPredicate.text(
        attribute, try textTest(comparison, value, ignoringCase, name: name, at: offset))
      return comparison == .differs ? .differs(test) : test
    case nil:
      let test = SelectorPredicate.toolkitAttribute(
        name, try textTest(comparison, value, ignoringCase, name: name, at: offset))
      return comparison == .differs ? .differs(test) : test
    }
  }

  func textTest(
    _ comparison: Comparison, _ value: String, _ ignoringCase: Bool, name: String, at offset: Int
  ) throws(SelectorSyntaxError) -> TextPredicate {
    switch comparison {
    case .equal, .differs: return TextPredicate(.equal, value, ignoringCase: ignoringCase)
    case .contains: return TextPredicate(.contains, value, ignoringCase: ignoringCase)
    case .prefix: return TextPredicate(.prefix, value, ignoringCase: ignoringCase)
    case .suffix: return TextPredicate(.suffix, value, ignoringCase: ignoringCase)
    case .pattern:
      do {
        return try TextPredicate(pattern: value, ignoringCase: ignoringCase)
      } catch {
        // Skips the quote before the pattern. Escapes in patterns are kept, so offsets match.
        let isQuoted = scalars[offset] == "\"" || scalars[offset] == "'"
        throw self.error(
          "in the regular expression, \(error.message)",
          at: min(scalars.count, offset + error.offset + (isQuoted ? 1 : 0)), limit: error.limit)
      }
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      throw error(
        "'\(comparison.rawValue)' compares numbers and '\(name)' is text", at: offset,
        remedy: "for text use = != *= ^= $= ~=")
    }
  }

  private func numberTest(
    _ comparison: Comparison, _ value: String, name: String, at offset: Int
  ) throws(SelectorSyntaxError) -> NumberPredicate {
    let relation: NumberPredicate.Operator
    switch comparison {
    case .equal, .differs: relation = .equal
    case .less: relation = .less
    case .lessOrEqual: relation = .lessOrEqual
    case .greater: relation = .greater
    case .greaterOrEqual: relation = .greaterOrEqual
    case .contains, .prefix, .suffix, .pattern:
      throw error(
        "'\(comparison.rawValue)' compares text and '\(name)' is a number", at: offset,
        remedy: "for numbers use = != < <= > >=")
    }
    guard let number = Double(value), number.isFinite else {
      throw error("'\(name)' takes a number, not '\(value)'", at: offset)
    }
    return NumberPredicate(relation: relation, operand: number)
  }

  // MARK: Pieces

  func isAtComparison() -> Bool {
    var copy = self
    return copy.comparison() != nil
  }

  mutating func comparison() -> Comparison? {
    for comparison in Comparison.allCases where take(comparison.rawValue) { return comparison }
    return nil
  }

  /// Parses the name of a toolkit attribute: everything up to a comparison, a bracket or a space.
  private mutating func toolkitName() -> String {
    var result = String.UnicodeScalarView()
    while let scalar = current, scalar != "]", !scalar.properties.isWhitespace, !isAtComparison() {
      result.append(scalar)
      position += 1
    }
    return String(result)
  }

  /// Parses a quoted string, or a bare word that ends at `end` or a space.
  mutating func value(isPattern: Bool, end: Unicode.Scalar) throws(SelectorSyntaxError) -> String {
    if let quote = current, quote == "\"" || quote == "'" {
      return try quoted(by: quote, isPattern: isPattern)
    }
    if let scalar = current, scalar == "=" || scalar == "~" {
      throw error(
        "'\(scalar)' at the start of a value without quotes",
        remedy:
          "the comparisons are = != *= ^= $= ~= < <= > >=; put a value that begins so in quotes")
    }
    var result = String.UnicodeScalarView()
    while let scalar = current, scalar != end, !scalar.properties.isWhitespace {
      if scalar == "\"" || scalar == "'" {
        throw error("quote inside an unquoted value", remedy: "put the whole value in quotes")
      }
      result.append(scalar)
      position += 1
    }
    if result.isEmpty { throw error("expected a value", remedy: "for empty text write \"\"") }
    return String(result)
  }

  /// Parses a quoted string. In patterns a backslash belongs to the pattern and is kept.
  private mutating func quoted(
    by quote: Unicode.Scalar, isPattern: Bool
  ) throws(SelectorSyntaxError) -> String {
    let start = position
    position += 1
    var result = String.UnicodeScalarView()
    while let scalar = current {
      position += 1
      if scalar == quote { return String(result) }
      guard scalar == "\\", let next = current else {
        result.append(scalar)
        continue
      }
      position += 1
      if isPattern {
        // The pattern treats `\"` as `"`; the backslash is kept so that error offsets stay correct.
        result.append(scalar)
        result.append(next)
      } else {
        result.append(try escaped(next))
      }
    }
    throw error("this quote is not closed", at: start)
  }

  private mutating func escaped(
    _ scalar: Unicode.Scalar
  ) throws(SelectorSyntaxError) -> Unicode.Scalar {
    switch scalar {
    case "\\", "\"", "'": return scalar
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case "u":
      let start = position - 2
      guard take("{") else { break }
      let digits = name()
      guard take("}"), digits.utf8.count <= 6, let value = UInt32(digits, radix: 16),
        let result = Unicode.Scalar(value)
      else { throw error("not the hexadecimal number of a character", at: start) }
      return result
    default: break
    }
    throw error(
      "unknown escape '\\\(scalar)'", at: position - 2,
      remedy: "the escapes are \\\\ \\\" \\' \\n \\t \\r \\u{1F600}")
  }

  /// Parses the flag after a value: ` i` ignores case; ` s` respects it, which is the default.
  mutating func caseFlag() throws(SelectorSyntaxError) -> Bool {
    skipSpace()
    let start = position
    guard let scalar = current, scalar != "]", scalar != ")" else { return false }
    let word = name()
    if word == "i" || word == "I" { return true }
    if word == "s" || word == "S" { return false }
    position = start
    if word.isEmpty { return false }
    throw error(
      "unexpected '\(word)' after the value",
      remedy: "the flags are i and s; put a value with spaces in quotes")
  }
}
