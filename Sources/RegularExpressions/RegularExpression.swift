/// A regular expression that is searched for in time proportional to pattern × text, whatever the
/// pattern: threads of a small machine step through the text together, and nothing backtracks.
/// Patterns come from anyone, and are run on the server's only loop.
///
/// The syntax is RE2's without captures and Unicode classes: `. [a-z] [^a-z] \d \w \s \b ^ $ | ( )
/// (?: ) (?i) * + ? {m,n}`. It matches anywhere in the text unless anchored.
package struct RegularExpression: Sendable {
  /// As it was written.
  package let pattern: String
  let program: RegexProgram

  /// About how much memory it takes beside the pattern, in bytes: `{m,n}` multiplies.
  package var memory: Int { program.memory }

  /// How long a pattern may be, in bytes of UTF-8.
  package static let maxLength = 4_096
  /// The longest program that a pattern may become; `{m,n}` multiplies.
  package static let maxProgramLength = 2_000
  /// How deep groups may be nested.
  package static let maxNesting = 32

  /// - Parameter ignoringCase: as if the pattern began with `(?i)`.
  package init(
    parsing pattern: String, ignoringCase: Bool = false
  ) throws(RegularExpressionSyntaxError) {
    self.pattern = pattern
    let length = pattern.utf8.count
    guard length <= Self.maxLength else {
      throw RegularExpressionSyntaxError(
        offset: 0,
        message: "the pattern has \(length) bytes, the limit is \(Self.maxLength)")
    }
    var parser = RegexParser(pattern, ignoringCase: ignoringCase)
    let tree = try parser.parse()
    var compiler = RegexCompiler()
    program = try compiler.compile(tree)
  }

  /// Whether the pattern is found anywhere in a text. `nil` when `steps` ran out first; it is
  /// lowered by what the search cost.
  package func isFound(in text: String, steps: inout Int) -> Bool? {
    var machine = RegexMachine()
    return machine.search(program, in: text, steps: &steps)
  }

  /// Whether the pattern is found anywhere in a text; `false` when that takes more than ten million
  /// steps.
  package func isFound(in text: String) -> Bool {
    var steps = 10_000_000
    return isFound(in: text, steps: &steps) ?? false
  }
}

/// What is wrong with a pattern, and where.
package struct RegularExpressionSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// In Unicode scalars from the beginning of the pattern.
  package let offset: Int
  package let message: String
  /// The limit that was passed; `nil` when it was none.
  package let limit: Int?

  init(offset: Int, message: String, limit: Int? = nil) {
    self.offset = offset
    self.message = message
    self.limit = limit
  }

  package var description: String { "at \(offset): \(message)" }
}
