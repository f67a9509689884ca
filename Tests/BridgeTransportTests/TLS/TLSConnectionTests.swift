import BridgeTestSupport
import BridgeTransport
import Testing

/// A listener and clients on one loop.
private final class Net {
  let loop: EventLoop
  let listener: Listener
  var accepted: [Connection] = []
  var atServer: [Record] = []

  init(
    isRequired: Bool = true, configure: @escaping (Connection, Record) -> Void = { _, _ in },
    answer: @escaping ([UInt8]) -> [UInt8]? = { _ in [] }
  ) throws {
    loop = try EventLoop()
    var adopt: ((Connection) -> Void)?
    listener = try Listener(.tcp(host: "127.0.0.1", port: 0), on: loop) { adopt?($0) }
    listener.tls = TLSAcceptance(
      try Keys.serverContext(), isRequired: isRequired, answerToPlain: answer)
    adopt = { [unowned self] connection in
      let record = Record()
      record.follow(connection)
      configure(connection, record)
      accepted.append(connection)
      atServer.append(record)
    }
  }

  deinit { listener.close() }

  /// Connects; with TLS unless `trust` is `nil`.
  func connect(_ trust: ServerTrust? = Keys.pin) throws -> (Connection, Record) {
    var made: Connection?
    let record = Record()
    let engine = try trust.map { try TLSEngine(client: Keys.clientContext(), trusting: $0) }
    Connection.connect(to: listener.localAddress, on: loop) { result in
      guard case .success(let connection) = result else { return }
      record.follow(connection)
      if let engine { connection.startTLS(engine) }
      made = connection
    }
    #expect(loop.run { made != nil })
    return (try #require(made), record)
  }
}

@Suite(.ownThreadInTurn) struct TLSConnectionTests {
  private let much = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }

  @Test func `bytes queued before the handshake arrive after it`() throws {
    let net = try Net()
    let (client, record) = try net.connect()
    client.send(Array("hello".utf8))
    #expect(net.loop.run { net.atServer.first?.text == "hello" })
    #expect(net.accepted[0].tls?.peerKey == Keys.client.fingerprint)
    #expect(client.tls?.peerKey == Keys.server.fingerprint)
    net.accepted[0].send(Array("welcome".utf8))
    #expect(net.loop.run { record.text == "welcome" })
    #expect(client.queuedBytes == 0 && net.loop.queuedMemory == 0)
  }

  @Test func `megabytes pass both ways at once`() throws {
    let net = try Net { connection, record in
      connection.onBytes = { bytes in
        record.bytes += array(bytes)
        connection.send(array(bytes))
      }
    }
    let (client, record) = try net.connect()
    for start in stride(from: 0, to: much.count, by: 50_000) {
      client.send(Array(much[start..<min(much.count, start + 50_000)]))
    }
    #expect(net.loop.run { record.bytes.count == much.count })
    let isSame = record.bytes == much && net.atServer[0].bytes == much
    #expect(isSame)
    #expect(client.queuedBytes == 0 && net.loop.queuedMemory == 0)
    #expect(record.drained == 1)
  }

  @Test func `while reading is paused nothing is delivered, and then everything in order`() throws {
    let net = try Net { connection, record in
      connection.onBytes = { bytes in
        record.bytes += array(bytes)
        connection.pauseReading()
      }
    }
    let (client, _) = try net.connect()
    client.send(Array(much[..<500_000]))
    #expect(net.loop.run { net.atServer.first?.bytes.isEmpty == false })
    let server = net.accepted[0]
    while net.loop.runOnce(timeout: .milliseconds(5)) {}
    let first = net.atServer[0].bytes.count
    #expect(first <= 64 * 1024, "as much as one read of a plain connection, then the pause")
    // Once each time, as an owner does that takes turns.
    #expect(server.readOnce())
    #expect(net.atServer[0].bytes.count > first && net.atServer[0].bytes.count <= 128 * 1024)
    #expect(
      net.loop.run {
        server.resumeReading()
        return net.atServer[0].bytes.count == 500_000
      })
    // Compared outside, because the differences of much are expensive to describe.
    let isSame = net.atServer[0].bytes == Array(much[..<500_000])
    #expect(isSame)
  }

  @Test func `what is queued leaves before the connection closes, and the end is announced`() throws
  {
    let net = try Net { connection, record in
      connection.onBytes = { bytes in
        record.bytes += array(bytes)
        connection.closeAfterFlush()
      }
    }
    let (client, record) = try net.connect()
    var finished = 0
    client.onFinished = {
      finished += 1
      client.closeAfterFlush()
    }
    client.send([1])
    #expect(net.loop.run { net.accepted.first.map { !$0.isOpen } ?? false })
    #expect(net.loop.run { finished == 1 && !record.closed.isEmpty })
    #expect(record.closed == [.closedLocally])
    #expect(net.loop.run { net.atServer[0].closed == [.closedLocally] })
  }

  @Test func `a long answer is complete when the server closes behind it`() throws {
    let answer = much
    let net = try Net { connection, _ in
      connection.onBytes = { _ in
        connection.send(answer)
        connection.closeAfterFlush()
      }
    }
    let (client, record) = try net.connect()
    client.send([1])
    #expect(net.loop.run { !record.closed.isEmpty })
    let isSame = record.bytes == answer
    #expect(isSame)
  }

  @Test func `a client that finds another key ends the connection before it sends anything`() throws
  {
    let net = try Net()
    let other = try #require(Keys.client.fingerprint)
    let (client, record) = try net.connect(.key(other))
    client.send(Array("secret".utf8))
    #expect(net.loop.run { !record.closed.isEmpty })
    let found = try #require(Keys.server.fingerprint)
    #expect(record.closed == [.tls(.wrongKey(known: other, found: found))])
    #expect(net.loop.run { net.atServer.first?.closed.isEmpty == false })
    #expect(net.atServer[0].bytes.isEmpty)
    guard case .tls(.alert) = net.atServer[0].closed[0] else {
      Issue.record("the server was not told: \(net.atServer[0].closed)")
      return
    }
  }

  @Test func `where TLS is optional the first byte decides`() throws {
    let net = try Net(isRequired: false)
    let (plain, _) = try net.connect(nil)
    let (secure, _) = try net.connect()
    plain.send([0, 1, 2])
    secure.send([0, 1, 2])
    #expect(
      net.loop.run { net.atServer.count == 2 && net.atServer.allSatisfy { $0.bytes.count == 3 } })
    #expect(net.accepted.filter { $0.tls == nil }.count == 1)
  }

  @Test func `where TLS is required a plain client is told and nothing of it is read`() throws {
    // One byte is too few to know what the client speaks.
    let net = try Net(answer: { $0.count < 3 ? nil : Array("TLS only".utf8) })
    let (client, record) = try net.connect(nil)
    client.send([0])
    #expect(!net.loop.run(within: .milliseconds(50)) { !record.closed.isEmpty })
    client.send([1, 2])
    #expect(net.loop.run { !record.closed.isEmpty })
    #expect(record.text == "TLS only")
    client.close()
    #expect(net.loop.run { net.atServer[0].closed == [.tls(.notTLS(firstByte: 0))] })
    #expect(net.atServer[0].bytes.isEmpty)
  }

  @Test func `a reader that takes nothing holds back the sender, encrypted bytes included`() throws
  {
    let net = try Net { connection, record in
      connection.onBytes = { bytes in
        record.bytes += array(bytes)
        connection.pauseReading()
      }
    }
    let (client, _) = try net.connect()
    client.send([1])
    #expect(net.loop.run { net.atServer.first?.bytes == [1] })
    let length = much.count * 8
    for _ in 0..<8 { client.send(much) }
    while net.loop.runOnce(timeout: .milliseconds(5)) {}
    let taken = Int(client.bytesSent)
    #expect(taken < length / 2, "the sockets' buffers are full")
    let waiting = client.queuedBytes
    #expect(abs(waiting + taken - length) < 200_000, "all of it is accounted for")
    #expect(net.loop.queuedMemory < 100_000 + length)
  }

  @Test func `a server of no TLS is told apart`() throws {
    let loop = try EventLoop()
    let listener = try Listener(.tcp(host: "127.0.0.1", port: 0), on: loop) { connection in
      connection.onBytes = { _ in connection.send(Array("HTTP/1.1 400 Bad Request".utf8)) }
    }
    let record = Record()
    Connection.connect(to: listener.localAddress, on: loop) { result in
      guard case .success(let connection) = result,
        let context = try? Keys.clientContext(),
        let engine = try? TLSEngine(client: context, trusting: Keys.pin)
      else { return }
      record.follow(connection)
      connection.startTLS(engine)
    }
    #expect(loop.run { !record.closed.isEmpty })
    #expect(record.closed == [.tls(.notTLS(firstByte: UInt8(ascii: "H")))])
    listener.close()
  }
}
