import BridgeTestSupport
import BridgeTransport
import Glibc
import Testing

/// The other end may close at any moment; the owner is notified exactly once, with the right reason.
@Suite(.ownThreadInTurn) struct VanishingPeerTests {
  /// A TCP connection on the loop, and the other end as a descriptor.
  func tcp(on loop: EventLoop, _ record: Record) throws -> (Connection, Int32) {
    var accepted: Connection?
    let listener = try Listener(.tcp(host: "127.0.0.1", port: 0), on: loop) { accepted = $0 }
    guard case .tcp(_, let port) = listener.localAddress else { throw CancellationError() }
    let fd = try rawClient(port: port)
    #expect(loop.run { accepted != nil })
    listener.close()
    let connection = try #require(accepted)
    record.follow(connection)
    return (connection, fd)
  }

  /// Makes the close of the peer a reset.
  func reset(_ fd: Int32) {
    var option = linger(l_onoff: 1, l_linger: 0)
    unsafe setsockopt(fd, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    close(fd)
  }

  @Test func `bytes that a peer sent before it closed are delivered`() throws {
    let loop = try EventLoop()
    let half = try HalfPair(on: loop)
    half.writePeer(Array("last words".utf8))
    half.peer = nil
    #expect(loop.run { !half.record.closed.isEmpty })
    #expect(half.record.text == "last words" && half.record.closed == [.peerClosed])
  }

  @Test func `the last bytes of a peer are read even when writing to it fails`() throws {
    let loop = try EventLoop()
    let half = try HalfPair(on: loop)
    half.writePeer(Array("bad version".utf8))
    half.peer = nil
    half.connection.send([1, 2, 3])
    half.connection.flush()
    #expect(half.record.closed.isEmpty, "flush() calls nobody")
    #expect(loop.run { !half.record.closed.isEmpty })
    #expect(half.record.text == "bad version" && half.record.closed.count == 1)
  }

  @Test func `a peer may close in the middle of a long write`() throws {
    let loop = try EventLoop()
    let half = try HalfPair(on: loop, sendBuffer: 4_096)
    half.connection.send([UInt8](repeating: 1, count: 1_000_000))
    loop.runOnce(timeout: .zero)
    #expect(half.connection.queuedBytes > 0)
    half.peer = nil
    #expect(loop.run { !half.record.closed.isEmpty })
    #expect(half.record.closed.count == 1 && half.connection.queuedBytes == 0)
  }

  @Test func `a reset is reported as an error`() throws {
    let loop = try EventLoop()
    let record = Record()
    let (_, fd) = try tcp(on: loop, record)
    reset(fd)
    #expect(loop.run { !record.closed.isEmpty })
    #expect(record.closed == [.error(SystemError(errno: ECONNRESET, call: "recv"))])
  }

  @Test func `a reset is noticed while reading is paused`() throws {
    let loop = try EventLoop()
    let record = Record()
    let (connection, fd) = try tcp(on: loop, record)
    connection.pauseReading()
    reset(fd)
    #expect(loop.run { !record.closed.isEmpty })
    #expect(record.closed == [.error(SystemError(errno: ECONNRESET, call: "poll"))])
  }

  @Test func `an end of input while reading is paused does not spin, and is read later`() throws {
    let loop = try EventLoop()
    let record = Record()
    let (connection, fd) = try tcp(on: loop, record)
    connection.pauseReading()
    #expect(unsafe write(fd, "abc", 3) == 3)
    close(fd)
    var turns = 0
    loop.run(within: .milliseconds(30)) {
      turns += 1
      return false
    }
    #expect(turns < 10, "A finished peer is reported once")
    #expect(record.bytes.isEmpty && record.closed.isEmpty)
    connection.resumeReading()
    #expect(loop.run { !record.closed.isEmpty })
    #expect(record.text == "abc" && record.closed == [.peerClosed])
  }

  @Test func `a peer that finishes writing still gets the answer`() throws {
    let loop = try EventLoop()
    let half = try HalfPair(on: loop)
    half.connection.onBytes = { half.connection.send(array($0).reversed()) }
    half.writePeer([1, 2, 3])
    if let fd = half.peer?.rawValue { shutdown(fd, Int32(SHUT_WR)) }
    #expect(loop.run { !half.record.closed.isEmpty })
    #expect(half.readPeer() == [3, 2, 1])
    #expect(half.readPeer() == [])
  }

  @Test func `a peer that is still sending gets the last output`() throws {
    let loop = try EventLoop()
    let record = Record()
    let (connection, fd) = try tcp(on: loop, record)
    connection.onBytes = { _ in
      connection.send(Array("too much".utf8))
      connection.closeAfterFlush()
    }
    let flood = [UInt8](repeating: 0, count: 500_000)
    var sent = 0
    let told = loop.run {
      if sent < 3_000_000 {
        sent += max(
          0, unsafe Glibc.send(fd, flood, flood.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL)))
        return false
      }
      shutdown(fd, Int32(SHUT_WR))
      return !record.closed.isEmpty
    }
    #expect(told && record.closed == [.closedLocally])
    var answer = [UInt8](repeating: 0, count: 100)
    let count = unsafe recv(fd, &answer, answer.count, 0)
    #expect(String(decoding: answer.prefix(max(0, count)), as: UTF8.self) == "too much")
    close(fd)
  }

  @Test func `a peer that never reads is closed at the deadline`() throws {
    let loop = try EventLoop()
    let half = try HalfPair(on: loop, sendBuffer: 4_096)
    half.connection.send([UInt8](repeating: 1, count: 1_000_000))
    let start = MonotonicTime.now()
    half.connection.closeAfterFlush(within: .milliseconds(20))
    half.connection.closeAfterFlush(within: .seconds(1000))
    #expect(loop.run { !half.record.closed.isEmpty })
    #expect(half.record.closed == [.closedLocally])
    #expect(MonotonicTime.now().since(start) >= .milliseconds(20))
  }

  @Test func `a peer that takes no bytes is dropped after a while`() throws {
    let loop = try EventLoop()
    let half = try HalfPair(on: loop, sendBuffer: 4_096)
    half.connection.stallLimit = .milliseconds(50)
    let start = MonotonicTime.now()
    half.connection.send([UInt8](repeating: 1, count: 1_000_000))
    #expect(loop.run { !half.record.closed.isEmpty })
    #expect(half.record.closed == [.error(SystemError(errno: ETIMEDOUT, call: "send"))])
    #expect(MonotonicTime.now().since(start) >= .milliseconds(50))
  }

  @Test func `a peer that takes a few bytes now and then is kept`() throws {
    let loop = try EventLoop()
    let half = try HalfPair(on: loop, sendBuffer: 4_096)
    half.connection.stallLimit = .milliseconds(200)
    let count = 400_000
    half.connection.send([UInt8](repeating: 1, count: count))
    let start = MonotonicTime.now()
    var received = 0
    while received < count, half.record.closed.isEmpty {
      loop.runOnce(timeout: .milliseconds(5))
      received += half.readPeer(4_096)?.count ?? 0
    }
    #expect(received == count && half.record.closed.isEmpty)
    #expect(MonotonicTime.now().since(start) > .milliseconds(200), "it took longer than one stall")
    // All bytes are taken, so there is no stall any more.
    loop.run(within: .milliseconds(250)) { false }
    #expect(half.record.closed.isEmpty)
  }
}
