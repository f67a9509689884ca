import Testing

@Suite
struct `Sample app: contrast` {
  private let blue = "group[label=Background] slider[label=Blue]"

  @Test
  func `P5 U P5: the ratio is a heading, a slider has its number, captions are hidden`()
    async throws
  {
    let bridge = try await Bridge(source: "sample:contrast")
    #expect(try await bridge.speech("window > heading") == ["Contrast ratio, 11.4 to 1, heading"])
    #expect(
      try await bridge.speech(blue, "default") == [
        "Blue, 100, adjustable. Swipe up or down with one finger to adjust the value."
      ])
    #expect(
      try await bridge.speech("group[label=Background] *") == [
        "Background, heading", "Red, 76, adjustable", "Green, 217, adjustable",
        "Blue, 100, adjustable",
      ])
    #expect(try await bridge.defects() == [])
  }

  @Test
  func `P5 S4: the button with a sort priority is read first, although it is in front`()
    async throws
  {
    let bridge = try await Bridge(source: "sample:contrast")
    let read = try await bridge.speech("window > *")
    #expect(read.prefix(2) == ["Reset colors, button", "Contrast ratio, 11.4 to 1, heading"])
    let card = try await bridge.client("get", "button").lines
    #expect(card.contains { $0.hasPrefix("  sort priority") && $0.hasSuffix(" 1") }, "\(card)")
  }

  @Test
  func `P5 V1: the rotor moves by headings between sections, and finds Swap Colors`() async throws {
    let bridge = try await Bridge(source: "sample:contrast")
    let steps = [
      "last", "rotor headings", "up", "up", "up", "rotor actions", "down", "activate",
    ]
    let heard = try await bridge.client(
      ["voiceover", "--verbosity", "brief"] + steps.flatMap { ["--do", $0] })
    #expect(
      heard.lines == [
        "Reset colors, button", "Blue, 0, adjustable", "headings", "Text, heading",
        "Background, heading", "Contrast ratio, 11.4 to 1, heading", "actions", "Swap Colors",
        "Colors swapped",
      ])
    #expect(try await bridge.speech(blue) == ["Blue, 0, adjustable"])
  }

  @Test
  func `P5 A2 A3 A8: sliders change the ratio, Swap Colors swaps, Reset colors resets`()
    async throws
  {
    let bridge = try await Bridge(source: "sample:contrast")
    let up = try await bridge.act(blue, "increment")
    #expect(up.contains { $0.contains("\"100\" → \"105\"") })
    #expect(try await bridge.speech(blue) == ["Blue, 105, adjustable"])
    // What is between whole numbers is shown as it is kept.
    #expect(try await bridge.client("set", blue, "105.5").code == 0)
    #expect(try await bridge.speech(blue) == ["Blue, 105.5, adjustable"])
    #expect(try await bridge.client("set", blue, "105").code == 0)
    try await bridge.act(blue, "set-value", "255")
    #expect(try await bridge.speech("window > heading") == ["Contrast ratio, 12.7 to 1, heading"])
    try await bridge.act("window > heading", "Swap Colors")
    #expect(
      try await bridge.speech("slider") == [
        "Red, 0, adjustable", "Green, 0, adjustable", "Blue, 0, adjustable",
        "Red, 76, adjustable", "Green, 217, adjustable", "Blue, 255, adjustable",
      ])
    #expect(try await bridge.speech("window > heading") == ["Contrast ratio, 12.7 to 1, heading"])
    try await bridge.act("window > heading", "pass-through-gesture", "down @ up +50 down @ up")
    #expect(try await bridge.speech(blue) == ["Blue, 255, adjustable"], "a double tap swaps too")
    try await bridge.act("button", "press")
    #expect(try await bridge.speech(blue) == ["Blue, 100, adjustable"])
  }

  @Test
  func `P5 A16: a value outside of the slider's range is refused with the range`() async throws {
    let bridge = try await Bridge(source: "sample:contrast")
    let set = try await bridge.client("set", blue, "256")
    #expect(set.code != 0)
    #expect((set.standardOutput + set.standardError).contains("0 and 255"))
    #expect(try await bridge.speech(blue) == ["Blue, 100, adjustable"])
  }
}
