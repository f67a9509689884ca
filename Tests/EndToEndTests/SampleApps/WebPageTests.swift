import Testing

@Suite
struct `Sample app: web-page` {
  @Test
  func `S5 E2: elements of another framework are in the tree, with the traits of their roles`()
    async throws
  {
    let bridge = try await Bridge(source: "sample:web-page")
    #expect(
      try await bridge.speech("window document *") == [
        "Beaches, heading", "Tide tables, link", "Send me news, switch button, off",
        "Text size, 33 percent, adjustable",
      ])
    for trait in ["link", "header", "toggle", "adjustable"] {
      #expect(try await bridge.found("document :\(trait)").count == 1, "\(trait)")
    }
    #expect(try await bridge.defects() == [])
  }

  @Test
  func `S5 N2 A9: they perform actions, take the focus, and each side changes the other`()
    async throws
  {
    let bridge = try await Bridge(source: "sample:web-page")
    let news = try #require(try await bridge.found("checkbox").first?.text("id"))
    let receipt = try await bridge.act(news, "press")
    #expect(receipt.contains { $0.contains("\"0\" → \"1\"") })
    #expect(try await bridge.speech("window > text") == ["News are on"])
    try await bridge.act("link", "press")
    #expect(try await bridge.found("link:visited").count == 1)
    try await bridge.act("slider", "increment")
    #expect(try await bridge.speech("slider") == ["Text size, 40 percent, adjustable"])
    try await bridge.act("link", "focus")
    #expect(try await bridge.found(":focused").map { $0.text("label") } == ["Tide tables"])
    try await bridge.act("button", "press")
    #expect(try await bridge.speech(news) == ["Send me news, switch button, off"])
    #expect(try await bridge.found("link:visited").isEmpty)
  }
}
