import Testing

@Suite
struct `Sample app: settings` {
  @Test
  func `U settings T2: Comments is a switch button that is on after it is activated`() async throws
  {
    let bridge = try await Bridge(source: "sample:settings")
    #expect(
      try await bridge.speech("window *") == ["Settings, heading", "Comments, switch button, off"])
    try await bridge.act("switch", "press")
    #expect(try await bridge.speech("switch") == ["Comments, switch button, on"])
    // The talk's two traits, beside that of a button.
    let traits = try await bridge.element("switch").texts("traits")
    #expect(traits == ["button", "selected", "toggle"])
    #expect(
      try await bridge.speech("switch", "default") == [
        "Comments, switch button, on. Double-tap to toggle setting."
      ])
    #expect(try await bridge.defects() == [])
  }
}
