/// A command line that cannot be understood.
public struct UsageError: Error, Hashable, Sendable {
  /// What programs exit with then.
  public static let exitCode: Int32 = 2

  /// What is wrong, and with which word.
  public let message: String
  /// What to do: "did you mean --listen?". Empty when there is nothing to say.
  public let hint: String
  /// "bridge-client find".
  public let invocation: String

  public init(_ message: String, hint: String = "", invocation: String) {
    self.message = message
    self.hint = hint
    self.invocation = invocation
  }
}

extension UsageError: CustomStringConvertible {
  /// The lines for standard error.
  public var description: String {
    let program = invocation.prefix { $0 != " " }
    let help = "try '\(invocation) --help'"
    return "\(program): \(message)\(advice)\n\(program): \(help)"
  }

  /// The hint as the rest of a sentence: an explanation, or a question.
  private var advice: String {
    guard let first = hint.first else { return "" }
    return first.isUppercase ? ": \(first.lowercased())\(hint.dropFirst())" : "; \(hint)"
  }
}
