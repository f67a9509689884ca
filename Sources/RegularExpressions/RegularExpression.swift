/// A regular expression that is matched in time proportional to pattern × text, whatever the pattern: the
/// threads of a small machine advance through the text together, without backtracking. Patterns come from
/// untrusted clients and run on the server's only event loop.
///
/// The syntax is RE2's without captures and Unicode classes: `. [a-z] [^a-z] \d \w \s \b ^ $ | ( )
/// (?: ) (?i) * + ? {m,n}`. It matches anywhere in the text unless anchored.
package struct RegularExpression: Sendable {
  /// The pattern as written.
  package let pattern: String
  let program: RegexProgram

  /// The approximate memory of the program, in bytes, without the pattern. `{m,n}` multiplies it.
  package var memory: Int { program.memory }

  /// The maximum length of a pattern, in UTF-8 bytes.
  package static let maxLength = 4_096
  /// The maximum length of a compiled program, in instructions; `{m,n}` multiplies it.
  package static let maxProgramLength = 2_000
  /// The maximum nesting depth of groups.
  package static let maxNesting = 32

  /// - Parameter ignoringCase: Whether the pattern is parsed as if it began with `(?i)`.
  package init(
    parsing pattern: String, ignoringCase: Bool = false
  ) throws(RegularExpressionSyntaxError) {
    self.pattern = pattern
    let length = pattern.utf8.count
    guard length <= Self.maxLength else {
      throw RegularExpressionSyntaxError(
        offset: 0,
        message: "the pattern has \(length) bytes, limit \(Self.maxLength)")
    }
    var parser = RegexParser(pattern, ignoringCase: ignoringCase)
    let tree = try parser.parse()
    var compiler = RegexCompiler()
    program = try compiler.compile(tree)
  }

  /// Whether the pattern matches anywhere in a text; `nil` when `steps` ran out first. The cost of the search
  /// is subtracted from `steps`.
  package func isFound(in text: String, steps: inout Int) -> Bool? {
    var machine = RegexMachine()
    return machine.search(program, in: text, steps: &steps)
  }

  /// Whether the pattern matches anywhere in a text; `false` when that takes more than ten million steps.
  package func isFound(in text: String) -> Bool {
    var steps = 10_000_000
    return isFound(in: text, steps: &steps) ?? false
  }
}

/// A syntax error in a pattern, and its position.
package struct RegularExpressionSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The position in Unicode scalars from the start of the pattern.
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
