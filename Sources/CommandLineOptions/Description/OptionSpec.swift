/// One option: `--name`, `--name VALUE` or `--name=VALUE`.
package struct OptionSpec: Hashable, Sendable {
  /// Without the dashes: "log-level".
  package let name: String
  /// What it does, in a phrase without a full stop.
  package let help: String
  /// `nil`: a flag, which takes no value.
  package let kind: ValueKind?
  /// What stands for the value in help: "N", "HOST:PORT".
  package let placeholder: String
  package private(set) var shortName: Character?
  package private(set) var isRepeatable = false
  /// The environment variable that stands in for it.
  package private(set) var environmentVariable: String?
  package private(set) var defaultValue: String?

  private init(_ name: String, _ kind: ValueKind?, _ placeholder: String, _ help: String) {
    self.name = name
    self.kind = kind
    self.placeholder = placeholder
    self.help = help
  }

  package static func flag(_ name: String, _ help: String) -> OptionSpec {
    OptionSpec(name, nil, "", help)
  }

  package static func text(_ name: String, _ placeholder: String, _ help: String) -> OptionSpec {
    OptionSpec(name, .text, placeholder, help)
  }

  package static func path(_ name: String, _ placeholder: String, _ help: String) -> OptionSpec {
    OptionSpec(name, .path, placeholder, help)
  }

  package static func integer(
    _ name: String, _ placeholder: String, in range: ClosedRange<Int>, _ help: String
  ) -> OptionSpec {
    OptionSpec(name, .integer(range), placeholder, help)
  }

  package static func number(
    _ name: String, _ placeholder: String, in range: ClosedRange<Double>, _ help: String
  ) -> OptionSpec {
    OptionSpec(name, .number(range), placeholder, help)
  }

  /// One of some words. Help lists them unless a placeholder stands for them.
  package static func choice(
    _ name: String, _ words: [String], _ help: String, placeholder: String? = nil
  ) -> OptionSpec {
    OptionSpec(name, .choice(words), placeholder ?? words.joined(separator: "|"), help)
  }

  /// Some of several words, with commas between them.
  package static func list(
    _ name: String, _ placeholder: String, of words: [String], _ help: String
  ) -> OptionSpec {
    OptionSpec(name, .list(words), placeholder, help)
  }

  /// A text of which shells offer the usual ones.
  package static func text(
    _ name: String, _ placeholder: String, suggesting words: [String], _ help: String
  ) -> OptionSpec {
    OptionSpec(name, .suggested(words), placeholder, help)
  }

  /// The same option that may also be written with one dash and one letter.
  package func short(_ letter: Character) -> OptionSpec {
    with { $0.shortName = letter }
  }

  /// The same option that may be given several times.
  package func repeatable() -> OptionSpec {
    with { $0.isRepeatable = true }
  }

  /// The same option, taken from an environment variable when it is not on the command line. A
  /// repeatable option's variable holds several values with commas between them.
  package func environment(_ variable: String) -> OptionSpec {
    with { $0.environmentVariable = variable }
  }

  /// The same option with a value for when it is given nowhere.
  package func defaulting(to value: String) -> OptionSpec {
    with { $0.defaultValue = value }
  }

  private func with(_ body: (inout OptionSpec) -> Void) -> OptionSpec {
    var copy = self
    body(&copy)
    return copy
  }
}
