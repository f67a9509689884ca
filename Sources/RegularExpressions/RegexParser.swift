/// Parses a pattern.
struct RegexParser {
  private let scalars: [Unicode.Scalar]
  private var position = 0
  private var depth = 0
  private var ignoresCase: Bool
  private var dotMatchesNewline = false
  private var isMultiLine = false

  init(_ pattern: String, ignoringCase: Bool) {
    scalars = Array(pattern.unicodeScalars)
    ignoresCase = ignoringCase
  }

  mutating func parse() throws(RegularExpressionSyntaxError) -> RegexNode {
    let node = try alternatives()
    if position < scalars.count { throw error("this ')' has no matching '('") }
    return node
  }

  private var current: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  private func error(
    _ message: String, at offset: Int? = nil, limit: Int? = nil
  ) -> RegularExpressionSyntaxError {
    RegularExpressionSyntaxError(offset: offset ?? position, message: message, limit: limit)
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard current == scalar else { return false }
    position += 1
    return true
  }

  private mutating func alternatives() throws(RegularExpressionSyntaxError) -> RegexNode {
    // Flags set inside a group end with it.
    let flags = (ignoresCase, dotMatchesNewline, isMultiLine)
    defer { (ignoresCase, dotMatchesNewline, isMultiLine) = flags }
    var branches = [try sequence()]
    while take("|") { branches.append(try sequence()) }
    return branches.count == 1 ? branches[0] : .alternatives(branches)
  }

  private mutating func sequence() throws(RegularExpressionSyntaxError) -> RegexNode {
    var items: [RegexNode] = []
    while let scalar = current, scalar != "|", scalar != ")" {
      let start = position
      guard let item = try atom() else { continue }
      items.append(try quantified(item, from: start))
    }
    return items.count == 1 ? items[0] : .sequence(items)
  }

  /// Parses one item; `nil` for a group that only sets flags.
  private mutating func atom() throws(RegularExpressionSyntaxError) -> RegexNode? {
    guard let scalar = current else { return .empty }
    let start = position
    position += 1
    switch scalar {
    case ".": return .set(dotMatchesNewline ? .all : ScalarSet.newline.inverted)
    case "^": return .assertion(isMultiLine ? .lineStart : .textStart)
    case "$": return .assertion(isMultiLine ? .lineEnd : .textEnd)
    case "[": return .set(try bracket(from: start))
    case "(": return try group(from: start)
    case "*", "+", "?": throw error("'\(scalar)' has nothing before it to repeat", at: start)
    case "\\": return try escape(from: start)
    default: return .set(folded(ScalarSet(scalar)))
    }
  }

  private func folded(_ set: ScalarSet) -> ScalarSet { ignoresCase ? set.ignoringCase : set }

  // MARK: Groups

  private mutating func group(
    from start: Int
  ) throws(RegularExpressionSyntaxError) -> RegexNode? {
    depth += 1
    defer { depth -= 1 }
    if depth > RegularExpression.maxNesting {
      throw error(
        "groups are nested more than \(RegularExpression.maxNesting) levels deep", at: start,
        limit: RegularExpression.maxNesting)
    }
    let outer = (ignoresCase, dotMatchesNewline, isMultiLine)
    if take("?"), try flags(from: start) { return nil }
    let node = try alternatives()
    guard take(")") else { throw error("this group is not closed by ')'", at: start) }
    (ignoresCase, dotMatchesNewline, isMultiLine) = outer
    return node
  }

  /// Parses the flags after `(?`. Returns `true` for a group of flags alone, `(?i)`, which apply up to the
  /// end of the enclosing group.
  private mutating func flags(from start: Int) throws(RegularExpressionSyntaxError) -> Bool {
    var value = true
    while let scalar = current {
      position += 1
      switch scalar {
      case "i": ignoresCase = value
      case "s": dotMatchesNewline = value
      case "m": isMultiLine = value
      case "-": value = false
      case ":": return false
      case ")": return true
      case "=", "!", "<", "P", "'":
        throw error("look-around and named groups are not supported; use (?:…)", at: start)
      default: throw error("unknown flag '\(scalar)'; the flags are i, s and m", at: position - 1)
      }
    }
    throw error("this group is not closed by ')'", at: start)
  }

  // MARK: Quantifiers

  private mutating func quantified(
    _ item: RegexNode, from start: Int
  ) throws(RegularExpressionSyntaxError) -> RegexNode {
    guard let (minimum, maximum) = try quantifier() else { return item }
    if case .assertion = item {
      throw error("the quantifier has nothing before it to repeat", at: start)
    }
    // Laziness does not affect whether a match is found.
    _ = take("?")
    if let next = current, next == "*" || next == "+" || next == "?" {
      throw error("a quantifier cannot follow another; use a group: (?:…)\(next)")
    }
    return .repetition(item, minimum: minimum, maximum: maximum)
  }

  private mutating func quantifier() throws(RegularExpressionSyntaxError) -> (Int, Int?)? {
    if take("*") { return (0, nil) }
    if take("+") { return (1, nil) }
    if take("?") { return (0, 1) }
    let start = position
    guard take("{") else { return nil }
    guard let minimum = number() else {
      position = start
      throw error("'{' needs a count, as in {2} or {1,3}; write \\{ for the character")
    }
    var maximum: Int? = minimum
    if take(",") { maximum = number() }
    guard take("}") else { throw error("this '{' is not closed by '}'", at: start) }
    let limit = 1_000
    if minimum > limit || maximum ?? 0 > limit {
      throw error("repeats more than \(limit) times", at: start, limit: limit)
    }
    if let maximum, maximum < minimum {
      throw error(
        "{\(minimum),\(maximum)}: the second number must not be smaller than the first", at: start)
    }
    return (minimum, maximum)
  }

  private mutating func number() -> Int? {
    var result: Int?
    while let scalar = current, ("0"..."9").contains(scalar) {
      result = min((result ?? 0) * 10 + Int(scalar.value - 48), 1_000_000)
      position += 1
    }
    return result
  }

  // MARK: Classes and escapes

  private mutating func bracket(from start: Int) throws(RegularExpressionSyntaxError) -> ScalarSet {
    let isInverted = take("^")
    var builder = ScalarSetBuilder()
    var isFirst = true
    while true {
      guard let scalar = current else { throw error("this '[' is not closed by ']'", at: start) }
      if scalar == "]", !isFirst { break }
      isFirst = false
      let itemStart = position
      let item = try bracketItem()
      guard position + 1 < scalars.count, current == "-", scalars[position + 1] != "]" else {
        guard builder.add(item, isLetter: item.onlyMember != nil) else {
          throw error("this is not allowed inside […]", at: itemStart)
        }
        continue
      }
      position += 1
      let end = try bracketItem()
      guard let low = item.onlyMember, let high = end.onlyMember, low <= high else {
        throw error("the end of this range must not come before its start", at: itemStart)
      }
      builder.add(low...high, isLetter: true)
    }
    position += 1
    let set = builder.build(ignoringCase: ignoresCase)
    return isInverted ? set.inverted : set
  }

  private mutating func bracketItem() throws(RegularExpressionSyntaxError) -> ScalarSet {
    let start = position
    guard let scalar = current else { throw error("this '[' is not closed by ']'") }
    position += 1
    guard scalar == "\\" else { return ScalarSet(scalar) }
    if take("b") { return ScalarSet("\u{8}") }
    guard case .set(let set) = try escape(from: start, folding: false) else {
      throw error("this is not allowed inside […]", at: start)
    }
    return set
  }

  private mutating func escape(
    from start: Int, folding: Bool = true
  ) throws(RegularExpressionSyntaxError) -> RegexNode {
    guard let scalar = current else {
      throw error("a '\\' at the end has nothing to escape", at: start)
    }
    position += 1
    switch scalar {
    case "d": return .set(.digit)
    case "D": return .set(ScalarSet.digit.inverted)
    case "w": return .set(.word)
    case "W": return .set(.notWord)
    case "s": return .set(.space)
    case "S": return .set(ScalarSet.space.inverted)
    case "b": return .assertion(.wordBoundary)
    case "B": return .assertion(.noWordBoundary)
    case "A": return .assertion(.textStart)
    case "z", "Z": return .assertion(.textEnd)
    case "n": return .set(.newline)
    case "t": return .set(ScalarSet("\t"))
    case "r": return .set(ScalarSet("\r"))
    case "f": return .set(ScalarSet("\u{C}"))
    case "v": return .set(ScalarSet("\u{B}"))
    case "x", "u":
      let value = try hexadecimal(digits: scalar == "x" ? 2 : 4, from: start)
      return .set(folding ? folded(ScalarSet(value)) : ScalarSet(value))
    case "1"..."9": throw error("back-references are not supported", at: start)
    case "a"..."z", "A"..."Z", "0":
      throw error(
        "unknown escape '\\\(scalar)'; the escapes are \\d \\w \\s \\b \\n \\t \\x41 …", at: start)
    default: return .set(folding ? folded(ScalarSet(scalar)) : ScalarSet(scalar))
    }
  }

  /// Parses the number of `\x41`, `\u0041` or `\x{1F600}`.
  private mutating func hexadecimal(
    digits: Int, from start: Int
  ) throws(RegularExpressionSyntaxError) -> Unicode.Scalar {
    var text = ""
    if take("{") {
      while let scalar = current, scalar != "}", text.unicodeScalars.count < 7 {
        text.unicodeScalars.append(scalar)
        position += 1
      }
      guard take("}") else { throw error("this '{' is not closed by '}'", at: start) }
    } else {
      while let scalar = current, text.unicodeScalars.count < digits {
        text.unicodeScalars.append(scalar)
        position += 1
      }
      if text.unicodeScalars.count < digits { text = "" }
    }
    let isNumber = text.unicodeScalars.first.map { $0 != "+" && $0 != "-" } ?? false
    guard isNumber, let value = UInt32(text, radix: 16), let scalar = Unicode.Scalar(value) else {
      throw error("not the hexadecimal number of a character", at: start)
    }
    return scalar
  }
}

extension ScalarSet {
  fileprivate var onlyMember: UInt32? {
    guard ranges.count == 1, let range = ranges.first, range.count == 1 else { return nil }
    return range.lowerBound
  }
}
