/// A command line that was understood. Values have been checked: what is asked for by the kind that
/// was declared is there or was not given.
package struct ParsedCommand: Hashable, Sendable {
  /// Where a value came from.
  package enum Origin: Hashable, Sendable {
    case commandLine
    case environment(String)
    case defaultValue
  }

  struct Given: Hashable, Sendable {
    var values: [String]
    var origin: Origin
  }

  /// The command's name; `nil` for a program that has none, or where none was given.
  package let command: String?
  /// All arguments in order.
  package let arguments: [String]
  let given: [String: Given]
  let named: [String: [String]]

  /// Whether a flag was given.
  package func flag(_ name: String) -> Bool {
    given[name] != nil
  }

  /// The last value given, or else the default.
  package func string(_ name: String) -> String? {
    given[name]?.values.last
  }

  /// All values of a repeatable option, in order.
  package func strings(_ name: String) -> [String] {
    given[name]?.values ?? []
  }

  package func int(_ name: String) -> Int? {
    string(name).flatMap { Int($0) }
  }

  package func number(_ name: String) -> Double? {
    string(name).flatMap { Double($0) }
  }

  /// An argument by its name; `nil` when it was not given.
  package func argument(_ name: String) -> String? {
    named[name]?.first
  }

  /// All that an argument took that takes the rest.
  package func rest(_ name: String) -> [String] {
    named[name] ?? []
  }

  /// `nil` when the option was given nowhere and has no default.
  package func origin(_ name: String) -> Origin? {
    given[name]?.origin
  }
}
