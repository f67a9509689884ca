import BridgeTestSupport
import Foundation
import Testing

@Suite(.timeLimit(.minutes(3)))
struct `An action whose client was killed` {
  /// A key that answers only after two seconds of quiet.
  private static let press =
    #"{"target":{"selector":"button[label=\"7\"]"},"command":{"kind":"ACTION_KIND_PRESS"},"quiet_ms":2000,"settle_ms":20000,"request_id":"one-of-its-own"}"#

  @Test func `is done once when a new one sends the same request`() async throws {
    let bridge = try await Bridge()
    let before = try await bridge.client("--json", "info")
    let first = try bridge.start("call", "Perform", Self.press)
    // It has acted when the tree has changed; its answer is still to come.
    let revision = try jsonLines(before.standardOutput).first?.text("revision")
    try await eventually("the key is pressed") {
      let info = try await bridge.client("--json", "info")
      return try jsonLines(info.standardOutput).first?.text("revision") != revision
    }
    #expect(first.isRunning && first.standardOutput.text.isEmpty)
    first.kill()
    _ = try await first.ended()
    let pressed = try await bridge.client("--json", "find", "*").standardOutput
    let again = try await bridge.client("call", "Perform", Self.press)
    #expect(again.code == 0, "\(again)")
    #expect(again.standardOutput.contains("OUTCOME_CONFIRMED"), "\(again)")
    let after = try await bridge.client("--json", "find", "*").standardOutput
    #expect(values(after) == values(pressed), "pressed once")
    // Another id is another action.
    let other = Self.press.replacing("one-of-its-own", with: "another")
    #expect(try await bridge.client("call", "Perform", other).code == 0)
    #expect(values(try await bridge.client("--json", "find", "*").standardOutput) != values(after))
  }

  /// The values of all elements, in order.
  private func values(_ json: String) -> [String] {
    json.matches(of: /"value":"([^"]*)"/).map { String($0.1) }
  }
}
