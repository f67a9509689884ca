import Testing

@Suite
struct `Sample app: system-voice` {
  @Test
  func `P4 E7 U P4: the pop-up button is spoken with the label beside it`() async throws {
    let bridge = try await Bridge(source: "sample:system-voice")
    #expect(
      try await bridge.speech("window *") == ["System Voice", "Alex, System Voice, pop up button"])
    #expect(try await bridge.found("popup-button:labelled-by(\"System Voice\")").count == 1)
    #expect(try await bridge.defects() == [])
  }

  @Test
  func `P4: a voice that is chosen from the menu is spoken instead`() async throws {
    let bridge = try await Bridge(source: "sample:system-voice")
    let popUp = try #require(try await bridge.found("popup-button").first?.text("id"))
    try await bridge.act(popUp, "press")
    #expect(
      try await bridge.speech("menu > *") == [
        "selected, Alex, menu item", "Fred, menu item", "Samantha, menu item",
        "Victoria, menu item",
      ])
    try await bridge.act("menu > [label=Samantha]", "press")
    #expect(try await bridge.speech(popUp) == ["Samantha, System Voice, pop up button"])
    #expect(try await bridge.found("menu").isEmpty)
  }
}
