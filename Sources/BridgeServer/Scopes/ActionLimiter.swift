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
      throw Self.status("actions-at-once", limit, remedy: .awaitCall)
    }
    if let limit = rights.actionsPerSecond,
      !bucket.take(capacity: Double(limit), perSecond: Double(limit), at: now)
    {
      throw Self.status("actions-per-second", limit, remedy: .actLater)
    }
    return Permit(self)
  }

  private static func status(_ name: String, _ limit: Int, remedy: Remedy) -> Status {
    var status = Status(
      .limit, "limit \(name)=\(limit) reached, by the server's policy", remedy: remedy,
      limit: UInt64(limit))
    status.detail?.limitName = name
    return status
  }
}
