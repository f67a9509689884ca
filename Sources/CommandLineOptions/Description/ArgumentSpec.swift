/// A positional argument: a word of the command line without dashes.
package struct ArgumentSpec: Hashable, Sendable {
  package enum Presence: Hashable, Sendable {
    case required
    case optional
    /// All remaining arguments, of which there must be at least this many.
    case rest(atLeast: Int)
  }

  /// The name by which `ParsedCommand` returns the argument: "selector". Help shows it in capitals.
  package let name: String
  package let help: String
  package let presence: Presence
  package let kind: ValueKind

  package static func required(
    _ name: String, _ help: String, kind: ValueKind = .text
  ) -> ArgumentSpec {
    ArgumentSpec(name: name, help: help, presence: .required, kind: kind)
  }

  package static func optional(
    _ name: String, _ help: String, kind: ValueKind = .text
  ) -> ArgumentSpec {
    ArgumentSpec(name: name, help: help, presence: .optional, kind: kind)
  }

  /// All remaining arguments. Must be the last argument of a command.
  package static func rest(
    _ name: String, _ help: String, atLeast minimum: Int = 0, kind: ValueKind = .text
  ) -> ArgumentSpec {
    ArgumentSpec(name: name, help: help, presence: .rest(atLeast: minimum), kind: kind)
  }

  var placeholder: String { name.uppercased() }

  var usage: String {
    switch presence {
    case .required: placeholder
    case .optional: "[\(placeholder)]"
    case .rest(let minimum): minimum > 0 ? "\(placeholder)…" : "[\(placeholder)…]"
    }
  }
}
