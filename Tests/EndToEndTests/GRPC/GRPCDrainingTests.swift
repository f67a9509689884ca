import BridgeTestSupport
import Glibc
import Testing

/// How a server that shuts down leaves its gRPC clients.
@Suite(.timeLimit(.minutes(3)))
struct `Draining with gRPC clients` {
  @Test func `streams under way end well, and nothing new is begun`() async throws {
    let bridge = try await Bridge()
    let client = try GRPCClients.start("draining", [bridge.address])
    #expect(try await client.standardOutput.line(within: .seconds(30)) == "ready")
    bridge.process.send(SIGTERM)
    #expect(try await client.ended() == .code(0), "\(client.standardError.text)")
    #expect(try await bridge.process.ended() == .code(0))
  }

  @Test func `a channel that knows another server goes there without a failed call`() async throws {
    let first = try await Bridge()
    let second = try await Bridge()
    let client = try GRPCClients.start("elsewhere", [first.address, second.address])
    #expect(try await client.standardOutput.line(within: .seconds(30)) == "ready")
    first.process.send(SIGTERM)
    #expect(try await client.ended() == .code(0), "\(client.standardError.text)")
    #expect(try await first.process.ended() == .code(0))
  }
}
