public import AccessibilitySpeech
internal import AccessibilityTree

/// What a server allows and how it introduces itself.
public struct ServerConfiguration: Sendable {
  /// The release: "0.1.0".
  public var version: String
  /// The longest frame it takes, in bytes after the prefix.
  public var maxFrameLength = 4 * 1024 * 1024
  /// Calls under way at once on one connection.
  public var maxConcurrentCalls = 1024
  /// Subscriptions at once on one connection.
  public var maxSubscriptions = 256
  /// How many elements and notifications are filtered for subscribers while commits are made, in one
  /// turn and over all filters: some 5 milliseconds. The rest is joined and told in later turns.
  public var filteringPerTurn = 50_000
  /// Calls of WaitFor at once on one connection.
  public var maxWaiters = 512
  /// Calls of Perform at once on one connection, and on all of them together.
  public var maxActions = 64
  public var maxServerActions = 512
  /// Connections at once; more are told so and closed.
  public var maxConnections = 16_384
  /// How long a connection may take to say hello.
  public var helloTimeout = Duration.seconds(5)
  /// After so long without a byte a client is asked for a sign of life, and again each time.
  public var pingAfter = Duration.seconds(30)
  /// After so long without a byte a client is given up: longer than people stop programs for.
  /// Its machine is missed sooner, by TCP.
  public var silenceLimit = Duration.seconds(300)
  /// How long a client may take none of the bytes that wait for it before it is dropped.
  public var stallLimit = Duration.seconds(60)
  /// How long calls under way may take to finish when the server shuts down.
  public var drainTimeout = Duration.seconds(5)
  /// About how many bytes all clients together may make the server use beside the trees themselves:
  /// what was asked and not answered, what waits for those who do not read, and what is kept for
  /// those who ask next.
  public var memoryLimit = 128 * 1024 * 1024
  /// Bytes that may wait for a peer that does not read before nothing more is read from it.
  public var maxQueuedBytes = 8 * 1024 * 1024
  /// The most elements in one page of Find.
  public var maxPageSize = 10_000
  /// How long the next page of a search may be asked for while the tree changes.
  public var pageLifetime = Duration.seconds(60)
  /// How long an action may take when the call has no deadline.
  public var actionTimeout = Duration.seconds(5)
  /// How long Verify may take when the call has no deadline.
  public var verifyTimeout = Duration.seconds(120)
  /// How long WaitFor waits when the call has no deadline.
  public var waitTimeout = Duration.seconds(30)
  /// How fast announcements are taken to be spoken.
  public var speechRate = SpeechRate.standard

  public init(version: String) {
    self.version = version
  }

  /// "a11y-bridge 0.1.0".
  var software: String { "a11y-bridge \(version)" }
}
