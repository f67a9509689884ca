import BridgeTestSupport
import Testing

@Suite
struct `Sample app: photo-filter` {
  private let image = "image[label=\"Zooming image view\"]"
  private let filter = "[label=Filter]"

  @Test
  func `P10 U P10 T2 E10: Filter is a switch button, and the picture has its filter state`()
    async throws
  {
    let bridge = try await Bridge(source: "sample:photo-filter")
    #expect(
      try await bridge.speech(filter, "default") == [
        "Filter, switch button, off. Double-tap to toggle setting."
      ])
    #expect(try await bridge.speech(image) == ["Zooming image view, Not Filtered, image"])
    let receipt = try await bridge.act(filter, "press")
    #expect(receipt.contains { $0.contains("\"Not Filtered\" → \"Filtered\"") })
    #expect(receipt.contains { $0.contains("button \"Filter\"") && $0.contains("\"0\" → \"1\"") })
    #expect(try await bridge.speech(image) == ["Zooming image view, Filtered, image"])
    #expect(try await bridge.speech(filter) == ["Filter, switch button, on"])
    let toggle = try await bridge.element(filter)
    #expect(toggle.texts("traits") == ["button", "selected", "toggle"])
    #expect(Set(["checkable", "checked", "selected"]).isSubset(of: toggle.texts("states")))
    #expect(try await bridge.client("wait", filter, "--until", "value=1").code == 0)
    #expect(try await bridge.defects() == [])
  }

  @Test
  func `P10 U P10 N1: Photos announces that they are loading`() async throws {
    let bridge = try await Bridge(source: "sample:photo-filter")
    #expect(try await bridge.speech("[label=Photos]") == ["Photos, button"])
    let listener = try await bridge.listen("announcement")
    try await bridge.act("[label=Photos]", "press")
    #expect(
      try await listener.announcements(upTo: "Loading photos view") == ["Loading photos view"])
  }

  @Test
  func `P10 N3: Opening Camera, then Camera Active is spoken; Camera Loading is not`() async throws
  {
    let bridge = try await Bridge(source: "sample:photo-filter")
    #expect(try await bridge.speech("[label=Camera]") == ["Camera, button"])
    let announcements = try await bridge.listen("announcement")
    let listener = try await bridge.listen("speech")
    try await bridge.act("[label=Camera]", "press")
    let posted = try await announcements.heard(upTo: "high Camera Active") { news in
      news.object("announcement").map {
        "\($0.text("priority") ?? "default") \($0.text("text") ?? "")"
      }
    }
    #expect(posted == ["default Opening Camera", "low Camera Loading", "high Camera Active"])
    let decisions = try await listener.heard(upTo: "finished Camera Active") { news in
      news.object("speech").map { "\($0.text("decision") ?? "") \($0.text("text") ?? "")" }
    }
    #expect(
      decisions == [
        "spoken Opening Camera", "dropped Camera Loading", "interrupted Opening Camera",
        "spoken Camera Active", "finished Camera Active",
      ])
  }

  @Test
  func `P10 U P10 A4: the picture zooms in and out, announces the scale, and refuses at the end`()
    async throws
  {
    let bridge = try await Bridge(source: "sample:photo-filter")
    let listener = try await bridge.listen("announcement")
    for (way, heard) in [
      ("in", "2x zoom"), ("in", "3x zoom"), ("in", "4x zoom"), ("out", "3x zoom"),
    ] {
      #expect(try await bridge.client("zoom-\(way)", image).code == 0)
      #expect(try await listener.announcements(upTo: heard) == [heard])
    }
    for _ in 0..<2 { #expect(try await bridge.client("zoom-out", image).code == 0) }
    let end = try await bridge.refusal("zoom-out", image)
    #expect(end.contains("\"Zooming image view\" does not zoom out further"))
  }

  @Test
  func `P10 A4 E5: the picture is zoomed around the requested point`() async throws {
    let bridge = try await Bridge(source: "sample:photo-filter")
    let before = try #require(try await bridge.found(image).first)
    let rect = try #require(before.object("frame")?.object("rect") ?? before.object("frame"))
    let (x, y) = (try #require(rect.number("x")), try #require(rect.number("y")))
    #expect(rect.number("width") == 320 && rect.number("height") == 200)
    func point() async throws -> [Double?] {
      let point = try await bridge.found(image).first?.object("activation_point")
      return [point?.number("x"), point?.number("y")]
    }
    #expect(try await point() == [x + 160, y + 100])
    let zoomed = try await bridge.client("zoom-in", image, "--at", "\(x + 80),\(y + 150)")
    #expect(zoomed.code == 0)
    #expect(try await point() == [x + 80, y + 150])
    #expect(try await bridge.client("zoom-out", image).code == 0)
    #expect(try await point() == [x + 160, y + 100])
  }

  @Test
  func `P10 A14 A11: piano keys handle direct touches, at once and silently`() async throws {
    let bridge = try await Bridge(source: "sample:photo-filter")
    let key = try #require(try await bridge.found("[label=E]").first)
    #expect(key.texts("traits").contains("allows-direct-interaction"))
    #expect(key.object("direct_touch")?.texts("options") == ["silent-on-touch"])
    for note in ["E", "D", "C"] {
      #expect(try await bridge.client("touch", "[label=\(note)]", "@").code == 0)
    }
    #expect(try await bridge.speech("[label=Tone]") == ["Tone, E, D, C"])
    try await bridge.act("[label=C]", "press")
    #expect(try await bridge.speech("[label=Tone]") == ["Tone, E, D, C, C"])
    for _ in 0..<8 { try await bridge.act("[label=F]", "press") }
    #expect(try await bridge.speech("[label=Tone]") == ["Tone, F, F, F, F, F, F, F, F"])
    try await bridge.act("[label=Tone]", "delete")
    #expect(try await bridge.speech("[label=Tone]") == ["Tone, silent"])
  }

  @Test
  func `P10 E6: a round button is round for assistive technologies, and is hit in its circle`()
    async throws
  {
    let bridge = try await Bridge(source: "sample:photo-filter")
    let red = try #require(try await bridge.found("[label=Red]").first)
    let rect = try #require(red.object("frame")?.object("rect") ?? red.object("frame"))
    let (x, y) = (try #require(rect.number("x")), try #require(rect.number("y")))
    #expect(rect.number("width") == 60 && rect.number("height") == 60)
    #expect(red.object("content_path")?.object("ellipse") != nil)
    let card = try await bridge.client("get", "[label=Red]").lines
    #expect(card.contains { $0.hasPrefix("  content path") && $0.contains("ellipse 60 × 60 at") })
    let middle = try await bridge.client("--json", "hit", "\(x + 30),\(y + 30)")
    #expect(try jsonLines(middle.standardOutput).first?.text("label") == "Red")
    let corner = try await bridge.client("--json", "hit", "\(x + 2),\(y + 2)")
    #expect(try jsonLines(corner.standardOutput).first?.text("label") != "Red")
    try await bridge.act("[label=Blue]", "press")
    #expect(try await bridge.speech("[label=Blue]") == ["selected, Blue, button"])
  }
}
