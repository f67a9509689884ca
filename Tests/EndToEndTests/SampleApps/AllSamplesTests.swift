import Testing

@Suite
struct `All samples at once` {
  @Test
  func `N1 A9: one window is active, at first the first one, then the one that was used last`()
    async throws
  {
    let bridge = try await Bridge(source: "sample")
    #expect(try await bridge.found("window:active").map { $0.text("label") } == ["Calculator"])
    try await bridge.act("[label=Flip]", "press")
    #expect(
      try await bridge.found("window:active").map { $0.text("label") } == ["Toggle and Flip"])
    try await bridge.act("[label=Flip]", "focus")
    try await bridge.act("[label=multiply]", "focus")
    #expect(try await bridge.found(":focused").map { $0.text("label") } == ["multiply"])
    let heard = try await bridge.client("voiceover", "--verbosity", "brief", "--do", "next")
    #expect(heard.lines.first == "multiply, button", "it begins where the focus is")
  }

  @Test
  func `A14: touches of one application end when another is used`() async throws {
    let bridge = try await Bridge(source: "sample")
    let cat = "group[label=\"Virtual cat\"]"
    try await bridge.act(cat, "press")
    #expect(try await bridge.client("touch", cat, "down @ up").code == 0)
    try await bridge.act("[label=multiply]", "focus")
    #expect(try await bridge.refusal("touch", cat, "down @ up").contains("press it"))
  }
}
