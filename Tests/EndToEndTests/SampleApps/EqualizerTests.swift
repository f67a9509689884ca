import Testing

@Suite
struct `Sample app: equalizer` {
  private let chart = "[label=\"Filter chart\"]"

  @Test
  func `P12 U P12 A2: four custom actions move the handle on two axes`() async throws {
    let bridge = try await Bridge(source: "sample:equalizer")
    #expect(
      try await bridge.speech(chart, "default", menu: true) == [
        "Filter chart, frequency 0, amplitude 10. "
          + "Double tap and hold, then drag to adjust filters. "
          + "The bounds of the chart axis are set to -100 to 100. "
          + "Swipe up or down to select a custom action, then double tap to activate.",
        "Actions menu, 4 items, Move Up, Move Right, Move Down, Move Left",
      ])
    for (action, value) in [
      ("Move Up", "frequency 0, amplitude 20"), ("Move Up", "frequency 0, amplitude 30"),
      ("Move Right", "frequency 10, amplitude 30"), ("Move Down", "frequency 10, amplitude 20"),
      ("Move Left", "frequency 0, amplitude 20"),
    ] {
      let receipt = try await bridge.act(chart, action)
      #expect(receipt.contains { $0.contains("→ \"\(value)\"") }, "\(receipt)")
      #expect(try await bridge.speech(chart) == ["Filter chart, \(value)"])
    }
    #expect(try await bridge.defects() == [])
  }

  @Test
  func `P12 A3 A8: each axis is also a slider, with steps of one`() async throws {
    let bridge = try await Bridge(source: "sample:equalizer")
    let heard = try await bridge.script(
      "voice-control", "set frequency to 35", "decrement amplitude", "show names")
    #expect(heard.contains("35") && heard.contains("9"))
    #expect(heard.suffix(3) == ["Filter chart", "Frequency", "Amplitude"])
    #expect(try await bridge.speech(chart) == ["Filter chart, frequency 35, amplitude 9"])
  }

  @Test
  func `P12 A13 E5: the handle is dragged from its position, on both axes at once`() async throws {
    let bridge = try await Bridge(source: "sample:equalizer")
    #expect(try await bridge.client("gesture", chart, "down @ move @40,-60 up").code == 0)
    #expect(try await bridge.speech(chart) == ["Filter chart, frequency 20, amplitude 40"])
    #expect(try await bridge.client("gesture", chart, "down @ move @-40,60 up").code == 0)
    #expect(try await bridge.speech(chart) == ["Filter chart, frequency 0, amplitude 10"])
  }

  @Test
  func `P12 A16: at the edge a move is clamped, and beyond it refused`() async throws {
    let bridge = try await Bridge(source: "sample:equalizer")
    #expect(try await bridge.client("gesture", chart, "down @ move @190,0 up").code == 0)
    #expect(try await bridge.speech(chart) == ["Filter chart, frequency 95, amplitude 10"])
    try await bridge.act(chart, "Move Right")
    #expect(try await bridge.speech(chart) == ["Filter chart, frequency 100, amplitude 10"])
    let refusal = try await bridge.refusal("custom", chart, "Move Right")
    #expect(refusal.contains("the handle is at the edge, at 100"))
    #expect(try await bridge.speech(chart) == ["Filter chart, frequency 100, amplitude 10"])
  }
}
