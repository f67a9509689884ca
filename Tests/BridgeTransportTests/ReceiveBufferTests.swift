import BridgeTestSupport
import Glibc
import Testing

@testable import BridgeTransport

/// Data of connections that are not read uses memory that all sockets of the machine share.
@Suite(.timeLimit(.minutes(10)), .ownThreadInTurn)
struct ReceiveBufferTests {
  @Test func `The system buffers little input ahead, however much a client sends`() throws {
    let loop = try EventLoop()
    var accepted: Connection?
    let listener = try Listener(.tcp(host: "127.0.0.1", port: 0), on: loop) { accepted = $0 }
    defer { listener.close() }
    guard case .tcp(_, let port) = listener.localAddress else { throw CancellationError() }
    let client = try rawClient(port: port)
    defer { close(client) }
    #expect(loop.run { accepted != nil })
    let connection = try #require(accepted)
    connection.onBytes = { _ in }
    let flood = [UInt8](repeating: 0, count: 1_000_000)
    let isRead = loop.run {
      _ = unsafe send(client, flood, flood.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
      return connection.bytesReceived > 64_000_000
    }
    #expect(isRead)
    var size: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    let fd = connection.descriptor?.rawValue ?? -1
    let result = unsafe getsockopt(fd, SOL_SOCKET, SO_RCVBUF, &size, &length)
    try #require(result == 0)
    // Without a limit the buffer grows to megabytes.
    #expect(size <= 256 * 1024)
  }
}
