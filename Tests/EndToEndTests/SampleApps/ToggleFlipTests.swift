import BridgeTestSupport
import Testing

@Suite
struct `Sample app: toggle and flip` {
  let toggle = "switch[label=Enabled]"

  @Test
  func `P2 N1 N2: flipping the state changes the toggle's value, and sends a notification`()
    async throws
  {
    let bridge = try await Bridge(source: "sample:toggle-flip")
    #expect(try await bridge.speech(toggle) == ["Enabled, switch button, off"])
    let there = try await bridge.act("button[label=Flip]", "press")
    #expect(
      there.contains { $0.contains("value switch \"Enabled\"") && $0.hasSuffix("\"0\" → \"1\"") })
    #expect(try await bridge.speech(toggle) == ["Enabled, switch button, on"])
    let back = try await bridge.act("button[label=Flip]", "press")
    #expect(
      back.contains { $0.contains("value switch \"Enabled\"") && $0.hasSuffix("\"1\" → \"0\"") })
    #expect(try await bridge.defects() == [])
  }

  @Test
  func `E1 E2 E3 A1 A16: an element without a default action has none, and refuses to be pressed`()
    async throws
  {
    let bridge = try await Bridge(source: "sample:settings")
    let heading = try #require(try await bridge.found("heading").first)
    #expect(heading.text("label") == "Settings" && heading["hint"] == nil)
    #expect(try await bridge.found("heading:actionable").isEmpty)
    let refused = try await bridge.client("press", "heading")
    #expect(refused.code == 1)
    #expect(refused.standardError.contains("press"), "\(refused.standardError)")
    #expect(try await bridge.found("switch:actionable").count == 1)
  }
}
