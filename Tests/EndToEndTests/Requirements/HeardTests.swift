import BridgeTestSupport
import Testing

/// What people hear in the talks, from a screen reader, a switch and a keyboard client that run over TCP.
@Suite
struct `U, V1, V3, V4: samples through assistive clients` {
  @Test
  func `V1 U P8 A12: a sound is picked up, dropped on a point, and spoken at its place`()
    async throws
  {
    let bridge = try await Bridge(source: "sample:alert-sounds")
    #expect(
      try await bridge.script(
        "voiceover", "verbosity brief", "find bells", "drag", "find cheers", "drop set sound 1",
        "hear Drop complete", "find birds", "drag", "find cheers", "drop Set Sound 2",
        "hear Drop complete", "read"
      ).dropFirst(3) == [
        "Bells, draggable", "Drag", "Dragging Bells",
        "Cheers, draggable, alert, no sounds", "Set Sound 1, drop ready", "alert, bells",
        "Drop complete", "Birds, draggable", "Drag", "Dragging Birds",
        "Cheers, draggable, alert, bells", "Set Sound 2, drop ready", "alert, bells, birds",
        "Drop complete", "Cheers, draggable, alert, bells, birds",
      ])
    let nowhere = try await bridge.client(
      "voiceover", "--do", "find synth", "--do", "drag", "--do", "find cheers", "--do",
      "drop set sound 4")
    #expect(nowhere.code == 1)
    #expect(nowhere.lines.last?.contains("no drop point \"set sound 4\"") == true)
  }

  @Test
  func `V1 U P9 A15: Favorite is among the actions; the beach becomes a favorite, and the first`()
    async throws
  {
    let bridge = try await Bridge(source: "sample:beach-widget")
    let heard = try await bridge.script(
      "voiceover", "verbosity brief", "find baker", "actions", "action favorite", "read",
      "previous", "next")
    #expect(
      heard.suffix(7).map { $0.lowercased() } == [
        "baker beach, no rating, button",
        "actions menu, 4 items, half star, write, take a photo, favorite",
        "baker beach moved to the top", "favorite",
        "baker beach, favorite, button", "beginning", "funston beach, no rating, button",
      ])
    #expect(
      try await bridge.script("voiceover", "verbosity brief", "find muir", "magic tap", "last")
        .last == "New photo")
  }

  @Test
  func `V1 U P10 A4: the picture announces each zoom`() async throws {
    let bridge = try await Bridge(source: "sample:photo-filter")
    #expect(
      try await bridge.script(
        "voiceover", "find zooming", "zoom in", "hear 2x zoom", "zoom in", "hear 3x zoom",
        "zoom in", "hear 4x zoom", "zoom out", "hear 3x zoom") == [
          "Photos, button", "Zooming image view, Not Filtered, image", "2x zoom", "3x zoom",
          "4x zoom", "3x zoom",
        ])
  }

  @Test
  func `V1 U P10 N3: two of the camera's three announcements are spoken`() async throws {
    let bridge = try await Bridge(source: "sample:photo-filter")
    #expect(
      try await bridge.script("voiceover", "find camera", "activate", "hear Camera Active") == [
        "Photos, button", "Camera, button", "Camera", "Opening Camera—", "Camera Active",
      ])
  }

  @Test
  func `V1 U P10 T2: Filter is a switch button; Photos announces that they are loading`()
    async throws
  {
    let bridge = try await Bridge(source: "sample:photo-filter")
    #expect(
      try await bridge.script(
        "voiceover", "activate", "hear Loading photos view", "find filter, switch", "activate",
        "find zooming"
      ) == [
        "Photos, button", "Photos", "Loading photos view", "Filter, switch button, off",
        "Double-tap to toggle setting.", "on", "Zooming image view, Filtered, image",
      ])
  }

  @Test
  func `V1 U P11 A13: a pass-through gesture fills the cup to 9.5 ounces`() async throws {
    let bridge = try await Bridge(source: "sample:coffee")
    #expect(
      try await bridge.script(
        "voiceover", "verbosity brief", "pass through 0,-20 0,-70", "read"
      ) == [
        "Coffee dispenser, 6 ounces, adjustable",
        "Swipe up or down with one finger to adjust the value.", "verbosity brief", "7 ounces",
        "9.5 ounces", "Coffee dispenser, 9.5 ounces, adjustable",
      ])
  }

  @Test
  func `V1 P11 A13 A16: a finger that moves beyond the cup fills it; more is refused`()
    async throws
  {
    let bridge = try await Bridge(source: "sample:coffee")
    #expect(try await bridge.script("voiceover", "pass through 0,-400").last == "12 ounces")
    let full = try await bridge.client("voiceover", "--do", "up")
    #expect(full.code == 1)
    #expect(full.lines.last?.contains("The cup is full with 12 ounces") == true)
  }

  @Test
  func `V1 U P12 A2: the actions of the chart move its handle, and the value is spoken`()
    async throws
  {
    let bridge = try await Bridge(source: "sample:equalizer")
    let heard = try await bridge.script(
      "voiceover", "actions", "down", "activate", "down", "activate", "action move down",
      "action Move Left")
    #expect(heard.first == "Filter chart, frequency 0, amplitude 10")
    #expect(
      Array(heard.suffix(7)) == [
        "Actions menu, 4 items, Move Up, Move Right, Move Down, Move Left", "Move Up",
        "frequency 0, amplitude 20", "Move Right", "frequency 10, amplitude 20",
        "frequency 10, amplitude 10", "frequency 0, amplitude 10",
      ])
  }

  @Test
  func `V1 U P13 A14: the cat can be touched once it is activated, until the focus leaves`()
    async throws
  {
    let bridge = try await Bridge(source: "sample:virtual-cat")
    let greeting = [
      "Virtual cat, sleeping", "Activate to start direct touch interaction.",
      "Actions available.",
    ]
    #expect(try await bridge.script("voiceover", "touch 150,120") == greeting + greeting)
    #expect(
      try await bridge.script(
        "voiceover", "activate", "touch 100,120 180,120", "touch 150,120", "action pinch", "next",
        "activate", "previous") == greeting + [
          "Virtual cat, sleeping", "purring", "meowing", "hissing",
          "Virtual cat, direct touch ended", "Leave alone, button", "Leave alone",
          "Virtual cat, sleeping",
        ] + greeting)
    #expect(try await bridge.script("voiceover", "touch 150,120") == greeting + greeting)
  }

  @Test
  func `V1 P5: the rotor selects headings, controls, values and actions, and moves by each`()
    async throws
  {
    let bridge = try await Bridge(source: "sample:contrast")
    #expect(
      try await bridge.script(
        "voiceover", "verbosity brief", "rotor", "rotor", "rotor", "rotor", "rotor values", "down",
        "down", "rotor controls", "down", "up", "up", "up", "rotor headings",
        "down", "down", "down", "down"
      ) == [
        "Reset colors, button", "verbosity brief", "controls", "values", "actions", "headings",
        "values", "Red, 76, adjustable", "71", "controls", "Green, 217, adjustable",
        "Red, 71, adjustable", "Reset colors, button", "no previous controls",
        "headings", "Contrast ratio, 11.4 to 1, heading", "Background, heading",
        "Text, heading", "no more headings",
      ])
  }

  @Test
  func `V1 P6 S6: the last of 500 rows is found, and the previous one is one step away`()
    async throws
  {
    let bridge = try await Bridge(source: "sample:people")
    let heard = try await bridge.script(
      "voiceover", "verbosity brief", "last", "previous", "find person 250", "next",
      "action share", "hear Person 251 shared")
    #expect(
      heard.suffix(5).map { $0.replacing(", button", with: "") } == [
        "Person 500", "Person 499", "Person 250", "Person 251", "Person 251 shared",
      ])
  }

  @Test
  func `V1 P10 A14 A11: a piano key plays silently where it is touched; the tone is deleted`()
    async throws
  {
    let bridge = try await Bridge(source: "sample:photo-filter")
    #expect(
      try await bridge.script(
        "voiceover", "find blue", "next", "touch 5,5", "next", "next", "touch 5,5 6,6",
        "find tone", "action delete"
      ) == [
        "Photos, button", "Blue, button", "C", "D", "E", "Tone, C, E", "Actions available.",
        "silent",
      ])
  }

  @Test
  func `V1 P6 A7: a list is scrolled by a page from any of its rows`() async throws {
    let bridge = try await Bridge(source: "sample:people")
    let listener = try await bridge.listen("scroll")
    _ = try await bridge.script("voiceover", "find person 4", "scroll down")
    #expect(try await listener.news().object("scrolled")?.number("delta_y") ?? 0 < -100)
    let shown = try await bridge.found("list > :visible")
    #expect(!shown.contains { $0.text("label") == "Person 4" })
    // The cursor continues with the elements that are shown now.
    let heard = try await bridge.script("voiceover", "find person 14", "scroll down")
    let page = try #require(heard.firstIndex { $0.hasPrefix("Page ") })
    #expect(heard[(page + 1)...].first?.hasPrefix("Person ") == true, "\(heard)")
    #expect(heard.last != "Person 14")
    let sideways = try await bridge.client("voiceover", "--do", "next", "--do", "scroll left")
    #expect(sideways.code == 1)
    #expect(sideways.lines.last == "It scrolls up and down only.")
  }

  @Test
  func `V4 P5: groups are scanned, entered, used, and left by their last entry`() async throws {
    let bridge = try await Bridge(source: "sample:contrast")
    let heard = try await bridge.script(
      "switch-control", "mode groups", "next", "next", "next", "previous", "select", "next",
      "next", "select", "previous", "next", "next", "select", "previous", "previous", "select",
      "next")
    #expect(
      heard == [
        "Reset colors, button", "Reset colors, button",
        "Contrast ratio, 11.4 to 1, heading", "Background, group, 3 items",
        "Text, group, 3 items", "Background, group, 3 items", "Red, 76, adjustable",
        "Green, 217, adjustable", "Blue, 100, adjustable", "Increment", "Back", "Increment",
        "Decrement", "95",
        // The menu stays open, to go on.
        "Increment", "Back", "Blue, 95, adjustable", "Back",
      ])
    #expect(
      try await bridge.speech("group[label=Background] slider[label=Blue]") == [
        "Blue, 95, adjustable"
      ])
  }

  @Test
  func `V3 P5 A1 A3: the keyboard adjusts and activates the focused element`() async throws {
    let bridge = try await Bridge(source: "sample:contrast")
    #expect(
      try await bridge.script(
        "keyboard", "find green", "increment", "increment", "decrement", "next", "first",
        "activate", "find green") == [
          "Reset colors, button", "Green, 217, adjustable, Background", "222", "227", "222",
          "Blue, 100, adjustable, Background", "Reset colors, button", "Colors reset",
          "Contrast ratio, 11.4 to 1", "Green, 217, Background",
          "Green, 217, adjustable, Background",
        ])
  }

  @Test
  func `V2 P10 A1: a switch and a choice are used by their names`() async throws {
    let bridge = try await Bridge(source: "sample:photo-filter")
    #expect(
      try await bridge.script("voice-control", "tap filter", "tap green").suffix(4) == [
        "tapped Filter", "on", "tapped Green", "selected, Green, button",
      ])
    #expect(
      try await bridge.speech("button:selected") == [
        "Filter, switch button, on", "selected, Green, button",
      ])
  }
}
