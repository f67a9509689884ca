import BridgeTestSupport
import Testing

@Suite
struct `Sample app: voice-memos` {
  private let tides = "button[label*=Tide]"

  @Test
  func `A12: a memo has points to be dragged by, and is dropped as the ringtone`() async throws {
    let bridge = try await Bridge(source: "sample:voice-memos")
    let memo = try await bridge.element(tides)
    let rect = try #require(memo.object("frame")?.object("rect"))
    let (x, y) = (try #require(rect.number("x")), try #require(rect.number("y")))
    let points = memo.objects("drag_points")
    #expect(points.map { $0.text("name") } == ["The beginning", "The whole memo"])
    #expect(points.map { $0.object("position")?.number("x") } == [x, x + 150])
    #expect(points.map { $0.object("position")?.number("y") } == [y + 22, y + 22])
    let drag = try await bridge.client(
      "drag", tides, "--from-point", "the beginning", "--onto", "[label=Ringtone]")
    #expect(drag.code == 0, "\(drag.standardError)")
    #expect(try await bridge.speech("[label=Ringtone]") == ["Ringtone, Tide times"])
    let unknown = try await bridge.refusal("drag", tides, "--from-point", "The end")
    #expect(unknown.contains("its points are \"The beginning\", \"The whole memo\""))
    #expect(try await bridge.defects() == [])
  }

  @Test
  func `V1: a rotor of the application goes by what was not heard, as it is now`() async throws {
    let bridge = try await Bridge(source: "sample:voice-memos")
    #expect(try await bridge.element(tides).texts("rotors") == ["Not heard"])
    func heard(_ steps: String...) async throws -> [String] {
      try await bridge.client(
        ["voiceover", "--verbosity", "brief"] + steps.flatMap { ["--do", $0] }
      ).lines.map(String.init)
    }
    let first = try await heard("last", "rotor not heard", "up", "up", "activate")
    #expect(
      first.filter { $0.hasSuffix("seconds, draggable, button") }.prefix(3) == [
        "Tide times, 12 seconds, draggable, button", "A song, 95 seconds, draggable, button",
        "Tide times, 12 seconds, draggable, button",
      ])
    #expect(first.contains("Playing Tide times"))
    #expect(try await bridge.element(tides)["rotors"] == nil)
    let second = try await heard("last", "rotor not heard", "up", "up")
    #expect(second.contains("A song, 95 seconds, draggable, button"))
    #expect(second.last?.lowercased() == "no previous not heard")
  }

  @Test
  func `E10: labels and hints that are computed follow what they tell of`() async throws {
    let bridge = try await Bridge(source: "sample:voice-memos")
    #expect(
      try await bridge.speech(tides, "default").first?
        .hasPrefix("Tide times, 12 seconds, draggable, button. Plays it.") == true)
    let listener = try await bridge.listen("elements")
    try await bridge.act(tides, "press")
    let changed = try await listener.news().objects("changed")
    #expect(changed.map { $0.text("hint") } == ["Plays it again."])
    #expect(try await bridge.element(tides).text("hint") == "Plays it again.")
  }

  @Test
  func `A3 S2: a dial that is drawn is presented as a slider`() async throws {
    let bridge = try await Bridge(source: "sample:voice-memos")
    let dial = try await bridge.element("slider")
    #expect(dial.text("label") == "Loudness")
    #expect(dial.object("frame")?.object("rect")?.number("width") == 120)
    let up = try await bridge.act("slider", "increment")
    #expect(up.contains { $0.contains("\"50\" → \"60\"") })
    try await bridge.act("slider", "set-value", "80")
    #expect(try await bridge.element("slider").object("range")?.number("current") == 80)
  }

  @Test
  func `N3: what came of recording is heard, and why nothing was recorded`() async throws {
    let bridge = try await Bridge(source: "sample:voice-memos")
    let heard = try await bridge.script(
      "voiceover", "find name of", "find record", "activate", "find record", "activate",
      "find name of", "set Talk", "find record", "activate", "find song", "action use as ringtone")
    #expect(heard.filter { $0 == "Name the memo before you record it" }.count == 2)
    #expect(heard.contains("Recorded Talk"))
    #expect(heard.contains("Ringtone, A song"))
  }

  @Test
  func `N5 A9: the application moves the focus to the name that is missing`() async throws {
    let bridge = try await Bridge(source: "sample:voice-memos")
    let field = "textbox"
    #expect(try await bridge.found(":focused").isEmpty)
    let receipt = try await bridge.act("[label=Record]", "press")
    #expect(receipt.contains { $0.hasPrefix("  focus textbox") }, "\(receipt)")
    #expect(try await bridge.found(":focused").map { $0.text("role") } == ["textbox"])
    try await bridge.act(tides, "focus")
    try await bridge.act("[label=Record]", "press")
    #expect(try await bridge.found(":focused").map { $0.text("role") } == ["textbox"], "again")
    try await bridge.act(field, "set-text", "Gulls")
    try await bridge.act("[label=Record]", "press")
    #expect(try await bridge.found("button[label*=Gulls]").count == 1)
  }

  @Test
  func `N5 the field is asked for each time that a name is missing`() async throws {
    let bridge = try await Bridge(source: "sample:voice-memos")
    let again = ["--do", "find record", "--do", "activate"]
    let result = try await bridge.client(["voiceover", "--verbosity", "brief"] + again + again)
    let fields = result.lines.filter { $0.hasPrefix("Name of the next memo") }
    #expect(fields.count >= 2 && result.lines.last?.hasPrefix("Name of the next memo") == true)
  }
}
