internal import AccessibilitySpeech
internal import AccessibilityTree
internal import BridgeProtocol
internal import CommandLineOptions

// Arguments and options that several commands have, and how their values are read.

extension ArgumentSpec {
  static let target = required(
    "target",
    "A selector that matches one element, or an id: '#482117350014' (quoted) or 482117350014")
}

extension OptionSpec {
  static let synthesize = flag(
    "synthesize", "Allow synthesised clicks and keys if the element lacks the action")
  /// The name of an option of the commands that act, and of no others.
  static let noSettle = "no-settle"
  static let verbosity = choice(
    "verbosity", Verbosity.allCases.map(\.rawValue), "Amount of detail in the speech"
  ).defaulting(to: Verbosity.default.rawValue)
}

extension ParsedCommand {
  /// Returns a required argument. The parser refuses command lines without it.
  func required(_ name: String) -> String { argument(name) ?? "" }

  func requiredTarget() throws -> Target { try Target(written: required("target")) }

  /// Returns the optional argument TARGET.
  func target() throws -> Target? { try argument("target").map(Target.init(written:)) }

  /// Returns the value of an option as a whole number of any size.
  func wholeNumber(_ option: String) throws -> UInt64? {
    guard let text = string(option) else { return nil }
    guard let number = UInt64(text) else {
      throw BadCommand("--\(option) must be a whole number, not \"\(text)\"")
    }
    return number
  }

  var verbosity: Verbosity { string("verbosity").flatMap(Verbosity.init) ?? .default }
}

extension Target {
  /// Creates a target from text, as people and JSON write it: `'#482117350014'`, `482117350014`, or a selector.
  init(written text: String) throws {
    if let id = ElementID(written: text) {
      self = .id(id)
    } else if text.isEmpty {
      throw BadCommand("a selector or an id such as '#482117350014' is required")
    } else {
      self = .selector(text)
    }
  }
}
