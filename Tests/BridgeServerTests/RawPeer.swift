import BridgeProtocol
import BridgeTestSupport
import BridgeTransport

/// A client that says what a test wants, byte by byte, on a loop of its own.
final class RawPeer {
  let loop: EventLoop
  let session: ClientSession
  private(set) var connection: Connection?
  private(set) var events: [ClientEvent] = []
  private(set) var isClosed = false

  /// - Parameter greets: whether the hello is sent and awaited.
  init(_ address: SocketAddress, greets: Bool = true, maxFrameLength: Int = 4_194_304) throws {
    loop = try EventLoop()
    session = ClientSession(
      ClientSession.Configuration(software: "raw", maxFrameLength: maxFrameLength))
    let connector = Connection.connect(to: address, on: loop, timeout: .seconds(5)) { result in
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
    loop.run(within: .seconds(60), until: condition)
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

  /// How a call ended; `nil` while it has not.
  func end(of call: CallID) -> Status? {
    for case .ended(call, let status, _) in events { return status }
    return nil
  }

  /// What the server said when it ended the connection.
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
