import BridgeTestSupport
import Foundation
import Testing

/// `bridge-client mcp` where the policy denies notifications.
@Suite(.timeLimit(.minutes(3)))
struct `Subscriptions to resources that the policy denies` {
  private let machines: TwoMachines
  private let bridge: Bridge
  private let mcp: RunningProcess
  private let log: String

  init() async throws {
    machines = try TwoMachines()
    let made = try await machines.admin("token", "--name", "agent")
    let token = machines.laptop.path("token")
    try writeSecret(made.standardOutput, to: token)
    let policy = machines.desktop.path("policy")
    try writeSecret(
      "for token agent\n  may observe\n  applications *\n  notifications application\n", to: policy)
    log = machines.desktop.path("audit.jsonl")
    bridge = try await Bridge(
      options: ["--policy", policy, "--audit-log", log], environment: machines.there)
    mcp = try RunningProcess(
      Places.builtProgram("bridge-client"),
      ["--server", bridge.address, "--token-file", token, "mcp"], environment: machines.here)
    mcp.write(
      "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\"}}\n"
    )
  }

  private func subscribe(_ id: Int, _ uri: String) async throws -> [String: Any] {
    mcp.write(
      "{\"jsonrpc\":\"2.0\",\"id\":\(id),\"method\":\"resources/subscribe\",\"params\":{\"uri\":\"\(uri)\"}}\n"
    )
    let line = try await mcp.standardOutput.line { $0.contains("\"id\":\(id)") }
    return try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  @Test func `are refused once with the reason, and the others go on`() async throws {
    #expect(try await subscribe(1, "bridge://applications")["result"] != nil)
    let refused = try await subscribe(2, "bridge://announcements")
    let message = (refused["error"] as? [String: Any])?["message"] as? String
    #expect(message?.contains("may not subscribe to announcement") == true, "\(refused)")
    #expect(message?.contains("'notifications' in the server's policy") == true, "\(refused)")
    // The one before is watched all the same, and the denied one is asked for again only when the client does.
    #expect(try await subscribe(3, "bridge://applications")["result"] != nil)
    #expect(try await subscribe(4, "bridge://announcements")["error"] != nil)
    mcp.closeInput()
    #expect(try await mcp.ended() == .code(0))
    #expect(try await bridge.process.terminate() == .code(0))
    let records = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
    // One connection for each watch that was asked for, and none to try again.
    #expect(records.filter { $0.contains(#""event":"connected""#) }.count == 3, "\(records)")
  }
}
