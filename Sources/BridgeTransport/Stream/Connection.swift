internal import CLinux
internal import Glibc

/// A stream socket on a loop: receives bytes, sends bytes, and reports its end.
///
/// Set the handlers when the connection is handed over (by a listener or `connect`). The loop keeps it
/// alive until it is closed; its owner need not. Handlers are called by the loop only, never from within a
/// call made on the connection other than `readOnce()`, so they may call anything, including `close()`.
///
/// A `TLSLayer` goes between the socket and two points: `deliver` (bytes read) and
/// `OutputQueue` (bytes to write). Owners see plain bytes either way.
public final class Connection: TurnEndWork {
  /// Called with bytes that arrived, in order. They are only valid during the call: copy what must stay.
  public var onBytes: ((RawSpan) -> Void)?
  /// Called when the TLS handshake is done, before the first bytes.
  public var onSecured: (() -> Void)?
  /// Called when `queuedBytes` was above `lowWaterMark` and has fallen to it or below.
  public var onDrained: (() -> Void)?
  /// Called when the other end has finished writing; it may still read. An owner that sets this closes the
  /// connection when everything is sent. Without it the connection ends at once.
  public var onFinished: (() -> Void)?
  /// Called exactly once, after everything else, when the connection has ended, for whatever reason.
  public var onClosed: ((CloseReason) -> Void)?
  /// The number of queued bytes at which `onDrained` is called.
  public var lowWaterMark = 32 * 1024
  /// How long the peer may take none of the bytes that wait for it before the connection ends with
  /// `ETIMEDOUT`.
  public var stallLimit = Duration.milliseconds(Int64(StreamSocket.userTimeout))

  /// The address of the other end, if it has one worth naming.
  public let peerAddress: SocketAddress?
  /// The process that connected (or listens) at the other end; `nil` unless it is a unix socket. Stays known
  /// after the connection, and the process, have ended.
  public let peerCredentials: PeerCredentials?
  /// The numbers of bytes read from and written to the socket so far.
  public internal(set) var bytesReceived: UInt64 = 0
  public internal(set) var bytesSent: UInt64 = 0

  /// The phases of a connection, which moves only downwards in this list.
  enum Phase {
    /// Both directions work.
    case open
    /// To be closed when everything is written; bytes that arrive are discarded.
    case flushing
    /// Everything is written and the other end knows; waits for the other end to close too.
    case lingering
    case closed(CloseReason)
  }

  let core: LoopCore
  let scratch: Scratch
  var phase = Phase.open
  var descriptor: FileDescriptor?
  var watch: Watch?
  var output = OutputQueue()
  /// `nil`: the connection is plain.
  var layer: TLSLayer?
  /// Why a connection that is being closed was refused.
  var refusal: TLSError?
  var deadline: Timer?
  /// Runs while bytes wait that the peer does not take.
  var stall: Timer?
  /// When the peer last took something, while `stall` runs.
  var lastProgress = MonotonicTime(nanoseconds: 0)
  /// The error of a write that failed; it is handled at the end of the turn.
  var writeFailure: SystemError?
  var flags: Flags = []

  struct Flags: OptionSet {
    let rawValue: UInt16
    static let readingPaused = Flags(rawValue: 1)
    /// The other end has finished writing.
    static let peerFinished = Flags(rawValue: 2)
    /// The socket's buffer is full: the loop reports when there is room.
    static let blocked = Flags(rawValue: 4)
    static let isWriteScheduled = Flags(rawValue: 8)
    static let isNotificationScheduled = Flags(rawValue: 16)
    static let aboveLowWater = Flags(rawValue: 32)
    static let drained = Flags(rawValue: 64)
    /// Bytes that arrived are being handled. When to write is decided afterwards.
    static let isReading = Flags(rawValue: 128)
    static let hasToWrite = Flags(rawValue: 256)
  }

  init(owning descriptor: consuming FileDescriptor, peer: SocketAddress?, core: LoopCore) {
    self.core = core
    scratch = core.scratch
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

  /// Whether the connection may still be written to.
  public var isOpen: Bool {
    if case .open = phase { return true }
    return false
  }

  /// The number of bytes that were sent but not yet taken by the system.
  public var queuedBytes: Int { layer == nil ? output.count : output.count + sealedBytes }

  /// The number of encrypted bytes that wait.
  private var sealedBytes: Int { layer?.charged ?? 0 }

  /// Whether anything waits to be written.
  var hasUnsent: Bool { !output.isEmpty || sealedBytes > 0 }

  /// The memory that these bytes take, in bytes. What several connections share is divided among them.
  public var queuedMemory: Int { output.memoryShare + sealedBytes }

  /// Returns how long the other end has taken nothing of what waits for it; zero when nothing waits.
  public func stalled(at now: MonotonicTime) -> Duration {
    stall == nil ? .zero : now.since(lastProgress)
  }

  /// The events that the loop is to report in this phase.
  var interest: Interest {
    var interest: Interest
    switch phase {
    case .closed: return []
    case .open where flags.contains(.readingPaused): interest = [.hangUp]
    // Once for all bytes, which are read until there are none. The system then need not look again whether any are left.
    case .open where !flags.contains(.blocked): interest = [.read, .hangUp, .edge]
    case .open, .flushing, .lingering: interest = [.read, .hangUp]
    }
    // Otherwise the end of the stream would be reported again and again.
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

  /// Schedules a call of `notifyOwner` at the end of the turn.
  func scheduleNotification() {
    guard !flags.contains(.isNotificationScheduled) else { return }
    flags.insert(.isNotificationScheduled)
    core.turnEnd.add(unnotified: self)
  }

  /// Notifies the owner of what has happened during the turn.
  func notifyOwner() {
    flags.remove(.isNotificationScheduled)
    if let writeFailure, case .open = phase {
      // The other end may have sent the reason before it closed: read that first.
      if !flags.contains(.readingPaused) { readAvailable(toEnd: true) }
      finish(.error(writeFailure))
    }
    if case .closed(let reason) = phase {
      let onClosed = self.onClosed
      onBytes = nil
      onSecured = nil
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
  /// The connection failed: reset by the other end, unreachable, out of memory …
  case error(SystemError)
  /// Encryption failed, or the other end is not who it should be.
  case tls(TLSError)
  /// `close()` or `closeAfterFlush` was called here.
  case closedLocally
}
