import BridgeTestSupport
import BridgeTransport
import Glibc
import Testing

/// A minimal blocking TCP client.
func rawClient(port: UInt16) throws -> Int32 {
  let fd = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = port.bigEndian
  address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
  let size = socklen_t(MemoryLayout<sockaddr_in>.size)
  let code = unsafe withUnsafePointer(to: &address) { pointer in
    unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      unsafe Glibc.connect(fd, $0, size)
    }
  }
  guard code == 0 else { throw SystemError(errno: errno, call: "connect") }
  return fd
}

@Suite(.ownThreadInTurn) struct ListenerTests {
  func port(_ listener: Listener) -> UInt16 {
    if case .tcp(_, let port) = listener.localAddress { return port }
    return 0
  }

  func echo(_ connection: Connection) {
    connection.onBytes = { connection.send(array($0)) }
  }

  @Test(arguments: ["127.0.0.1:0", "[::1]:0", "localhost:0", "unix:a"])
  func `a listener's connections echo`(_ text: String) throws {
    let directory = try TemporaryDirectory()
    let loop = try EventLoop()
    let address: SocketAddress =
      text == "unix:a" ? .unix(path: directory.path + "/a") : try SocketAddress(parsing: text)
    let listener = try Listener(address, on: loop, onAccept: echo)
    let target: SocketAddress =
      text == "localhost:0" ? .tcp(host: "localhost", port: port(listener)) : listener.localAddress
    let record = Record()
    var failure: ConnectError?
    Connection.connect(to: target, on: loop) { result in
      switch result {
      case .success(let connection):
        record.follow(connection)
        connection.send(Array("hello".utf8))
      case .failure(let error): failure = error
      }
    }
    #expect(loop.run { record.text == "hello" || failure != nil })
    #expect(failure == nil && listener.accepted == 1)
    listener.close()
    listener.close()
  }

  @Test func `twelve hundred connections at once all get their answers`() throws {
    var limit = rlimit()
    unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = min(max(limit.rlim_cur, 4096), limit.rlim_max)
    unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    let loop = try EventLoop()
    let listener = try Listener(.tcp(host: "127.0.0.1", port: 0), on: loop, onAccept: echo)
    var records: [Record] = []
    var clients: [Connection] = []
    for number in 0..<1_200 {
      Connection.connect(to: listener.localAddress, on: loop) { result in
        guard case .success(let connection) = result else { return }
        let record = Record()
        record.follow(connection)
        records.append(record)
        clients.append(connection)
        connection.send(Array("number \(number)".utf8))
      }
    }
    #expect(loop.run { records.count == 1_200 && records.allSatisfy { !$0.bytes.isEmpty } })
    #expect(Set(records.map(\.text)) == Set((0..<1_200).map { "number \($0)" }))
    for client in clients { client.close() }
    #expect(loop.run { records.allSatisfy { $0.closed == [.closedLocally] } })
    listener.close()
  }

  @Test(arguments: [
    "0.0.0.0:0", "[::]:0", "192.168.1.5:1", "10.0.0.1:50151", "[fe80::1]:0", "[::ffff:10.0.0.1]:0",
    "example.org:80", "128.0.0.1:0",
  ])
  func `an address that other machines can reach is refused`(_ text: String) throws {
    let loop = try EventLoop()
    let address = try SocketAddress(parsing: text)
    let error = #expect(throws: ListenError.self) {
      _ = try Listener(address, on: loop) { _ in }
    }
    #expect(error?.reason == .refusedRemote)
    #expect(
      error?.message.contains("only loopback addresses and unix sockets are allowed")
        == true)
  }

  @Test func `an address that other machines can reach is served when allowed`() throws {
    let loop = try EventLoop()
    var options = Listener.Options()
    options.allowsRemote = true
    let listener = try Listener(.tcp(host: "0.0.0.0", port: 0), on: loop, options: options) { _ in }
    #expect(port(listener) > 0)
    listener.close()
    let error = #expect(throws: ListenError.self) {
      _ = try Listener(.tcp(host: "example.org", port: 0), on: loop, options: options) { _ in }
    }
    #expect(error?.reason == .notNumeric)
  }

  @Test func `a port in use is refused with a remedy`() throws {
    let loop = try EventLoop()
    let first = try Listener(.tcp(host: "127.0.0.1", port: 0), on: loop) { _ in }
    let error = #expect(throws: ListenError.self) {
      _ = try Listener(first.localAddress, on: loop) { _ in }
    }
    #expect(error?.message.contains("another server uses it") == true)
    first.close()
    let second = try Listener(first.localAddress, on: loop) { _ in }
    second.close()
  }
}
