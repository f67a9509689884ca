internal import CLinux
internal import Glibc

/// A socket that accepts connections on a loop, from `init` to `close()`.
public final class Listener {
  /// The options of a listener.
  public struct Options: Sendable {
    /// The number of connections that the kernel holds until they are accepted.
    public var backlog: Int32 = 1024
    /// Whether addresses that other machines can reach are allowed.
    public var allowsRemote = false
    /// The number of connections accepted in one turn, limited so that a storm does not starve the others.
    public var acceptsPerTurn = 16
    /// How long accepting pauses when the process or the system is out of descriptors or memory.
    public var retryDelay = Duration.milliseconds(100)

    public init() {}
  }

  /// The address on which it listens, with the actual port when 0 was requested.
  public let localAddress: SocketAddress
  /// The number of connections accepted so far.
  public private(set) var accepted = 0
  /// How often accepting had to pause because descriptors or memory ran out.
  public private(set) var exhaustions = 0
  /// Called each time `exhaustions` grows, with the error.
  public var onExhausted: ((SystemError) -> Void)?
  /// Whether connections are encrypted; `nil`: never.
  public var tls: TLSAcceptance?

  private let core: LoopCore
  private let options: Options
  private let family: Int32
  private var onAccept: ((Connection) -> Void)?
  private var descriptor: FileDescriptor?
  private var socketFile: UnixSocketFile?
  private var watch: Watch?
  private var retry: Timer?

  /// Listens at `address`, a unix path, a numeric address or `localhost` (which is 127.0.0.1), and
  /// passes each connection to `onAccept`, which sets its handlers.
  public init(
    _ address: SocketAddress, on loop: EventLoop, options: Options = Options(),
    onAccept: @escaping (Connection) -> Void
  ) throws(ListenError) {
    guard options.allowsRemote || address.isLoopback else {
      throw ListenError(address, .refusedRemote)
    }
    guard let raw = RawAddress.immediate(address)?.first else {
      throw ListenError(address, .notNumeric)
    }
    core = loop.core
    self.options = options
    self.onAccept = onAccept
    family = raw.family
    var occupant: PeerCredentials?
    do throws(SystemError) {
      let descriptor = try StreamSocket.open(raw.family)
      let fd = descriptor.rawValue
      if case .unix(let path) = address {
        localAddress = address
        switch try UnixSocketFile.listen(fd, path: path, raw, backlog: options.backlog) {
        case .listening(let file): socketFile = file
        case .occupied(let owner):
          occupant = owner
          throw SystemError(errno: EADDRINUSE, call: "bind")
        }
      } else {
        StreamSocket.limitReceiving(fd, family: raw.family)
        try Self.bind(fd, raw)
        localAddress = try RawAddress.local(of: fd).socketAddress ?? address
        _ = try system("listen") { listen(fd, options.backlog) }
      }
      self.descriptor = consume descriptor
      watch = try core.poller.add(fd, .read) { [self] readiness in
        readiness.contains(.abandoned) ? close() : accept()
      }
    } catch {
      throw ListenError(
        address,
        family == AF_UNIX && error.errno == EADDRINUSE ? .inUse(by: occupant) : .system(error))
    }
  }

  /// Accepts connections on a socket that was passed. Its file, if it has one, stays when the listener is closed.
  public init(
    _ socket: PassedSocket, on loop: EventLoop, options: Options = Options(),
    onAccept: @escaping (Connection) -> Void
  ) throws(ListenError) {
    localAddress = socket.address
    guard options.allowsRemote || localAddress.isLoopback else {
      throw ListenError(localAddress, .refusedRemote)
    }
    guard let descriptor = socket.take() else {
      throw ListenError(localAddress, .system(SystemError(errno: EBADF, call: "listen")))
    }
    core = loop.core
    self.options = options
    self.onAccept = onAccept
    if case .unix = localAddress {
      family = AF_UNIX
    } else {
      family = AF_INET
      StreamSocket.limitReceiving(descriptor.rawValue, family: family)
    }
    let fd = descriptor.rawValue
    self.descriptor = consume descriptor
    do throws(SystemError) {
      watch = try core.poller.add(fd, .read) { [self] readiness in
        readiness.contains(.abandoned) ? close() : accept()
      }
    } catch {
      throw ListenError(localAddress, .system(error))
    }
  }

  /// Stops listening and removes the socket's file. Accepted connections stay open.
  public func close() {
    watch?.cancel()
    watch = nil
    retry?.cancel()
    retry = nil
    descriptor = nil
    socketFile?.remove()
    socketFile = nil
    onAccept = nil
    onExhausted = nil
  }

  private static func bind(_ fd: Int32, _ raw: RawAddress) throws(SystemError) {
    var raw = raw
    _ = clinux_set_option(fd, SOL_SOCKET, SO_REUSEADDR, 1)
    if raw.family == AF_INET6 { _ = clinux_set_option(fd, Int32(IPPROTO_IPV6), IPV6_V6ONLY, 1) }
    _ = try system("bind") { unsafe clinux_bind(fd, &raw.storage, raw.length) }
  }

  private func accept() {
    for _ in 0..<options.acceptsPerTurn {
      guard let fd = descriptor?.rawValue else { return }
      do throws(SystemError) {
        guard let number = try attempt("accept4", { clinux_accept(fd) }) else { return }
        try adopt(FileDescriptor(owning: number))
      } catch {
        switch error.errno {
        case EMFILE, ENFILE, ENOBUFS, ENOMEM, ENOSPC: return pause(error)
        // The connection died while it waited, or a firewall forbids it: try the next one.
        default: continue
        }
      }
    }
  }

  private func adopt(_ descriptor: consuming FileDescriptor) throws(SystemError) {
    StreamSocket.tune(descriptor.rawValue, family: family)
    let peer = family == AF_UNIX ? nil : SocketAddress(peerOf: descriptor.rawValue)
    let connection = Connection(owning: descriptor, peer: peer, core: core)
    accepted += 1
    if let tls { connection.awaitTLS(tls) }
    onAccept?(connection)
    // One that is being closed still has something to say, and hears when the other end has read it.
    try connection.start()
  }

  /// Leaves waiting connections to the kernel for a while, because trying again at once would spin.
  private func pause(_ error: SystemError) {
    exhaustions += 1
    try? watch?.update([])
    retry = core.timers.schedule(at: .now().advanced(by: options.retryDelay)) { [weak self] in
      guard let self else { return }
      try? self.watch?.update(.read)
      self.accept()
    }
    onExhausted?(error)
  }
}
