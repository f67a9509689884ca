import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeTestSupport
import BridgeTransport
import Glibc
import Testing

/// Dead peers are noticed by both sides.
@Suite(.timeLimit(.minutes(10)), .ownThread)
struct SilenceTests {
  @Test func `A client that answers no ping is disconnected, and one that does is not`()
    async throws
  {
    let server = try await TestServer.start {
      $0.pingAfter = .milliseconds(50)
      $0.limits[time: .idleTime] = .seconds(3)
    }
    let client = try await server.client()
    let silent = try RawPeer(server.address)
    silent.call(.subscribe, SubscribeRequest().encoded())
    silent.flush()
    try await eventually("both are connected, one subscribes") {
      let info = try await client.call(GetServerInfoRequest())
      return info.connectionCount == 2 && info.subscriptionCount == 1
    }
    // The peer's loop does not run, as in a hanging program: it reads nothing and answers no ping.
    try await eventually("the silent one is given up") {
      let info = try await client.call(GetServerInfoRequest())
      return info.connectionCount == 1 && info.subscriptionCount == 0
    }
    #expect(silent.run { silent.isClosed })
    #expect(silent.failure?.reason == .limit)
  }

  @Test func `A client that waits for a rare change answers pings and stays connected`()
    async throws
  {
    let server = try await TestServer.start {
      $0.pingAfter = .milliseconds(20)
      $0.limits[time: .idleTime] = .seconds(5)
    }
    let waiting = try RawPeer(server.address)
    waiting.call(.subscribe, SubscribeRequest().encoded())
    waiting.flush()
    let received = { waiting.connection?.bytesReceived ?? 0 }
    let before = received()
    // Several pings of some bytes each.
    #expect(waiting.run { received() > before + 100 })
    #expect(!waiting.isClosed)
    waiting.flush()
    let info = try await server.client().call(GetServerInfoRequest())
    #expect(info.subscriptionCount == 1)
  }

  @Test func `A client treats a silent server as lost, and says so`() async throws {
    let thread = try LoopThread(name: "falls silent")
    defer { thread.handle.stop() }
    let (address, listener) = try await withCheckedContinuation { continuation in
      thread.handle.submit { loop in
        continuation.resume(
          returning: Result {
            let listener = try Listener(.tcp(host: "127.0.0.1", port: 0), on: loop) { connection in
              let session = ServerSession(.init(epoch: 1, software: "falls silent"))
              connection.onBytes = { bytes in
                guard !session.hasHello else { return }
                unsafe bytes.withUnsafeBytes { unsafe session.receive($0) }
                connection.send(contentsOf: session.takeOutput())
              }
            }
            return (listener.localAddress, LoopBound(listener, on: loop))
          })
      }
    }.get()
    var options = BridgeClient.Options()
    options.connection.pingAfter = .milliseconds(100)
    let client = try await BridgeClient.connect(to: address, options: options)
    await #expect {
      _ = try await client.call(EchoRequest(payload: [1]), timeout: nil)
    } throws: {
      "\($0)".contains("does not respond")
    }
    _ = listener
  }

  @Test(arguments: ["unix", "tcp"])
  func `A client that reads nothing is disconnected, over unix sockets and TCP`(
    kind: String
  ) async throws {
    let directory = try TemporaryDirectory()
    let server = try await TestServer.start(
      at: kind == "unix"
        ? .unix(path: directory.path("socket")) : .tcp(host: "127.0.0.1", port: 0)
    ) { $0.limits[time: .stallTime] = .milliseconds(300) }
    let client = try await server.client()
    let stalled = try RawPeer(server.address)
    stalled.call(
      .generate, GenerateRequest(count: .max, payloadLength: 60_000).encoded(), credit: 1_000_000)
    // The peer's loop does not run from here on, so it reads nothing.
    stalled.flush()
    try await eventually("it is dropped") {
      try await client.call(GetServerInfoRequest()).connectionCount == 1
    }
    #expect(stalled.run { stalled.isClosed })
    // The log still names the peer when the connection is gone.
    let line = try await server.run {
      $0.log.first { $0.hasPrefix("disconnecting stalled ") } ?? ""
    }
    let name = kind == "unix" ? "unix (pid \(getpid()), uid \(getuid()))" : "127.0.0.1:"
    #expect(line.hasPrefix("disconnecting stalled \(name)"), "\(line)")
  }
}
