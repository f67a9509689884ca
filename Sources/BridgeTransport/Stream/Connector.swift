internal import CLinux
internal import Glibc

extension Connection {
  /// Connects to `address`: resolves it (off the loop, and only where it is a name), tries each address,
  /// and calls `completion` once, from the loop, within `timeout`. The completion must set the handlers of
  /// the connection.
  @discardableResult
  public static func connect(
    to address: SocketAddress, on loop: EventLoop, timeout: Duration = .seconds(10),
    completion: @escaping (Result<Connection, ConnectError>) -> Void
  ) -> Connector {
    let connector = Connector(address, loop, timeout, completion)
    connector.begin(on: loop)
    return connector
  }
}

/// An attempt to connect, from `Connection.connect` to its completion.
public final class Connector {
  private let address: SocketAddress
  private let core: LoopCore
  private let timeout: Duration
  private let deadline: MonotonicTime
  private var completion: ((Result<Connection, ConnectError>) -> Void)?
  private var candidates: ArraySlice<RawAddress> = []
  private var lastError: SystemError?
  private var descriptor: FileDescriptor?
  private var watch: Watch?
  private var limit: Timer?
  private var pause: Timer?

  init(
    _ address: SocketAddress, _ loop: EventLoop, _ timeout: Duration,
    _ completion: @escaping (Result<Connection, ConnectError>) -> Void
  ) {
    self.address = address
    self.timeout = timeout
    self.completion = completion
    core = loop.core
    deadline = .now().advanced(by: timeout)
  }

  /// Cancels the attempt. The completion is not called afterwards.
  public func cancel() {
    completion = nil
    reset()
    limit?.cancel()
    limit = nil
  }

  func begin(on loop: EventLoop) {
    limit = core.timers.schedule(at: deadline) { [self] in
      end(.failure(ConnectError(address, .timedOut(after: timeout))))
    }
    if let immediate = RawAddress.immediate(address) {
      candidates = immediate[...]
      // Never complete within the call of `connect`.
      core.turnEnd.hooks.append { [self] in tryNext() }
    } else if case .tcp(let host, let port) = address {
      resolve(host, port, LoopBound(self, on: loop), loop.handle)
    }
  }

  private func resolve(
    _ host: String, _ port: UInt16, _ connector: LoopBound<Connector>, _ handle: LoopHandle
  ) {
    do throws(SystemError) {
      try startThread(named: "resolver") {
        let found = RawAddress.resolve(host: host, port: port)
        handle.submit { loop in connector.value(on: loop).resolved(found) }
      }
    } catch {
      lastError = error
      core.turnEnd.hooks.append { [self] in tryNext() }
    }
  }

  private func resolved(_ found: Result<[RawAddress], ResolverError>) {
    switch found {
    case .success(let addresses):
      candidates = addresses[...]
      tryNext()
    case .failure(let error):
      end(.failure(ConnectError(address, .unresolved(error.message))))
    }
  }

  private func tryNext() {
    reset()
    guard completion != nil else { return }
    guard let candidate = candidates.first else {
      let error = lastError ?? SystemError(errno: EADDRNOTAVAIL, call: "connect")
      return end(.failure(ConnectError(address, .system(error))))
    }
    do throws(SystemError) {
      let socket = try StreamSocket.open(candidate.family)
      let fd = socket.rawValue
      StreamSocket.tune(fd, family: candidate.family)
      let isDone = try StreamSocket.connect(fd, candidate)
      descriptor = consume socket
      if isDone { return connected(fd) }
      watch = try core.poller.add(fd, .write) { [self] readiness in
        readiness.contains(.abandoned) ? cancel() : check(fd)
      }
      shareTime()
    } catch {
      failed(error, retryable: candidate.family == AF_UNIX && error.errno == EAGAIN)
    }
  }

  /// Limits the time of one address, so that an address that does not answer leaves time for the others.
  private func shareTime() {
    guard candidates.count > 1 else { return }
    let now = MonotonicTime.now()
    let share = deadline.since(now) / candidates.count
    pause = core.timers.schedule(at: now.advanced(by: share)) { [self] in
      failed(SystemError(errno: ETIMEDOUT, call: "connect"), retryable: false)
    }
  }

  /// Tries the next address, or the same one again where `retryable`: then the listener's queue is full, for
  /// which a unix socket does not wait by itself.
  private func failed(_ error: SystemError, retryable: Bool) {
    lastError = error
    reset()
    guard retryable else {
      candidates = candidates.dropFirst()
      return tryNext()
    }
    pause = core.timers.schedule(at: .now().advanced(by: .milliseconds(5))) { [self] in tryNext() }
  }

  private func check(_ fd: Int32) {
    let code = clinux_pending_error(fd)
    if code != 0 {
      failed(SystemError(errno: code > 0 ? code : EIO, call: "connect"), retryable: false)
    } else {
      connected(fd)
    }
  }

  private func connected(_ fd: Int32) {
    watch?.cancel()
    watch = nil
    let peer = SocketAddress(peerOf: fd)
    // A socket can be connected to itself, at a local port on which nobody listens.
    if let peer, let local = try? RawAddress.local(of: fd), local.socketAddress == peer {
      return failed(SystemError(errno: ECONNREFUSED, call: "connect"), retryable: false)
    }
    guard let number = descriptor.take()?.take() else { return }
    let connection = Connection(owning: FileDescriptor(owning: number), peer: peer, core: core)
    end(.success(connection))
    guard connection.isOpen else { return }
    do throws(SystemError) {
      try connection.start()
    } catch {
      connection.finish(.error(error))
    }
  }

  private func end(_ result: Result<Connection, ConnectError>) {
    let completion = self.completion
    cancel()
    completion?(result)
  }

  private func reset() {
    watch?.cancel()
    watch = nil
    pause?.cancel()
    pause = nil
    descriptor = nil
  }
}
