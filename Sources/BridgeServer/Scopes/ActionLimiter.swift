package import BridgePolicy
package import BridgeProtocol
package import BridgeTransport

/// Counts the actions of one client, over all its connections, against its rights.
package final class ActionLimiter {
  private var underWay = 0
  private var bucket = TokenBucket()

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
    if let limit = rights.actionsPerSecond,
      !bucket.take(capacity: Double(limit), perSecond: Double(limit), at: now)
    {
      throw Status(
        .limit, "limit actions-per-second of \(limit) reached, by the server's policy",
        remedy: .actLater, limit: UInt64(limit))
    }
    return Permit(self)
  }
}
