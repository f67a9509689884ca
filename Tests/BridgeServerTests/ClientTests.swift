import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeTestSupport
import BridgeTransport
import Foundation
import Glibc
import Testing

/// The client library: errors, cancellation, streams, reconnecting.
@Suite(.timeLimit(.minutes(10)))
struct ClientTests {
  @Test func `The client distinguishes no server from a program that is not a server`() async throws
  {
    let directory = try temporaryDirectory()
    let path = directory.path("nobody.sock")
    await #expect {
      _ = try await BridgeClient.connect(to: .unix(path: path))
    } throws: {
      "\($0)".contains(path) && "\($0)".contains("running")
    }
    // A server that accepts connections and sends nothing.
    let mute = try LoopThread(name: "mute")
    let address = try await withCheckedContinuation { continuation in
      mute.handle.submit { loop in
        let listening = Result {
          let listener = try Listener(.tcp(host: "127.0.0.1", port: 0), on: loop) { connection in
            connection.onBytes = { _ in }
          }
          return (listener.localAddress, LoopBound(listener, on: loop))
        }
        continuation.resume(returning: listening)
      }
    }.get()
    var options = BridgeClient.Options()
    options.connection.connectTimeout = .milliseconds(100)
    await #expect {
      _ = try await BridgeClient.connect(to: address.0, options: options)
    } throws: {
      "\($0)".contains("sent no hello")
    }
    mute.handle.stop()
  }

  @Test func `Connecting and the hello share one deadline`() async throws {
    // Separate deadlines for connecting and for the hello would end after seven seconds, however fast the machine is.
    let time = try await quickest(below: .milliseconds(6500)) {
      try await Self.connectToBusyServer()
    }
    #expect(time < .milliseconds(6500))
  }

  /// Connects with a time limit of four seconds to a server that takes three to accept and then says nothing.
  private static func connectToBusyServer() async throws {
    let directory = try temporaryDirectory()
    let address = SocketAddress.unix(path: directory.path("busy.sock"))
    let busy = try LoopThread(name: "busy")
    defer { busy.handle.stop() }
    // The server's loop is blocked and its accept queue is short, so connecting takes most of the time and
    // no hello follows.
    let listener = try await withCheckedContinuation { continuation in
      busy.handle.submit { loop in
        var options = Listener.Options()
        options.backlog = 0
        continuation.resume(
          returning: Result {
            let listener = try Listener(address, on: loop, options: options) { connection in
              connection.onBytes = { _ in }
            }
            return LoopBound(listener, on: loop)
          })
        usleep(3_000_000)
      }
    }.get()
    var options = BridgeClient.Options()
    options.connection.connectTimeout = .seconds(4)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask { [options] in
          await #expect(throws: ClientError.self) {
            _ = try await BridgeClient.connect(to: address, options: options)
          }
        }
      }
    }
    withExtendedLifetime(listener) {}
  }

  @Test func `A call after closing fails and gives the reason`() async throws {
    let server = try await TestServer.start()
    let client = try await server.client()
    client.close()
    await #expect { _ = try await client.call(EchoRequest(payload: [1])) } throws: {
      "\($0)".contains("closed")
    }
    await #expect(throws: ClientError.self) {
      for try await _ in client.stream(GenerateRequest(count: 1, payloadLength: 1)) {}
    }
  }

  @Test func `A cancelled task cancels its call on the server`() async throws {
    let server = try await TestServer.start()
    let client = try await server.client()
    for delay in [0, 0, 0, 1, 5, 20] {
      let task = Task {
        try await client.call(WaitForRequest(target: .selector("slider")), timeout: .seconds(50))
      }
      if delay > 0 { try await Task.sleep(for: .milliseconds(delay)) }
      task.cancel()
      await #expect(throws: CancellationError.self) { _ = try await task.value }
    }
    let stream = Task { for try await _ in client.stream(SubscribeRequest()) {} }
    try await eventually("it is subscribed") {
      try await client.call(GetServerInfoRequest()).subscriptionCount == 1
    }
    stream.cancel()
    await #expect(throws: CancellationError.self) { try await stream.value }
    try await eventually("it is subscribed no more") {
      try await client.call(GetServerInfoRequest()).subscriptionCount == 0
    }
  }

  @Test func `Releasing an iterator cancels its call`() async throws {
    let server = try await TestServer.start()
    let client = try await server.client()
    for try await _ in client.stream(SubscribeRequest()) { break }
    try await eventually("it is subscribed no more") {
      try await client.call(GetServerInfoRequest()).subscriptionCount == 0
    }
  }

  @Test func `A reader that stops reading stops the server`() async throws {
    let server = try await TestServer.start()
    let client = try await server.client()
    var iterator = client.stream(
      GenerateRequest(count: 100, payloadLength: 10), window: 4
    ).makeAsyncIterator()
    var sequence: UInt64 = 0
    while let message = try await iterator.next() {
      #expect(message.sequence == sequence)
      sequence += 1
      if sequence == 10 { _ = try await client.call(EchoRequest(payload: [1])) }
    }
    #expect(sequence == 100)
  }

  @Test func `A client reconnects when its server returns at the same address`() async throws {
    let directory = try temporaryDirectory()
    let address = SocketAddress.unix(path: directory.path("bridge.sock"))
    var server = try await TestServer.start(at: address)
    let client = try await server.client {
      $0.reconnect = BridgeClient.Backoff(first: .milliseconds(10), longest: .milliseconds(50))
    }
    for _ in 0..<3 {
      let waiting = Task {
        try await client.call(WaitForRequest(target: .selector("slider")), timeout: .patience)
      }
      _ = try await client.call(EchoRequest(payload: [1]))
      try await server.shutDown()
      await #expect(throws: ClientError.self) { _ = try await waiting.value }
      // Called while there is no server: the call waits for one.
      let early = Task { try await client.call(EchoRequest(payload: [2]), timeout: .patience) }
      server = try await TestServer.start(at: address)
      #expect(try await early.value.payload == [2])
    }
  }

  @Test
  func `A call for one run of the server is not made on another run, and does not wait for one`()
    async throws
  {
    let directory = try temporaryDirectory()
    let address = SocketAddress.unix(path: directory.path("bridge.sock"))
    let first = try await TestServer.start(at: address)
    let client = try await first.client {
      $0.reconnect = BridgeClient.Backoff(first: .milliseconds(10), longest: .milliseconds(50))
    }
    let echo = EchoRequest(payload: [1])
    let epoch = try #require(client.server).epoch
    #expect(try await client.call(echo, epoch: epoch).payload == [1])
    await #expect(throws: ClientError.self) { _ = try await client.call(echo, epoch: epoch &+ 1) }
    let lost = Task { try await client.call(WaitForRequest(target: .selector("slider"))) }
    try await first.shutDown()
    _ = await lost.result
    // No server runs at the address; the next one is another run.
    await #expect(throws: ClientError.self) {
      _ = try await client.call(echo, timeout: nil, epoch: epoch)
    }
    let second = try await TestServer.start(at: address, epoch: epoch &+ 1)
    #expect(try await client.call(echo).payload == [1])
    await #expect(throws: ClientError.self) { _ = try await client.call(echo, epoch: epoch) }
    try await second.shutDown()
  }

  @Test func `A connection that is closed in the middle of a message is released at once`() throws {
    let loop = try EventLoop()
    let listener = try Listener(.tcp(host: "127.0.0.1", port: 0), on: loop) { connection in
      let session = ServerSession(.init(epoch: 1, software: "stops"))
      connection.onBytes = { bytes in
        unsafe bytes.withUnsafeBytes { unsafe session.receive($0) }
        let beginningOfFrame: [UInt8] = [0, 0]
        connection.send(contentsOf: session.takeOutput() + [beginningOfFrame])
      }
    }
    var options = ClientConnection.Options()
    options.frameTimeout = .seconds(3600)
    var isConnected = false
    weak var closed: ClientConnection?
    ClientConnection.connect(to: listener.localAddress, on: loop, options: options) { result in
      guard case .success(let connection) = result else { return }
      isConnected = true
      closed = connection
      connection.close()
    }
    #expect(loop.run { isConnected && closed == nil })
    listener.close()
  }

  @Test func `Released clients leave no connection behind`() async throws {
    let server = try await TestServer.start()
    for _ in 0..<20 {
      let client = try await server.client()
      _ = try await client.call(EchoRequest(payload: [1]))
    }
    let client = try await server.client()
    try await eventually("their connections are closed") {
      try await client.call(GetServerInfoRequest()).connectionCount == 1
    }
  }
}
