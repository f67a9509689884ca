/// A command line that does not fit the program's description.
package struct UsageError: Error, Hashable, Sendable {
  /// The exit code of programs for this error.
  package static let exitCode: Int32 = 2

  /// What is wrong, with the word that is.
  package let message: String
  /// What to do: "did you mean --listen?". Empty when there is nothing to say.
  package let hint: String
  /// The program and command, as they are invoked: "bridge-client find".
  package let invocation: String

  package init(_ message: String, hint: String = "", invocation: String) {
    self.message = message
    self.hint = hint
    self.invocation = invocation
  }
}

extension UsageError: CustomStringConvertible {
  /// The lines for standard error.
  package var description: String {
    let program = invocation.prefix { $0 != " " }
    return "\(program): \(sentence)\nTry '\(invocation) --help'."
  }

  /// What is wrong and what to do, for those who do not show where it was written.
  package var sentence: String { message + advice }

  /// The hint as the end of the message's sentence: an explanation, or a question.
  private var advice: String {
    guard let first = hint.first else { return "" }
    return first.isUppercase ? ": \(first.lowercased())\(hint.dropFirst())" : "; \(hint)"
  }
}
