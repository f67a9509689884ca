internal import AccessibilityTree

/// Parses a selector. Recurses only into parentheses, whose depth is bounded.
struct SelectorParser {
  let text: String
  let scalars: [Unicode.Scalar]
  var position = 0
  var depth = 0
  private(set) var chainCount = 0
  private(set) var ids: [ElementID] = []
  private(set) var namesApplication = false
  private var compoundCount = 0
  private var testCount = 0

  init(_ text: String) throws(SelectorSyntaxError) {
    self.text = text
    let length = text.utf8.count
    guard length <= Selector.Limit.length else {
      scalars = []
      let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(60)))
      throw SelectorSyntaxError(
        selector: start, offset: 0,
        message: "the selector has \(length) bytes, limit \(Selector.Limit.length)",
        remedy: "shorten it", limit: Selector.Limit.length)
    }
    scalars = Array(text.unicodeScalars)
  }

  mutating func parse() throws(SelectorSyntaxError) -> [SelectorChain] {
    skipSpace()
    if current == nil {
      throw error("the selector is empty", remedy: "write * for every element")
    }
    let alternatives = try chains()
    if let scalar = current {
      if scalar == ")" { throw error("this ')' has no matching '('") }
      if scalar == "]" { throw error("this ']' has no matching '['") }
      throw unexpected(scalar)
    }
    return alternatives
  }

  private func unexpected(_ scalar: Unicode.Scalar) -> SelectorSyntaxError {
    switch scalar {
    case "=":
      error(
        "'=' stands in no test",
        remedy: "write [label=\"…\"] or :text(\"…\"), and states without a value, as in :checked")
    case ".", "/": error(Self.unsupported(scalar), remedy: Self.whatMayFollow)
    default: error("unexpected '\(scalar)'", remedy: Self.whatMayFollow)
    }
  }

  private static func unsupported(_ scalar: Unicode.Scalar) -> String {
    "'\(scalar)' is not supported (CSS classes, XPath)"
  }

  private static let whatMayFollow =
    "an element may be followed by [attribute tests], :pseudo-classes, a combinator (space > + ~) or a comma"

  /// Parses chains separated by commas, up to a closing parenthesis or the end.
  mutating func chains(relative: Bool = false) throws(SelectorSyntaxError) -> [SelectorChain] {
    var result = [try chain(relative: relative)]
    while take(",") { result.append(try chain(relative: relative)) }
    return result
  }

  private mutating func chain(relative: Bool) throws(SelectorSyntaxError) -> SelectorChain {
    let number = newChainNumber()
    skipSpace()
    let start = position
    let leading = combinator()
    if let leading, !relative {
      throw error(
        "a selector cannot start with '\(leading.symbol)'", at: start,
        remedy: "write an element before it, or * for any element")
    }
    skipSpace()
    var result = SelectorChain(number: number, compounds: [try compound()], combinators: [])
    if let leading { result.leading = leading }
    while true {
      let hadSpace = skipSpace()
      if let symbol = combinator() {
        skipSpace()
        result.combinators.append(symbol)
      } else if hadSpace, let scalar = current, scalar != ",", scalar != ")" {
        result.combinators.append(.descendant)
      } else {
        return result
      }
      result.compounds.append(try compound())
    }
  }

  mutating func newChainNumber() -> Int {
    chainCount += 1
    return chainCount - 1
  }

  private mutating func combinator() -> SelectorCombinator? {
    if take(">") { return .child }
    if take("+") { return .nextSibling }
    if take("~") { return .laterSibling }
    return nil
  }

  // MARK: One element

  private mutating func compound() throws(SelectorSyntaxError) -> SelectorCompound {
    let start = position
    compoundCount += 1
    if compoundCount > Selector.Limit.compounds {
      throw error(
        "the selector has more than \(Selector.Limit.compounds) elements",
        remedy: "search in parts", limit: Selector.Limit.compounds)
    }
    var result = SelectorCompound()
    if !take("*"), let scalar = current, scalar.isNameStart {
      let role = try role()
      result.role = role
      if role == .application { namesApplication = true }
    }
    var starts: [Int] = []
    while let scalar = current {
      let testStart = position
      switch scalar {
      case "#": result.id = try elementID(result.id)
      case "[": result.tests.append(try attribute())
      case ":": try pseudoClass(into: &result)
      case "*" where position > start:
        throw error("'*' must come first", remedy: "omit it")
      default:
        if position == start { throw unexpectedStart() }
        return finished(result)
      }
      testCount += 1
      if testCount > Selector.Limit.tests {
        throw error(
          "the selector has more than \(Selector.Limit.tests) tests", remedy: "search in parts",
          limit: Selector.Limit.tests)
      }
      if result.tests.count > starts.count {
        starts.append(testStart)
        try checkLastTest(of: result, starts)
      }
    }
    if position == start { throw unexpectedStart() }
    return finished(result)
  }

  /// Throws when the test that was parsed last can never hold together with an earlier one.
  ///
  /// - Parameter starts: Where each test of the compound begins.
  private func checkLastTest(
    of compound: SelectorCompound, _ starts: [Int]
  ) throws(SelectorSyntaxError) {
    guard let last = compound.tests.last,
      let other = compound.tests.dropLast().firstIndex(where: last.excludes)
    else { return }
    func text(_ start: Int, _ end: Int) -> String {
      var written = String.UnicodeScalarView()
      written.append(contentsOf: scalars[start..<end])
      return String(written)
    }
    let start = starts[starts.count - 1]
    let written = (text(start, position), text(starts[other], starts[other + 1]))
    throw error(
      "'\(written.0)' contradicts '\(written.1)': nothing can match both", at: start,
      remedy: "omit one of them, or write two selectors with a comma between them")
  }

  private func finished(_ compound: SelectorCompound) -> SelectorCompound {
    var compound = compound
    // Stable: tests of equal cost keep the order in which they are written.
    compound.tests = compound.tests.enumerated()
      .sorted { ($0.element.cost, $0.offset) < ($1.element.cost, $1.offset) }
      .map(\.element)
    return compound
  }

  private func unexpectedStart() -> SelectorSyntaxError {
    let remedy = "an element is a role (button), *, #id, [attribute] or :pseudo-class"
    guard let scalar = current else {
      return error("the selector ends, but an element is expected", remedy: remedy)
    }
    if scalar == "\"" || scalar == "'" {
      return error(
        "text must be in a test", remedy: "write [label=\"…\"] or :text(\"…\")")
    }
    if scalar == "." || scalar == "/" {
      return error(Self.unsupported(scalar), remedy: remedy)
    }
    if scalar == ">", scalars[..<position].last == ">" {
      return error("'>>' is not supported", remedy: "write a space for what is in an element")
    }
    return error("unexpected '\(scalar)', expected an element", remedy: remedy)
  }

  private mutating func role() throws(SelectorSyntaxError) -> Role {
    let start = position
    let name = self.name()
    if let role = Role(name: name.lowercased()) { return role }
    throw unknownRole(name, at: start)
  }

  func unknownRole(_ name: String, at offset: Int) -> SelectorSyntaxError {
    let isTest = current == "="
    let role = isTest && name.lowercased() == "role" ? "write the role alone, as in button" : nil
    let attribute = isTest ? attributeAdvice(name.lowercased()) : nil
    if let remedy = outlineWord(name) ?? role ?? attribute {
      return error("unknown role '\(name)'", at: offset, remedy: remedy)
    }
    let near = Role.name(meantBy: name)
    return error(
      "unknown role '\(name)'", at: offset,
      remedy: near.map { "did you mean '\($0)'?\(byLabel.map { " " + $0 } ?? "")" }
        ?? byLabel.map { "\($0); test a toolkit's own roles with [role-name=…]" }
        ?? "test a toolkit's own roles with [role-name=\"\(name)\"]")
  }

  /// Returns how to write what outlines say with a word behind a role, such as `textbox labelled-by "Name"`; `nil` for
  /// other words.
  func outlineWord(_ name: String) -> String? {
    let text = quotedText?.quoted() ?? "\"…\""
    switch name.lowercased() {
    case "labelled-by", "labeled-by", "labelledby", "labeledby", "aria-labelledby":
      return "write :labelled-by(\(text)) right behind the role, as in textbox:labelled-by(\(text))"
    case "with":
      return "write :with(\(text)) right behind the role, as in row:with(\(text))"
    case "after":
      return "what stands before an element is no test; use its id, or :nth(2)"
    default: return nil
    }
  }

  /// The first text in quotes behind the present position.
  private var quotedText: String? {
    let rest = scalars[position...]
    guard let start = rest.firstIndex(where: { $0 == "\"" || $0 == "'" }),
      let end = rest[(start + 1)...].firstIndex(of: scalars[start])
    else { return nil }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[(start + 1)..<end])
    return String(text)
  }

  /// How to search by label, for a selector that consists only of words; `nil` for other selectors.
  private var byLabel: String? {
    guard scalars.allSatisfy({ $0.isNamePart || $0 == " " || $0 == "'" }) else { return nil }
    return "[label=\(text.quoted())] finds elements with this label"
  }

  private mutating func elementID(_ known: ElementID?) throws(SelectorSyntaxError) -> ElementID {
    let start = position
    position += 1
    let name = self.name()
    guard let id = ElementID(parsing: "#" + name) else {
      throw error(
        "'#\(name)' is not a valid id", at: start,
        remedy:
          "ids are decimal, as in #482117350014; for an identifier set by the developer use [identifier=…]"
      )
    }
    if known != nil { throw error("only one id is allowed", at: start) }
    ids.append(id)
    return id
  }
}

// MARK: Pieces

extension SelectorParser {
  var current: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  func error(
    _ message: String, at offset: Int? = nil, remedy: String? = nil, limit: Int? = nil
  ) -> SelectorSyntaxError {
    SelectorSyntaxError(
      selector: text, offset: offset ?? position, message: message, remedy: remedy, limit: limit)
  }

  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard current == scalar else { return false }
    position += 1
    return true
  }

  mutating func take(_ word: String) -> Bool {
    let wanted = Array(word.unicodeScalars)
    guard scalars.count - position >= wanted.count,
      Array(scalars[position..<(position + wanted.count)]) == wanted
    else { return false }
    position += wanted.count
    return true
  }

  @discardableResult
  mutating func skipSpace() -> Bool {
    let start = position
    while let scalar = current, scalar.properties.isWhitespace { position += 1 }
    return position > start
  }

  /// Parses letters, digits, `-` and `_`, and characters beyond ASCII other than spaces; empty when there are none.
  mutating func name() -> String {
    var result = String.UnicodeScalarView()
    while let scalar = current, scalar.isNamePart {
      result.append(scalar)
      position += 1
    }
    return String(result)
  }
}

extension Unicode.Scalar {
  fileprivate var isNameStart: Bool {
    ("a"..."z").contains(self) || ("A"..."Z").contains(self) || self == "_" || self == "-"
      || (value >= 0x80 && !properties.isWhitespace) || ("0"..."9").contains(self)
  }

  fileprivate var isNamePart: Bool { isNameStart }
}

extension SelectorCombinator {
  var symbol: String {
    switch self {
    case .descendant: " "
    case .child: ">"
    case .nextSibling: "+"
    case .laterSibling: "~"
    }
  }
}
