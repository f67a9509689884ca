import Testing

@Suite
struct `Sample app: styles` {
  @Test
  func `T2: each view is what it is, however its style draws it`() async throws {
    let bridge = try await Bridge(source: "sample:styles")
    #expect(
      try await bridge.speech("window *") == [
        "Rain", "Wind", "12 km/h, Wind", "Humidity, 58%, level indicator",
        "Reading, 100%, progress indicator",
        "Metric units, switch button, on", "Refresh, button", "Legend, button",
      ])
    try await bridge.act("switch", "press")
    #expect(try await bridge.speech("switch") == ["Metric units, switch button, off"])
    #expect(try await bridge.found("[label=\"7 mph\"]").count == 1)
    #expect(try await bridge.defects() == [])
  }

  @Test
  func `A15: an action ends with its intent, which takes a while`() async throws {
    let bridge = try await Bridge(source: "sample:styles")
    let listening = try await bridge.listen("announcement")
    let press = try await bridge.client("press", "[label=Refresh]")
    #expect(press.code == 0 && press.standardOutput.hasPrefix("confirmed"))
    #expect(try await bridge.found("meter").first?.text("value") == "64%")
    #expect(
      try await listening.announcements(upTo: "Weather updated") == ["Weather updated"])
    let intent = try await bridge.client("intent", "application", "RefreshIntent")
    #expect(intent.code == 0 && intent.standardOutput.hasPrefix("confirmed"))
    // A deadline that is shorter than the intent.
    let late = try await bridge.client("--timeout", "100ms", "press", "[label=Refresh]")
    #expect(late.code != 0 || late.standardOutput.contains("cancelled at the deadline"), "\(late)")
    let ready = ["wait", "progressbar", "--until", "value=100%"]
    #expect(try await bridge.client(ready).code == 0, "what is cancelled ends")
    #expect(try await bridge.client("press", "[label=Refresh]").code == 0)
  }

  @Test
  func `N1 A9: a second window opens in front with the focus, and closes`() async throws {
    let bridge = try await Bridge(source: "sample:styles")
    try await bridge.act("[label=Legend]", "focus")
    try await bridge.act("button[label=Legend]", "press")
    #expect(try await bridge.found("window:active").map { $0.text("label") } == ["Legend"])
    #expect(try await bridge.found(":focused").map { $0.text("label") } == ["Done"])
    try await bridge.act("[label=Done]", "press")
    #expect(try await bridge.found("window").map { $0.text("label") } == ["Weather"])
    #expect(try await bridge.found(":focused").map { $0.text("label") } == ["Legend"])
    // A screen reader that is in the application hears the window's name, and is in it.
    let heard = try await bridge.client(
      "voiceover", "application", "--do", "find legend", "--do", "activate")
    #expect(
      heard.lines.suffix(3) == [
        "Legend", "Dots show how much of the station was read.", "Done, button",
      ], "\(heard)")
  }
}
