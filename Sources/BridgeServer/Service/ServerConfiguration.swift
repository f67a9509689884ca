public import AccessibilitySpeech
internal import AccessibilityTree

/// The limits of a server, and how it identifies itself.
public struct ServerConfiguration: Sendable {
  /// The release, such as "0.1.0".
  public var version: String
  /// The maximum length of a frame that the server accepts, in bytes after the prefix.
  public var maxFrameLength = 4 * 1024 * 1024
  /// The maximum number of calls under way at once on one connection.
  public var maxConcurrentCalls = 1024
  /// The maximum number of subscriptions at once on one connection.
  public var maxSubscriptions = 256
  /// The number of elements and notifications, over all filters, that are filtered for subscribers in one
  /// turn while commits are made: about 5 milliseconds. The rest is merged and sent in later turns.
  public var filteringPerTurn = 50_000
  /// The maximum number of calls of WaitFor at once on one connection.
  public var maxWaiters = 512
  /// The maximum number of calls of Perform at once on one connection, and on all of them together.
  public var maxActions = 64
  public var maxServerActions = 512
  /// The maximum number of connections at once. Further ones are told so and closed.
  public var maxConnections = 16_384
  /// How long a connection may take to send its hello.
  public var helloTimeout = Duration.seconds(5)
  /// The time without a received byte after which a client is pinged, and pinged again each time.
  public var pingAfter = Duration.seconds(30)
  /// The time without a received byte after which a client is given up: longer than people suspend
  /// programs. TCP detects the loss of a client's machine sooner.
  public var silenceLimit = Duration.seconds(300)
  /// How long a client may take none of the bytes queued for it before it is dropped.
  public var stallLimit = Duration.seconds(60)
  /// How long calls under way may take to finish when the server shuts down.
  public var drainTimeout = Duration.seconds(5)
  /// About how many bytes all clients together may make the server use beside the trees themselves: for
  /// requests that are not answered, output for clients that do not read, and data kept for later
  /// requests.
  public var memoryLimit = 128 * 1024 * 1024
  /// The number of bytes queued for a peer that does not read above which nothing more is read from it.
  public var maxQueuedBytes = 8 * 1024 * 1024
  /// The maximum number of elements in one page of Find.
  public var maxPageSize = 10_000
  /// How long the next page of a search may be asked for while the tree changes.
  public var pageLifetime = Duration.seconds(60)
  /// How long an action may take when the call has no deadline.
  public var actionTimeout = Duration.seconds(5)
  /// How long Verify may take when the call has no deadline.
  public var verifyTimeout = Duration.seconds(120)
  /// How long WaitFor waits when the call has no deadline.
  public var waitTimeout = Duration.seconds(30)
  /// The rate at which announcements are assumed to be spoken.
  public var speechRate = SpeechRate.standard

  public init(version: String) {
    self.version = version
  }

  /// "a11y-bridge 0.1.0".
  var software: String { "a11y-bridge \(version)" }
}
