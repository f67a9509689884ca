import AccessibilityMirror
import AccessibilitySpeech
import AccessibilityTree
import BridgeClient
import BridgePolicy
import BridgeSecurity
import BridgeServer
import BridgeTestSupport
import BridgeTransport

/// Servers of twin mirrors on one loop, and tokens for them.
final class TwinServer: Sendable {
  /// What belongs to the loop.
  final class World {
    let twins: Twins
    let servers: [BridgeServer]
    let sources: [FakeSource]
    let access: [AccessControl]
    /// The actions that a test has not answered yet.
    var held: [(ActionOutcome) -> Void] = []

    init(
      _ loop: EventLoop, seed: UInt64, _ credentials: CredentialStore, _ limits: Limits
    ) {
      func store(_ epoch: UInt64, _ base: UInt64) -> TreeStore {
        TreeStore(epoch: epoch, idBase: base) { MonotonicTime.now().nanoseconds }
      }
      let (whole, alone) = (store(11, 500_000_000_000), store(12, 300_000_000_000))
      twins = Twins(seed: seed, whole: whole, alone: alone, renames: false)
      var configuration = ServerConfiguration(version: "test")
      configuration.limits = limits
      configuration.partIdentity = { (99, 100_000_000_000) }
      // So slow that nothing ends by itself during the test.
      configuration.speechRate = SpeechRate(charactersPerSecond: 0.001, pause: 60_000_000_000)
      let (one, other) = (FakeSource(), FakeSource())
      sources = [one, other]
      let access = [0, 1].map { _ in AccessControl(store: credentials) }
      self.access = access
      let secret = FakeSource(named: "secret")
      servers = [
        BridgeServer(
          store: whole, sources: [one, secret], loop: loop, configuration: configuration,
          access: access[0]),
        BridgeServer(
          store: alone, sources: [other], loop: loop, configuration: configuration,
          access: access[1]),
      ]
      for (source, store) in zip(sources, [whole, alone]) {
        source.onPerform = { request, completion in
          try? store.edit { try $0.update(request.element) { $0.value = "\(request.command)" } }
          completion(.performed(method: "fake"))
        }
      }
    }
  }

  let addresses: [SocketAddress]
  /// May see applications that begin with "Visible", and act on them.
  let narrow: String
  private let thread: LoopThread
  private let world: LoopBound<World>
  private let directory: TemporaryDirectory

  init(
    seed: UInt64, applications: [String] = ["Visible*"], scope: Scope = .act,
    limits: Limits = Limits()
  ) async throws {
    directory = try TemporaryDirectory()
    let state = try PrivateDirectory(directory.path("state"), create: true)
    let credentials = CredentialStore(state!)
    narrow = Token.make()!
    let grant = Grant(
      CredentialName("narrow")!, .tokenDigest(Token.digest(narrow)), scope: scope,
      applications: applications, created: .now, expires: nil)
    _ = try credentials.add(grant)
    let thread = try LoopThread(name: "twins")
    self.thread = thread
    let made = await withCheckedContinuation { continuation in
      thread.handle.submit { loop in
        let world = World(loop, seed: seed, credentials, limits)
        continuation.resume(
          returning: Result {
            (
              try world.servers.map { try $0.listen(at: .tcp(host: "127.0.0.1", port: 0)) },
              LoopBound(world, on: loop)
            )
          })
      }
    }
    (addresses, world) = try made.get()
  }

  // The world is released after its loop has ended, because the code on the loop uses it.
  deinit { thread.stop() }

  @discardableResult
  func run<Value: Sendable>(
    _ body: @escaping @Sendable (World) throws -> Value
  ) async throws -> Value {
    try await thread.run(with: world, body)
  }

  /// Makes batches of random edits, each in a turn of its own.
  func edit(batches: Int) async throws {
    for _ in 0..<batches { try await run { try $0.twins.batch() } }
  }

  /// Returns a client of each server; the whole one's first.
  func clients(_ token: String?) async throws -> [BridgeClient] {
    var clients: [BridgeClient] = []
    for address in addresses {
      var options = BridgeClient.Options()
      options.connection.token = token
      clients.append(try await BridgeClient.connect(to: address, options: options))
    }
    return clients
  }
}
