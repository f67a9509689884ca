/// What stands on the command line without dashes, by its place.
public struct ArgumentSpec: Hashable, Sendable {
  public enum Presence: Hashable, Sendable {
    case required
    case optional
    /// All that is left, at least so many.
    case rest(atLeast: Int)
  }

  /// By which it is asked for: "selector". Help shows it in capitals.
  public let name: String
  public let help: String
  public let presence: Presence
  public let kind: ValueKind

  public static func required(
    _ name: String, _ help: String, kind: ValueKind = .text
  ) -> ArgumentSpec {
    ArgumentSpec(name: name, help: help, presence: .required, kind: kind)
  }

  public static func optional(
    _ name: String, _ help: String, kind: ValueKind = .text
  ) -> ArgumentSpec {
    ArgumentSpec(name: name, help: help, presence: .optional, kind: kind)
  }

  /// Comes last.
  public static func rest(
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
