/// The result of parsing a command line. All values are valid for the kinds declared for them: reading a value
/// gives `nil` only when it was not given and has no default.
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

  /// The command's name; `nil` for a program without commands, or where none was given.
  package let command: String?
  /// All arguments in order.
  package let arguments: [String]
  let given: [String: Given]
  let named: [String: [String]]

  /// Returns whether a flag was given.
  package func flag(_ name: String) -> Bool {
    given[name] != nil
  }

  /// Returns the last value given, or the default.
  package func string(_ name: String) -> String? {
    given[name]?.values.last
  }

  /// Returns all values of a repeatable option, in order.
  package func strings(_ name: String) -> [String] {
    given[name]?.values ?? []
  }

  package func int(_ name: String) -> Int? {
    string(name).flatMap { Int($0) }
  }

  package func seconds(_ name: String) -> Double? {
    string(name).flatMap { ValueKind.seconds($0) }
  }

  /// Returns an argument by its name; `nil` when it was not given.
  package func argument(_ name: String) -> String? {
    named[name]?.first
  }

  /// Returns all values of an argument that takes the remaining arguments.
  package func rest(_ name: String) -> [String] {
    named[name] ?? []
  }

  /// Returns where the value of an option came from; `nil` when it was given nowhere and has no default.
  package func origin(_ name: String) -> Origin? {
    given[name]?.origin
  }
}
