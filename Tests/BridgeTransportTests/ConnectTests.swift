import BridgeTestSupport
import BridgeTransport
import Glibc
import Testing

@Suite(.ownThreadInTurn) struct ConnectTests {
  func failure(
    _ address: SocketAddress, timeout: Duration = .seconds(20)
  ) throws -> ConnectError? {
    let loop = try EventLoop()
    var results: [Result<Connection, ConnectError>] = []
    Connection.connect(to: address, on: loop, timeout: timeout) { results.append($0) }
    #expect(results.isEmpty, "The completion is never called by the call itself")
    #expect(loop.run { !results.isEmpty })
    if case .failure(let error) = results.first { return error }
    return nil
  }

  /// A port on which nobody listens.
  func freePort() throws -> UInt16 {
    let loop = try EventLoop()
    let listener = try Listener(.tcp(host: "127.0.0.1", port: 0), on: loop) { _ in }
    defer { listener.close() }
    guard case .tcp(_, let port) = listener.localAddress else { return 1 }
    return port
  }

  @Test(arguments: ["127.0.0.1", "localhost"])
  func `connecting to a port without a listener is refused`(_ host: String) throws {
    let error = try failure(.tcp(host: host, port: freePort()))
    #expect(error?.reason == .system(SystemError(errno: ECONNREFUSED, call: "connect")))
    #expect(error?.message.contains("connection refused; is the server running?") == true)
  }

  @Test func `a missing socket file is an error that says so`() throws {
    let error = try failure(.unix(path: "/nonexistent/socket"))
    #expect(error?.message.contains("unix:/nonexistent/socket") == true)
    #expect(error?.message.hasSuffix("there is no such file; is the server running?") == true)
  }

  @Test func `a file that is no socket is called what it is`() throws {
    let directory = try TemporaryDirectory()
    let (file, link) = (directory.path("file"), directory.path("link"))
    try "text".write(toFile: file, atomically: true, encoding: .utf8)
    _ = unsafe symlink(file, link)
    for (path, kind) in [(file, "a file"), (directory.path, "a directory"), (link, "a file")] {
      let error = try failure(.unix(path: path))
      #expect(error?.message == "cannot connect to unix:\(path): it is \(kind), and no socket")
    }
  }

  @Test func `an unknown host name fails with the resolver's message`() throws {
    // A label of more than 63 bytes: refused without a query.
    let error = try failure(.tcp(host: String(repeating: "a", count: 70) + ".invalid", port: 1))
    guard case .unresolved(let text) = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!text.isEmpty)
  }

  @Test func `a Unix listener whose queue is full is retried until it accepts`() throws {
    let directory = try TemporaryDirectory()
    let loop = try EventLoop()
    var options = Listener.Options()
    options.backlog = 1
    options.acceptsPerTurn = 1
    var accepted = 0
    let address = SocketAddress.unix(path: directory.path + "/a")
    let listener = try Listener(address, on: loop, options: options) { _ in accepted += 1 }
    var connected = 0
    for _ in 0..<20 {
      Connection.connect(to: address, on: loop) { if case .success = $0 { connected += 1 } }
    }
    #expect(loop.run { connected == 20 && accepted == 20 })
    listener.close()
  }

  @Test func `connecting without an answer ends at the timeout`() throws {
    // A full queue from which nothing is accepted; the kernel drops further connections.
    let fd = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(fd) }
    #expect(listen(fd, 0) == 0)
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = unsafe getsockname(fd, $0, &size)
      }
    }
    let target = SocketAddress.tcp(host: "127.0.0.1", port: address.sin_port.bigEndian)
    let loop = try EventLoop()
    var errors: [ConnectError.Reason] = []
    for _ in 0..<4 {
      Connection.connect(to: target, on: loop, timeout: .milliseconds(60)) {
        if case .failure(let error) = $0 { errors.append(error.reason) }
      }
    }
    #expect(loop.run { errors.count >= 2 })
    #expect(errors.allSatisfy { $0 == .timedOut(after: .milliseconds(60)) })
  }

  @Test func `a cancelled attempt calls no handler`() throws {
    let loop = try EventLoop()
    let listener = try Listener(.tcp(host: "127.0.0.1", port: 0), on: loop) { _ in }
    var called = false
    let attempt = Connection.connect(to: listener.localAddress, on: loop) { _ in called = true }
    attempt.cancel()
    loop.run(within: .milliseconds(5)) { called }
    #expect(!called)
    listener.close()
  }
}
