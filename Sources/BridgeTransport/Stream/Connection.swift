internal import CLinux
internal import Glibc

/// A stream socket on a loop: bytes in, bytes out, and its end.
///
/// Set the handlers when it is handed over (by a listener or `connect`). The loop keeps it alive until
/// it is closed; its owner need not. Handlers are called by the loop only, never from within a call
/// made on the connection, so they may call anything, `close()` too.
///
/// A layer that encrypts goes between the socket and two points: `deliver` (bytes read) and
/// `OutputQueue` (bytes to write). Owners see plain bytes either way.
public final class Connection: TurnEndWork {
  /// Bytes that arrived, in order. They are only valid during the call: copy what must stay.
  public var onBytes: ((RawSpan) -> Void)?
  /// `queuedBytes` was above `lowWaterMark` and has fallen to it or below.
  public var onDrained: (() -> Void)?
  /// The other end has finished writing and may still read. Whoever sets this closes the connection when
  /// all is said; without it the connection ends at once.
  public var onFinished: (() -> Void)?
  /// Called exactly once, after everything else, when the connection has ended, for whatever reason.
  public var onClosed: ((CloseReason) -> Void)?
  /// See `onDrained`; in bytes.
  public var lowWaterMark = 32 * 1024
  /// How long the peer may take none of the bytes that wait for it. Then the connection ends with
  /// `ETIMEDOUT`.
  public var stallLimit = Duration.milliseconds(Int64(StreamSocket.userTimeout))

  /// Where the other end is, if it has an address worth naming.
  public let peerAddress: SocketAddress?
  /// The process that connected (or listens) at the other end; `nil` unless it is a unix socket. Known for
  /// good, also when the connection has ended and the process with it.
  public let peerCredentials: PeerCredentials?
  /// Bytes read from and written to the socket so far.
  public internal(set) var bytesReceived: UInt64 = 0
  public internal(set) var bytesSent: UInt64 = 0

  /// What a connection goes through, always downwards.
  enum Phase {
    /// Both directions work.
    case open
    /// To be closed when all is written; what arrives is thrown away.
    case flushing
    /// All is written and the other end knows; waits for it to close too.
    case lingering
    case closed(CloseReason)
  }

  let core: LoopCore
  var phase = Phase.open
  var descriptor: FileDescriptor?
  var watch: Watch?
  var output = OutputQueue()
  var deadline: Timer?
  /// Runs while bytes wait that the peer does not take.
  var stall: Timer?
  /// When the peer last took something, while `stall` runs.
  var lastProgress = MonotonicTime(nanoseconds: 0)
  /// The write that failed; its consequence is drawn at the end of the turn.
  var writeFailure: SystemError?
  var flags: Flags = []

  struct Flags: OptionSet {
    let rawValue: UInt8
    static let readingPaused = Flags(rawValue: 1)
    /// The other end has finished writing.
    static let peerFinished = Flags(rawValue: 2)
    /// The socket's buffer is full: the loop tells when there is room.
    static let blocked = Flags(rawValue: 4)
    static let inUnsent = Flags(rawValue: 8)
    static let inUnsettled = Flags(rawValue: 16)
    static let aboveLowWater = Flags(rawValue: 32)
    static let drained = Flags(rawValue: 64)
  }

  init(owning descriptor: consuming FileDescriptor, peer: SocketAddress?, core: LoopCore) {
    self.core = core
    peerAddress = peer
    peerCredentials = peer == nil ? PeerCredentials(of: descriptor.rawValue) : nil
    self.descriptor = consume descriptor
  }

  /// Takes over a connected stream socket, which becomes non-blocking.
  public convenience init(
    adopting descriptor: consuming FileDescriptor, on loop: EventLoop
  ) throws(SystemError) {
    let fd = descriptor.rawValue
    let status = try system("fcntl") { fcntl(fd, F_GETFL) }
    _ = try system("fcntl") { fcntl(fd, F_SETFL, status | O_NONBLOCK) }
    self.init(owning: descriptor, peer: SocketAddress(peerOf: fd), core: loop.core)
    try start()
  }

  /// Begins to wait for bytes.
  func start() throws(SystemError) {
    guard watch == nil, let fd = descriptor?.rawValue else { return }
    watch = try core.poller.add(fd, interest) { [self] readiness in handle(readiness) }
  }

  /// Whether it may still be written to.
  public var isOpen: Bool {
    if case .open = phase { return true }
    return false
  }

  /// Bytes that were sent but not yet taken by the system.
  public var queuedBytes: Int { output.count }

  /// How much memory these bytes take: what several connections share is divided among them.
  public var queuedMemory: Int { output.memoryShare }

  /// For how long the other end has taken nothing of what waits for it; zero when nothing does.
  public func stalled(at now: MonotonicTime) -> Duration {
    stall == nil ? .zero : now.since(lastProgress)
  }

  /// What the loop is to report in this phase.
  var interest: Interest {
    var interest: Interest
    switch phase {
    case .closed: return []
    case .open where flags.contains(.readingPaused): interest = [.hangUp]
    case .open, .flushing, .lingering: interest = [.read, .hangUp]
    }
    // Its end would be reported again and again.
    if flags.contains(.peerFinished) { interest = [.failure] }
    if flags.contains(.blocked) { interest.insert(.write) }
    return interest
  }

  func updateInterest() {
    guard let watch else { return }
    do throws(SystemError) {
      try watch.update(interest)
    } catch {
      finish(.error(error))
    }
  }

  /// Has `settle` called at the end of the turn.
  func settleLater() {
    guard !flags.contains(.inUnsettled) else { return }
    flags.insert(.inUnsettled)
    core.turnEnd.unsettled.append(self)
  }

  /// Tells the owner what has happened during the turn.
  func settle() {
    flags.remove(.inUnsettled)
    if let writeFailure, case .open = phase {
      // The other end may have said why before it went: read that first.
      if !flags.contains(.readingPaused) { readAvailable(toEnd: true) }
      finish(.error(writeFailure))
    }
    if case .closed(let reason) = phase {
      let onClosed = self.onClosed
      onBytes = nil
      onDrained = nil
      onFinished = nil
      self.onClosed = nil
      onClosed?(reason)
    } else if flags.contains(.drained) {
      flags.remove(.drained)
      onDrained?()
    }
  }
}

/// Why a connection ended.
public enum CloseReason: Equatable, Sendable {
  /// The other end closed it, or finished writing, in good order.
  case peerClosed
  /// It broke: reset by the other end, unreachable, out of memory …
  case error(SystemError)
  /// `close()` or `closeAfterFlush` was called here.
  case closedLocally
}
