import BridgeTestSupport
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct `The service is restarted under its clients` {
  @Test func `a paired client finds it again, and nobody is refused meanwhile`() async throws {
    let machines = try TwoMachines()
    let server = try ManagedServer(
      manager: ["--listen", "127.0.0.1:0"], server: ["--tls"], state: machines.desktop.path)
    _ = try await server.next("socket")
    try await server.told("READY=1")
    try await machines.pair("--name", "laptop", "--allow", "act")
    let list = try await machines.admin("pair", "--list").standardOutput
    let reader = try RunningProcess(
      Places.builtProgram("bridge-client"), ["--server", "desktop", "voiceover", "window"],
      environment: machines.here)
    _ = try await reader.standardOutput.line { $0.hasPrefix("Result, 0") }
    server.manager.write("restart\n")
    // These connect before, while and after the server is away: the socket stays open.
    let codes = try await withThrowingTaskGroup(of: Int32?.self) { group in
      for number in 0..<12 {
        group.addTask {
          try await Task.sleep(for: .milliseconds(60 * number))
          return try await machines.client("--server", "desktop", "info").code
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(codes.allSatisfy { $0 == 0 || $0 == 3 }, "\(codes)")
    #expect(codes.filter { $0 == 0 }.count >= 10, "\(codes)")
    _ = try await reader.standardError.line { $0.contains("the server was restarted") }
    _ = try await reader.standardOutput.line { $0.hasPrefix("Result, 0") }
    reader.write("next\n")
    reader.closeInput()
    #expect(try await reader.ended() == .code(0), "\(reader.standardError.text)")
    #expect(try await machines.admin("pair", "--list").standardOutput == list)
    #expect(try await server.next("ended") == "0")
  }
}
