import BridgeTestSupport
import Testing

@Suite
struct `Sample app: calculator` {
  private let result = "[identifier=result]"
  private let multiply = "[identifier=multiply]"

  private func press(_ keys: String..., on bridge: Bridge) async throws {
    for key in keys { _ = try await bridge.act("button[label=\"\(key)\"]", "press") }
  }

  @Test
  func `P1 U P1 T1: × is spoken as multiply, and selected in use; the display has its number`()
    async throws
  {
    let bridge = try await Bridge(source: "sample:calculator")
    #expect(try await bridge.speech(multiply) == ["multiply, button"])
    try await press("5", on: bridge)
    #expect(try await bridge.speech(result) == ["Result, 5"])
    try await press("multiply", on: bridge)
    #expect(try await bridge.speech(multiply) == ["selected, multiply, button"])
    let selected = try await bridge.element(multiply)
    #expect(selected.texts("states").contains("selected"))
    try await press("add", on: bridge)
    #expect(
      try await bridge.speech("button:selected") == ["selected, add, button"],
      "one operator is selected at a time")
    try await press("7", on: bridge)
    #expect(try await bridge.found("button:selected").isEmpty)
  }

  @Test
  func `P1 N1 N2: equals changes only the value`() async throws {
    let bridge = try await Bridge(source: "sample:calculator")
    try await press("7", "multiply", "8", on: bridge)
    let listener = try await bridge.listen("all")
    let receipt = try await bridge.receipt("press", "[identifier=equals]")
    let update = try #require(receipt.object("update"))
    #expect(update.objects("changed").map { $0.text("label") } == ["Result"])
    #expect(update.objects("changed").first?.text("value") == "56")
    #expect(update.objects("notifications").map { $0.text("kind") } == ["value"])
    #expect(update.texts("removed_ids").isEmpty)
    // A client that watches everything receives the same two, and then those of the next change.
    try await press("1", on: bridge)
    let first = try await listener.news()
    #expect(first.object("value_changed")?.text("old_value") == "8")
    #expect(first.object("value_changed")?.text("new_value") == "56")
    #expect(try await listener.news().objects("changed").map { $0.text("value") } == ["56"])
    #expect(try await listener.news().object("value_changed")?.text("new_value") == "1")
  }

  @Test
  func `P1 A2 E4: the custom action clears the display`() async throws {
    let bridge = try await Bridge(source: "sample:calculator")
    #expect(
      try await bridge.speech(result, menu: true).last == "Actions menu, 1 item, Clear")
    try await press("9", "subtract", "4", on: bridge)
    let cleared = try await bridge.act(result, "Clear")
    #expect(cleared.contains { $0.hasSuffix("\"4\" → \"0\"") }, "\(cleared)")
    #expect(try await bridge.speech(result) == ["Result, 0"])
  }

  @Test
  func `P1 E11: a key has other names that people may say`() async throws {
    let bridge = try await Bridge(source: "sample:calculator")
    #expect(try await bridge.element(multiply).texts("input_labels") == ["times", "×"])
    #expect(try await bridge.element("[identifier=digit-7]")["input_labels"] == nil)
    #expect(
      try await bridge.script("voice-control", "tap 6", "tap times", "tap 7", "tap equals")
        .filter { $0.hasPrefix("tapped") }
        == ["tapped 6", "tapped multiply", "tapped 7", "tapped equals"])
    #expect(try await bridge.speech(result) == ["Result, 42"])
  }
}
