public import AccessibilitySpeech
internal import AccessibilityTree

/// How a server behaves: its limits, its times, and how it identifies itself.
public struct ServerConfiguration: Sendable {
  /// The release, such as "0.1.0".
  public var version: String
  /// What is refused when there is too much of it.
  public var limits = Limits()
  /// The number of elements and notifications, over all filters, that are filtered for subscribers in one
  /// turn while commits are made: about 5 milliseconds. The rest is merged and sent in later turns.
  public var filteringPerTurn = 50_000
  /// The time without a received byte after which a client is pinged, and pinged again each time. A quarter of
  /// the idle time, if that is shorter.
  public var pingAfter = Duration.seconds(30)
  /// How long calls under way may take to finish when the server shuts down.
  public var drainTimeout = Duration.seconds(5)
  /// The maximum number of elements in one page of Find.
  public var maxPageSize = 10_000
  /// How long the next page of a search may be asked for while the tree changes.
  public var pageLifetime = Duration.seconds(60)
  /// How long an action may take when the call has no deadline.
  public var actionTimeout = Duration.seconds(5)
  /// How long an action that was requested with an id is known, so that a repeat is not performed again.
  public var receiptLifetime = Duration.seconds(300)
  /// The maximum number of such actions in that time.
  public var maxReceipts = 32_768
  /// How long Verify may take when the call has no deadline.
  public var verifyTimeout = Duration.seconds(120)
  /// How long WaitFor waits when the call has no deadline.
  public var waitTimeout = Duration.seconds(30)
  /// The rate at which announcements are assumed to be spoken.
  public var speechRate = SpeechRate.standard

  /// Returns the epoch and the base of the ids of a part of the mirror. Tests choose them.
  package var partIdentity: @Sendable () -> (epoch: UInt64, idBase: UInt64) = {
    (.random(in: 1 ... .max), ElementIDBase.random())
  }

  public init(version: String) {
    self.version = version
  }

  /// How often silent clients are pinged.
  var pingInterval: Duration { min(pingAfter, limits[time: .idleTime] / 4) }

  /// "a11y-bridge 0.1.0".
  var software: String { "a11y-bridge \(version)" }
}
