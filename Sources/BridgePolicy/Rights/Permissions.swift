public import AccessibilityTree

/// What a client may do.
public struct Permissions: NamedOptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Read, search, subscribe and wait.
  public static let observe = Permissions(rawValue: 1 << 0)
  /// Perform actions that elements offer.
  public static let act = Permissions(rawValue: 1 << 1)
  /// Let the server synthesise clicks and keys where an element offers no action.
  public static let synthesise = Permissions(rawValue: 1 << 2)
  /// See how the server is doing, for all its clients, and restart its measurements.
  public static let administer = Permissions(rawValue: 1 << 3)

  public static let all: Permissions = [.observe, .act, .synthesise, .administer]

  public static let named: [(name: String, member: Permissions)] = [
    ("observe", .observe), ("act", .act), ("synthesise", .synthesise),
    ("administer", .administer),
  ]

  /// For people: "observe, act".
  public var words: String { isEmpty ? "nothing" : names.joined(separator: ", ") }

  /// The permissions without which this one, of a single member, has no meaning.
  var needed: Permissions {
    switch self {
    case .act: .observe
    case .synthesise: [.observe, .act]
    default: []
    }
  }
}
