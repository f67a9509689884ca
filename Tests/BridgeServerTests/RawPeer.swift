import BridgeProtocol
import BridgeTestSupport
import BridgeTransport
import Glibc

/// A client that sends any bytes, on its own event loop.
final class RawPeer {
  let loop: EventLoop
  let session: ClientSession
  private(set) var connection: Connection?
  private(set) var events: [ClientEvent] = []
  private(set) var isClosed = false

  /// - Parameter greets: Whether to exchange the hellos.
  init(_ address: SocketAddress, greets: Bool = true, maxFrameLength: Int = 4_194_304) throws {
    loop = try EventLoop()
    session = ClientSession(
      ClientSession.Configuration(software: "raw", maxFrameLength: maxFrameLength))
    let connector = Connection.connect(to: address, on: loop, timeout: .patience) { result in
      guard case .success(let connection) = result else {
        self.isClosed = true
        return
      }
      self.connection = connection
      connection.onBytes = { bytes in
        unsafe bytes.withUnsafeBytes { unsafe self.session.receive($0) }
        while let event = self.session.nextEvent() { self.events.append(event) }
      }
      connection.onClosed = { _ in self.isClosed = true }
    }
    _ = run { self.connection != nil || self.isClosed }
    _ = connector
    let hello = session.takeOutput()
    guard greets else { return }
    connection?.send(contentsOf: hello)
    _ = run { self.session.hasHello }
  }

  deinit { connection?.close() }

  @discardableResult
  func run(until condition: () -> Bool) -> Bool {
    loop.run(until: condition)
  }

  func send(_ bytes: [UInt8]) {
    connection?.send(bytes)
    loop.runOnce(timeout: .zero)
  }

  func flush() {
    connection?.send(contentsOf: session.takeOutput())
    loop.runOnce(timeout: .zero)
  }

  @discardableResult
  func call(_ method: Method, _ request: [UInt8], timeoutMs: UInt32 = 0, credit: UInt32 = 0)
    -> CallID
  {
    session.start(
      method: method.rawValue, request: request, timeoutMs: timeoutMs, credit: credit)
  }

  /// Sends these bytes and the end of the stream, and returns what the server sends until it closes.
  static func answers(to bytes: [UInt8], from address: SocketAddress) throws -> [UInt8] {
    guard case .unix(let path) = address else { throw NotUnix(address: address) }
    let fd = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(fd) }
    var target = sockaddr_un()
    target.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &target.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    let isConnected = unsafe withUnsafePointer(to: target) { target in
      unsafe target.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe Glibc.connect(fd, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard isConnected == 0, unsafe Glibc.write(fd, bytes, bytes.count) == bytes.count else {
      throw NotUnix(address: address)
    }
    shutdown(fd, Int32(SHUT_WR))
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = unsafe Glibc.read(fd, &buffer, buffer.count), count > 0 {
      answer += buffer.prefix(count)
    }
    return answer
  }

  struct NotUnix: Error {
    let address: SocketAddress
  }

  /// Returns how a call of WaitFor ends; only the server's clock limits it.
  func wait(for request: WaitForRequest, timeoutMs: UInt32) -> Status? {
    let call = call(.waitFor, request.encoded(), timeoutMs: timeoutMs)
    flush()
    run { end(of: call) != nil }
    return end(of: call)
  }

  /// How a call ended; `nil` while it is under way.
  func end(of call: CallID) -> Status? {
    for case .ended(call, let status, _) in events { return status }
    return nil
  }

  /// The status with which the server ended the connection.
  var failure: Status? {
    for case .failed(let status) in events { return status }
    return nil
  }

  var messages: Int {
    events.reduce(0) { count, event in
      if case .message = event { count + 1 } else { count }
    }
  }
}
