/// Who a connection belongs to, how that is known, and what it may do.
public struct Identity: Hashable, Sendable {
  /// How it is known who it is.
  public enum Proof: Hashable, Sendable {
    /// The kernel says that it is this user of the machine.
    case localUser(UInt32)
    /// It has the key of a pairing.
    case pairing
    /// It has a certificate of a CA that the server trusts.
    case certificate
    /// It knows a token.
    case token
    /// The server serves everyone.
    case nobody
  }

  public let proof: Proof
  /// The name of the pairing, certificate or token; of a local user, "user 1000".
  public let name: String
  public let scope: Scope

  public init(_ proof: Proof, name: String, scope: Scope) {
    self.proof = proof
    self.name = name
    self.scope = scope
  }

  /// A user of the machine, who may do everything.
  public static func localUser(_ uid: UInt32) -> Identity {
    Identity(.localUser(uid), name: "user \(uid)", scope: .administer)
  }
}

extension Identity: CustomStringConvertible {
  /// For logs: "pairing laptop (observe)".
  public var description: String {
    let who =
      switch proof {
      case .localUser: name
      case .pairing: "pairing \(name)"
      case .certificate: "certificate \(name)"
      case .token: "token \(name)"
      case .nobody: "an unknown client"
      }
    return "\(who) (\(scope))"
  }
}

/// What an identity may do: each what the one before may, and more.
public enum Scope: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
  /// Read, search and subscribe.
  case observe
  /// That, and perform the actions of elements.
  case act
  /// That, and have clicks and keys synthesised where an element has no action.
  case synthesise
  /// Everything.
  case administer

  public var description: String { rawValue }

  /// Whether whoever has this scope may do what needs another one.
  public func includes(_ other: Scope) -> Bool { rank >= other.rank }

  /// What it lets a client do, for people: "observe, act".
  public var words: String {
    Self.allCases.filter(includes).map(\.rawValue).joined(separator: ", ")
  }

  private var rank: Int {
    switch self {
    case .observe: 0
    case .act: 1
    case .synthesise: 2
    case .administer: 3
    }
  }
}
