import BridgeTestSupport
import BridgeTransport
import Glibc
import Testing

@Suite(.ownThreadInTurn) struct ExhaustionTests {
  /// Runs in a separate process, because the limit applies to a process.
  @Test
  func `without descriptors the listener waits instead of spinning, and continues afterwards`()
    async
  {
    await #expect(processExitsWith: .success) {
      let loop = try EventLoop()
      var accepted: [Connection] = []
      let listener = try Listener(.tcp(host: "127.0.0.1", port: 0), on: loop) {
        accepted.append($0)
      }
      var told: [SystemError] = []
      listener.onExhausted = { told.append($0) }
      guard case .tcp(_, let port) = listener.localAddress else { exit(10) }
      let clients = try (0..<8).map { _ in try rawClient(port: port) }
      var limit = rlimit()
      unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      let before = limit
      limit.rlim_cur = rlim_t((clients.max() ?? 0) + 3)
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)

      guard loop.run(until: { !told.isEmpty }) else { exit(15) }
      var turns = 0
      loop.run(within: .milliseconds(250)) {
        turns += 1
        return false
      }
      guard accepted.count < 8, told.count == listener.exhaustions else { exit(11) }
      guard told.first?.errno == EMFILE, (1...6).contains(told.count) else { exit(12) }
      guard turns < 100 else { exit(13) }

      limit = before
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      guard loop.run(until: { accepted.count == 8 }) else { exit(14) }
      listener.close()
    }
  }
}
