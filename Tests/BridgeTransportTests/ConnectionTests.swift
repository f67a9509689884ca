import BridgeTestSupport
import BridgeTransport
import Glibc
import Testing

@Suite(.ownThreadInTurn) struct ConnectionTests {
  @Test func `bytes sent in pieces arrive in order`() throws {
    let loop = try EventLoop()
    let pair = try Pair(on: loop)
    pair.near.send(Array("one ".utf8))
    pair.near.send(contentsOf: [Array("two ".utf8), [], Array("three ".utf8)])
    pair.near.send(upTo: 8) { $0 += Array("four".utf8) }
    #expect(pair.near.queuedBytes == 18)
    #expect(loop.run { pair.farRecord.bytes.count == 18 })
    #expect(pair.farRecord.text == "one two three four")
    #expect(pair.near.queuedBytes == 0)
    #expect(pair.near.bytesSent == 18 && pair.far.bytesReceived == 18)
  }

  @Test func `everything that is queued in a turn is sent in one system call`() throws {
    // A packet socket preserves the boundaries of the writes.
    var fds: [Int32] = [-1, -1]
    #expect(unsafe socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &fds) == 0)
    let loop = try EventLoop()
    let connection = try Connection(adopting: FileDescriptor(owning: fds[0]), on: loop)
    let peer = FileDescriptor(owning: fds[1])
    var expected: [UInt8] = []
    for size in [10, 3_000, 20, 30, 5_000, 2_048, 2_049] {
      let chunk = [UInt8](repeating: UInt8(truncatingIfNeeded: size), count: size)
      connection.send(chunk)
      expected += chunk
    }
    loop.runOnce(timeout: .zero)
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe recv(peer.rawValue, &buffer, buffer.count, Int32(MSG_DONTWAIT))
    #expect(Array(buffer.prefix(max(0, count))) == expected)
    connection.send([1])
    connection.flush()
    #expect(unsafe recv(peer.rawValue, &buffer, buffer.count, Int32(MSG_DONTWAIT)) == 1)
  }

  @Test(arguments: [1, 100, 2_048, 2_049, 16_384, 1_000_000])
  func `megabytes pass a tiny send buffer unchanged`(chunkSize: Int) throws {
    let loop = try EventLoop()
    let half = try HalfPair(on: loop, sendBuffer: 4_096)
    let total = min(4_000_000, chunkSize * 20_000)
    let data = (0..<total).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
    for start in stride(from: 0, to: total, by: chunkSize) {
      half.connection.send(Array(data[start..<min(total, start + chunkSize)]))
    }
    loop.runOnce(timeout: .zero)
    #expect(half.connection.queuedBytes > 0, "The socket cannot have taken it all")
    var received: [UInt8] = []
    let arrived = loop.run {
      while let bytes = half.readPeer(), !bytes.isEmpty { received += bytes }
      return received.count == total
    }
    #expect(arrived && received == data)
    #expect(loop.run { half.connection.queuedBytes == 0 })
    if total > half.connection.lowWaterMark {
      #expect(loop.run { half.record.drained == 1 }, "Once above the mark, once drained")
    } else {
      #expect(half.record.drained == 0)
    }
  }

  @Test func `a producer that refills when the queue is drained delivers everything`() throws {
    let loop = try EventLoop()
    let pair = try Pair(on: loop)
    var left = 500
    let chunk = [UInt8](repeating: 7, count: 10_000)
    func produce() {
      while left > 0, pair.near.queuedBytes < 64 * 1024 {
        pair.near.send(chunk)
        left -= 1
      }
      if left == 0 { pair.near.closeAfterFlush() }
    }
    pair.near.onDrained = produce
    produce()
    #expect(loop.run { !pair.farRecord.closed.isEmpty })
    #expect(pair.farRecord.bytes.count == 5_000_000)
    #expect(loop.run { pair.nearRecord.closed == [.closedLocally] })
  }

  @Test func `nothing is read while reading is paused, and everything afterwards`() throws {
    let loop = try EventLoop()
    let half = try HalfPair(on: loop)
    half.connection.pauseReading()
    half.writePeer([1, 2, 3])
    #expect(!loop.runOnce(timeout: .milliseconds(1)))
    half.connection.resumeReading()
    #expect(loop.run { half.record.bytes == [1, 2, 3] })
    half.connection.onBytes = {
      half.record.bytes += array($0)
      half.connection.pauseReading()
    }
    half.writePeer([4])
    #expect(loop.run { half.record.bytes.count == 4 })
    half.writePeer([5])
    #expect(!loop.runOnce(timeout: .milliseconds(1)))
  }

  @Test func `what a turn leaves unread is read in later ones, although nothing more arrives`()
    throws
  {
    let loop = try EventLoop()
    let half = try HalfPair(on: loop)
    let sent = (0..<150_000).map { UInt8(truncatingIfNeeded: $0 >> 8) }
    half.connection.onBytes = {
      half.record.bytes += array($0)
      // No turn reads on after this.
      usleep(4_000)
    }
    half.writePeer(sent)
    var turns = 0
    while half.record.bytes.count < sent.count, loop.runOnce(timeout: .seconds(20)) { turns += 1 }
    #expect(half.record.bytes == sent && turns > 1)
  }

  @Test func `a connection may close itself and others in a handler`() throws {
    let loop = try EventLoop()
    let pairs = try (0..<4).map { _ in try Pair(on: loop) }
    for pair in pairs {
      pair.far.onBytes = { _ in
        for each in pairs { each.far.close() }
        pair.far.close()
        pair.far.send([9])
        #expect(pair.farRecord.closed.isEmpty, "Owners are told at the end of the turn")
      }
      pair.near.send([1])
    }
    #expect(loop.run { pairs.allSatisfy { !$0.nearRecord.closed.isEmpty } })
    for pair in pairs {
      // The kernel reports a reset if a byte was left unread.
      #expect(pair.farRecord.closed == [.closedLocally] && pair.nearRecord.closed.count == 1)
      #expect(pair.nearRecord.bytes.isEmpty && !pair.far.isOpen)
    }
  }

  @Test func `the process at the other end of a unix socket is known`() throws {
    let loop = try EventLoop()
    let pair = try Pair(on: loop)
    #expect(
      pair.near.peerCredentials == PeerCredentials(pid: getpid(), uid: getuid(), gid: getgid()))
    #expect(pair.near.peerDescription == "unix (pid \(getpid()), uid \(getuid()))")
    pair.near.close()
    #expect(pair.near.peerDescription.contains("pid \(getpid())"), "still, for the log")
  }
}
