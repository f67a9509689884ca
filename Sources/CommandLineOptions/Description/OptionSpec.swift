/// One option: `--name`, `--name VALUE` or `--name=VALUE`.
package struct OptionSpec: Hashable, Sendable {
  /// The name without the dashes: "log-level".
  package let name: String
  /// What the option does, in a phrase without a full stop.
  package let help: String
  /// The kind of the value; `nil`: a flag, which takes no value.
  package let kind: ValueKind?
  /// The name of the value in help: "N", "HOST:PORT".
  package let placeholder: String
  package private(set) var shortName: Character?
  package private(set) var isRepeatable = false
  /// The environment variable that is read when the option is not on the command line.
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

  /// An option whose value is a duration: a number of seconds, or one with a unit.
  package static func seconds(
    _ name: String, in range: ClosedRange<Double>, _ help: String
  ) -> OptionSpec {
    OptionSpec(name, .seconds(range), "SECONDS", help)
  }

  /// An option whose value is one of some words. Help lists the words unless a placeholder is given.
  package static func choice(
    _ name: String, _ words: [String], _ help: String, placeholder: String? = nil
  ) -> OptionSpec {
    OptionSpec(name, .choice(words), placeholder ?? words.joined(separator: "|"), help)
  }

  /// An option whose value is some of several words, separated by commas.
  package static func list(
    _ name: String, _ placeholder: String, of words: [String], _ help: String
  ) -> OptionSpec {
    OptionSpec(name, .list(words), placeholder, help)
  }

  /// An option that takes any text; shell completion offers the usual ones.
  package static func text(
    _ name: String, _ placeholder: String, suggesting words: [String], _ help: String
  ) -> OptionSpec {
    OptionSpec(name, .suggested(words), placeholder, help)
  }

  /// Returns the option with a short name of one dash and one letter.
  package func short(_ letter: Character) -> OptionSpec {
    with { $0.shortName = letter }
  }

  /// Returns the option, allowed several times.
  package func repeatable() -> OptionSpec {
    with { $0.isRepeatable = true }
  }

  /// Returns the option, read from an environment variable when it is not on the command line. The variable
  /// of a repeatable option holds several values separated by commas.
  package func environment(_ variable: String) -> OptionSpec {
    with { $0.environmentVariable = variable }
  }

  /// Returns the option with the value that it has when it is given nowhere.
  package func defaulting(to value: String) -> OptionSpec {
    with { $0.defaultValue = value }
  }

  private func with(_ body: (inout OptionSpec) -> Void) -> OptionSpec {
    var copy = self
    body(&copy)
    return copy
  }
}
