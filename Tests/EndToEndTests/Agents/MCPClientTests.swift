import BridgeTestSupport
import Foundation
import Testing

/// `bridge-client mcp` as the official SDK uses it.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct `Agents by MCP` {
  /// Runs the fixture, and returns what it saw.
  private func seen(mode: String, _ bridge: Bridge) async throws -> [String: Any] {
    let python = try await Subprocess.run(
      "\(Places.root)/scripts/mcp-sdk.sh", [], environment: ["PATH": "/usr/bin:/bin"],
      within: .seconds(180))
    let program = python.standardOutput.split(separator: "\n").first.map(String.init)
    let result = try await Subprocess.run(
      try #require(program, "\(python.standardError)"),
      [
        Places.fixture("programs/mcp-client.py"), mode, try Places.builtProgram("bridge-client"),
        bridge.address,
      ], environment: bridge.environment)
    #expect(result.code == 0, "\(result.standardError)")
    let data = Data(result.standardOutput.utf8)
    return try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  private func text(_ value: Any?) -> String {
    (value as? [String: Any])?["text"] as? String ?? ""
  }

  private func isError(_ value: Any?) -> Bool? {
    (value as? [String: Any])?["error"] as? Bool
  }

  private func outcome(_ value: Any?) -> String? {
    ((value as? [String: Any])?["structured"] as? [String: Any])?["outcome"] as? String
  }

  @Test(arguments: [("legacy", "2025-11-25"), ("auto", "2026-07-28"), ("2026-07-28", "2026-07-28")])
  func `the official SDK uses all tools`(mode: String, version: String) async throws {
    let bridge = try await Bridge()
    let seen = try await seen(mode: mode, bridge)
    #expect(seen["version"] as? String == version)
    #expect(
      seen["tools"] as? [String] == ["apps", "look", "find", "get", "do", "wait", "watch", "help"])
    let hints = seen["hints"] as? [String: Bool] ?? [:]
    #expect(hints.filter { !$0.value }.keys.sorted() == ["do"])
    #expect(text(seen["apps"]).contains("Calculator"))
    for name in ["look", "find", "get"] {
      #expect(text(seen[name]).hasPrefix("<ui>\n"), "\(name)")
      #expect(text(seen[name]).hasSuffix("\n</ui>"), "\(name)")
      #expect(text(seen[name]).contains("button \"7\""), "\(name)")
      #expect(isError(seen[name]) == false, "\(name)")
    }
    #expect(isError(seen["none"]) == true)
    #expect(text(seen["do"]).contains("1 press: ") && text(seen["do"]).contains("3 find: "))
    #expect(outcome(seen["do"]) == "done")
    #expect(text(seen["failed"]).contains("1 step not run"))
    #expect(outcome(seen["failed"]) == "no")
    #expect(outcome(seen["wrong"]) == "usage")
    #expect(text(seen["help"]).contains("--until"))
    #expect(isError(seen["announced"]) == false)
    #expect(text(seen["watch"]).contains("watching from revision"))
    #expect(outcome(seen["wait"]) == "no")
    let progress = seen["progress"] as? [[Double]] ?? []
    #expect(progress.first == [1, 3])
    #expect(seen["unknown"] as? Int == -32602)
    #expect(
      seen["resources"] as? [String] == [
        "bridge://applications", "bridge://screen", "bridge://announcements",
      ])
    #expect((seen["read"] as? String)?.contains("Calculator") == true)
    #expect(mode == "legacy" || seen["event"] as? String == "bridge://screen")
    #expect(seen["cancelled"] as? Bool == true)
    #expect(isError(seen["after"]) == false)
  }
}
