/// A client as a policy names it.
public struct PolicySubject: Hashable, Sendable, CustomStringConvertible {
  /// How it is known who it is.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case pairing
    case token
    case certificate
    /// A user of the machine. Its name is its number, in decimal.
    case user
    /// Whoever is let in without being known.
    case anybody
  }

  public var kind: Kind
  /// Empty for anybody.
  public var name: String

  public init(_ kind: Kind, _ name: String = "") {
    self.kind = kind
    self.name = name
  }

  public var description: String { name.isEmpty ? kind.rawValue : "\(kind.rawValue) \(name)" }
}
