package import BridgePolicy
package import BridgeProtocol
package import BridgeTransport

/// Counts the actions of one client, over all its connections, against its rights.
package final class ActionLimiter {
  private var underWay = 0
  /// The number of actions that may begin at once, at `filled`.
  private var tokens: Double?
  private var filled = MonotonicTime.now()

  package init() {}

  var isBusy: Bool { underWay > 0 }

  /// An action under way, for as long as it is held.
  package final class Permit {
    private let limiter: ActionLimiter

    fileprivate init(_ limiter: ActionLimiter) {
      self.limiter = limiter
      limiter.underWay += 1
    }

    deinit { limiter.underWay -= 1 }
  }

  /// Begins an action. Throws when the client has begun too many.
  package func begin(_ rights: Rights, at now: MonotonicTime = .now()) throws(Status) -> Permit {
    if let limit = rights.actionsAtOnce, underWay >= limit {
      throw Status(
        .limit, "limit actions-at-once of \(limit) reached, by the server's policy",
        remedy: .awaitCall, limit: UInt64(limit))
    }
    if let limit = rights.actionsPerSecond { try take(limit, now) }
    return Permit(self)
  }

  private func take(_ limit: Int, _ now: MonotonicTime) throws(Status) {
    let passed = Double(now.since(filled).clampedNanoseconds) / 1e9
    var left = min(Double(limit), (tokens ?? Double(limit)) + max(0, passed) * Double(limit))
    filled = now
    defer { tokens = left }
    guard left >= 1 else {
      throw Status(
        .limit, "limit actions-per-second of \(limit) reached, by the server's policy",
        remedy: .actLater, limit: UInt64(limit))
    }
    left -= 1
  }
}
