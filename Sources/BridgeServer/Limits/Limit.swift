/// A limit of a server. Statuses and `a11y-bridge --limit` use its `name`.
public enum Limit: Int, CaseIterable, Sendable {
  case connections
  case connectionsPerAddress
  case handshakes
  case handshakeTime
  case failedTriesPerAddress
  case frameBytes
  case callsPerConnection
  case subscriptionsPerConnection
  case matchWatchesPerConnection
  case watchedSelectorBytes
  case waitsPerConnection
  case actionsPerConnection
  case actions
  case selectorSteps
  case queuedBytes
  case stallTime
  case idleTime
  case memory

  /// What the value of a limit counts.
  public enum Unit: Sendable {
    case count
    case bytes
    /// Milliseconds.
    case time
  }

  /// The limit with a name, such as "connections-per-address".
  public init?(name: String) {
    guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }

  /// The name, such as "connections-per-address".
  public var name: String { facts.name }
  public var unit: Unit { facts.unit }
  /// The values that the limit may have, in its unit.
  public var range: ClosedRange<Int> { facts.range }
  /// The value that it has unless another one is set, in its unit.
  public var standard: Int { facts.standard }
  /// What it limits, in a phrase for people.
  public var summary: String { facts.summary }
}

extension Limit {
  private struct Facts {
    var name: String
    var unit: Unit
    var standard: Int
    var range: ClosedRange<Int>
    var summary: String

    init(
      _ name: String, _ unit: Unit, _ standard: Int, _ range: ClosedRange<Int>,
      _ summary: String
    ) {
      self.name = name
      self.unit = unit
      self.standard = standard
      self.range = range
      self.summary = summary
    }
  }

  private static let mebibyte = 1024 * 1024
  private static let minute = 60_000

  private var facts: Facts {
    switch self {
    case .connections:
      Facts("connections", .count, 16_384, 1...1_000_000, "Connections at once")
    case .connectionsPerAddress:
      Facts(
        "connections-per-address", .count, 1_024, 1...1_000_000,
        "Connections at once from one address of another machine")
    case .handshakes:
      Facts(
        "handshakes", .count, 2_048, 1...1_000_000,
        "Connections at once that have not sent their hello")
    case .handshakeTime:
      Facts(
        "handshake-time", .time, 5_000, 100...10 * Self.minute,
        "Time from connecting until the hello, TLS included")
    case .failedTriesPerAddress:
      Facts(
        "failed-tries-per-address", .count, 20, 1...1_000_000,
        "Wrong pairing codes and tokens from one address within a minute")
    case .frameBytes:
      Facts(
        "frame-bytes", .bytes, 4 * Self.mebibyte, 1_024...64 * Self.mebibyte,
        "Length of a frame that a client sends")
    case .callsPerConnection:
      Facts("calls-per-connection", .count, 1_024, 1...65_536, "Calls at once on a connection")
    case .subscriptionsPerConnection:
      Facts(
        "subscriptions-per-connection", .count, 256, 1...65_536,
        "Subscriptions at once on a connection")
    case .matchWatchesPerConnection:
      Facts(
        "match-watches-per-connection", .count, 4, 1...1_024,
        "Calls of WatchMatches at once on a connection; each takes many selectors")
    case .watchedSelectorBytes:
      Facts(
        "watched-selector-bytes", .bytes, 128 * 1024, 4_096...4 * Self.mebibyte,
        "Length of all selectors of a call of WatchMatches")
    case .waitsPerConnection:
      Facts(
        "waits-per-connection", .count, 512, 1...65_536, "Calls of WaitFor at once on a connection")
    case .actionsPerConnection:
      Facts("actions-per-connection", .count, 64, 1...65_536, "Actions at once on a connection")
    case .actions:
      Facts("actions", .count, 512, 1...65_536, "Actions at once on all connections")
    case .selectorSteps:
      Facts(
        "selector-steps", .count, 3_000_000, 1_000...1_000_000_000,
        "Steps that one call may take to match selectors and conditions")
    case .queuedBytes:
      Facts(
        "queued-bytes", .bytes, 8 * Self.mebibyte, 64 * 1024...1024 * Self.mebibyte,
        "Output that waits for a client; beyond, nothing more is read from it")
    case .stallTime:
      Facts(
        "stall-time", .time, Self.minute, 100...Self.minute,
        "Time in which a client reads none of the output that waits for it")
    case .idleTime:
      Facts(
        "idle-time", .time, 5 * Self.minute, 1_000...1_440 * Self.minute,
        "Time in which a client sends nothing and answers no ping")
    case .memory:
      Facts(
        "memory", .bytes, 128 * Self.mebibyte, 16 * Self.mebibyte...1_048_576 * Self.mebibyte,
        "Memory for all clients together")
    }
  }
}
