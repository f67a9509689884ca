internal import AccessibilityTree
internal import RegularExpressions
internal import SafeText

/// A prepared text comparison. Texts are compared by code points, without normalisation.
struct TextPredicate: Sendable {
  enum Operator: Sendable {
    case present, equal, contains, prefix, suffix, pattern
  }

  let relation: Operator
  let ignoresCase: Bool
  /// The operand as written.
  let operand: String
  /// The operand in UTF-8, lowercased when case is ignored.
  private let bytes: [UInt8]
  /// Finds the operand in a text; `nil` unless the text is to contain it.
  private let search: ByteSearch?
  private let expression: RegularExpression?

  static let present = TextPredicate(.present, "")

  init(_ relation: Operator, _ operand: String, ignoringCase: Bool = false) {
    self.relation = relation
    self.operand = operand
    ignoresCase = ignoringCase
    bytes = Array((ignoringCase ? operand.lowercased() : operand).utf8)
    search = relation == .contains ? ByteSearch(bytes) : nil
    expression = nil
  }

  init(pattern: String, ignoringCase: Bool) throws(RegularExpressionSyntaxError) {
    relation = .pattern
    operand = pattern
    ignoresCase = ignoringCase
    bytes = []
    search = nil
    expression = try RegularExpression(parsing: pattern, ignoringCase: ignoringCase)
  }

  /// The operand, if only this exact text matches, so that an index can be used; otherwise `nil`.
  var exactOperand: String? { relation == .equal && !ignoresCase ? operand : nil }

  /// The approximate memory of the operand and its tables, in bytes.
  var memory: Int {
    2 * operand.utf8.count + (search?.memory ?? 0) + (expression.map { $0.memory } ?? 0)
  }

  var cost: Int {
    switch relation {
    case .present: 0
    case .equal, .prefix, .suffix: 1
    case .contains: 2
    case .pattern: 3
    }
  }

  /// Whether the comparison holds for a text. The cost is subtracted from `steps`.
  func holds(_ text: String, _ machine: inout RegexMachine, steps: inout Int) -> Bool {
    if relation == .present { return true }
    if let expression {
      guard steps >= 0 else { return false }
      return machine.search(expression, in: text, steps: &steps) ?? false
    }
    if !ignoresCase {
      steps -= cost(of: text.utf8.count)
      return compare(text.utf8.span, folding: false)
    }
    steps -= text.utf8.count / 16
    guard steps >= 0 else { return false }
    if text.utf8.span.isASCII {
      steps -= cost(of: text.utf8.count)
      return compare(text.utf8.span, folding: true)
    }
    // Unicode lowercasing takes some 50 ns per character.
    steps -= text.utf8.count * 4
    guard steps >= 0 else { return false }
    return compare(text.lowercased().utf8.span, folding: false)
  }

  /// The cost of comparing a text of `count` bytes, in steps.
  private func cost(of count: Int) -> Int {
    switch relation {
    case .contains: count / 4
    case .equal, .prefix, .suffix: min(count, bytes.count) / 16
    case .present, .pattern: 0
    }
  }

  private func compare(_ text: Span<UInt8>, folding: Bool) -> Bool {
    let extra = text.count - bytes.count
    guard extra >= 0 else { return false }
    switch relation {
    case .equal: return extra == 0 && isEqual(text, at: 0, folding)
    case .prefix: return isEqual(text, at: 0, folding)
    case .suffix: return isEqual(text, at: extra, folding)
    case .contains: return search?.isFound(in: text, folding: folding) ?? false
    case .present, .pattern: return true
    }
  }

  private func isEqual(_ text: Span<UInt8>, at offset: Int, _ folding: Bool) -> Bool {
    for place in bytes.indices {
      let byte = text[offset + place]
      if (folding ? byte.asciiLowercased : byte) != bytes[place] { return false }
    }
    return true
  }
}

extension Span<UInt8> {
  fileprivate var isASCII: Bool {
    for place in indices where self[place] >= 0x80 { return false }
    return true
  }
}
