internal import AccessibilityTree

extension SelectorParser {
  /// Parses a pseudo-class such as `:focused`, `:nth(2)` or `:has(> button)`.
  mutating func pseudoClass(into compound: inout SelectorCompound) throws(SelectorSyntaxError) {
    let start = position
    position += 1
    if current == ":" {
      throw error("pseudo-elements are not supported", remedy: "write one colon")
    }
    let name = self.name().lowercased()
    if name.isEmpty { throw error("expected a pseudo-class", remedy: "as in :enabled") }
    if current == "(" {
      try function(name, from: start, into: &compound)
      return
    }
    if SelectorVocabulary.functions.contains(name), Self.plain(name) == nil {
      throw error(
        "':\(name)' needs an argument", at: start, remedy: "as in \(Self.example(of: name))")
    }
    switch name {
    case "first": try addNth(1, in: &compound, from: start)
    case "last": try addNth(-1, in: &compound, from: start)
    default:
      guard let test = Self.plain(name) else { throw unknown(name, at: start) }
      compound.tests.append(test)
    }
  }

  static func plain(_ name: String) -> SelectorPredicate? {
    if let pseudoClass = PseudoClass(rawValue: name) { return .pseudoClass(pseudoClass) }
    switch name {
    case "root": return .isRoot
    case "empty": return .isEmpty
    case "focus-within": return .hasFocusWithin
    case "first-child": return .nthChild(1)
    case "last-child": return .nthChild(-1)
    case "only-child": return .isOnlyChild
    default: break
    }
    let states = States(name: name)
    let traits = Traits(name: name)
    if states == nil, traits == nil { return nil }
    return .flags(states ?? [], traits ?? [])
  }

  private func unknown(_ name: String, at offset: Int) -> SelectorSyntaxError {
    let near = SelectorVocabulary.suggestion(for: name, among: SelectorVocabulary.pseudoClasses)
    return error(
      "unknown pseudo-class ':\(name)'", at: offset,
      remedy: attributeAdvice(name) ?? near.map { "did you mean ':\($0)'?" }
        ?? "use :enabled :visible :focused :checked :has(…) :not(…) :nth(n) or another one")
  }

  private static func example(of function: String) -> String {
    switch function {
    case "nth", "nth-child": ":\(function)(2)"
    case "labelled-by": ":labelled-by(\"Name\")"
    case "action": ":action(\"Reply\")"
    case "text": ":text(\"Save\")"
    case "with": ":with(\"Ada\")"
    default: ":\(function)(button)"
    }
  }

  // MARK: Functions

  private mutating func function(
    _ name: String, from start: Int, into compound: inout SelectorCompound
  ) throws(SelectorSyntaxError) {
    guard SelectorVocabulary.functions.contains(name) else {
      if Self.plain(name) != nil || name == "first" || name == "last" {
        throw error("':\(name)' does not take an argument", remedy: "omit the parentheses")
      }
      throw unknown(name, at: start)
    }
    let parenthesis = position
    position += 1
    depth += 1
    defer { depth -= 1 }
    if depth > Selector.Limit.nesting {
      throw error(
        "parentheses are nested more than \(Selector.Limit.nesting) levels deep", at: parenthesis,
        remedy: "reduce the nesting", limit: Selector.Limit.nesting)
    }
    skipSpace()
    switch name {
    case "not": compound.tests.append(.not(try chains()))
    case "is": compound.tests.append(.any(try chains()))
    case "within": compound.tests.append(.within(try chains()))
    case "has": compound.tests.append(.has(try chains(relative: true)))
    case "nth":
      depth -= 1
      let number = try nthNumber()
      try addNth(number, in: &compound, from: start)
      depth += 1
    case "nth-child": compound.tests.append(.nthChild(try nthNumber()))
    case "labelled-by": compound.tests.append(.labelledBy(try textArgument(name)))
    case "action": compound.tests.append(.text(.action, try textArgument(name)))
    case "with":
      let text = try textArgument(name)
      compound.tests.append(.with(text) { newChainNumber() })
    default: compound.tests.append(.content(try textArgument(name)))
    }
    skipSpace()
    guard take(")") else {
      if current == nil { throw error("this '(' is not closed by ')'", at: parenthesis) }
      throw error("expected ')'")
    }
  }

  /// Parses a string with an optional comparison. Without one, `:text` tests whether the text contains
  /// the string, in any case.
  private mutating func textArgument(_ name: String) throws(SelectorSyntaxError) -> TextPredicate {
    let comparison = self.comparison()
    skipSpace()
    let offset = position
    let value = try self.value(isPattern: comparison == .pattern, end: ")")
    let isLoose = name == "text" && comparison == nil
    let ignoresCase = try caseFlag() || isLoose
    if comparison == .differs {
      throw error("'!=' cannot be used here", at: offset, remedy: "use :not(…) around the test")
    }
    return try textTest(
      comparison ?? (isLoose ? .contains : .equal), value, ignoresCase, name: name, at: offset)
  }

  private mutating func nthNumber() throws(SelectorSyntaxError) -> Int {
    let start = position
    let text = name()
    guard let number = Int(text), number != 0, number.magnitude <= 1_000_000_000 else {
      throw error(
        "'\(text)' is not a position", at: start,
        remedy: ":nth(1) is the first match, :nth(-1) the last")
    }
    return number
  }

  private func addNth(
    _ number: Int, in compound: inout SelectorCompound, from start: Int
  ) throws(SelectorSyntaxError) {
    if depth > 0 {
      throw error(
        "':first', ':last' and ':nth' count the matches of a whole selector", at: start,
        remedy: "use them outside parentheses, or use :nth-child(n)")
    }
    if compound.nth != nil {
      throw error("only one of ':first', ':last' and ':nth' is allowed", at: start)
    }
    compound.nth = number
  }
}
