import AccessibilityTree
import BridgeTestSupport
import Testing

@Suite
struct `Sample app: traits` {
  /// A trait, the tab that shows it, the element that has it, and the speech for it.
  struct Case: Sendable, CustomTestStringConvertible {
    let trait: String
    var tab: String?
    let label: String
    let heard: String

    var testDescription: String { trait }

    init(_ trait: String, tab: String? = nil, _ label: String, _ heard: String) {
      (self.trait, self.tab, self.label, self.heard) = (trait, tab, label, heard)
    }
  }

  static let cases: [Case] = [
    Case("button", "Chime", "Chime, button"),
    Case("header", "Lectures", "Lectures, heading"),
    Case("link", tab: "Read", "Sources", "Sources, link"),
    Case("image", "A tree of elements", "A tree of elements, 1x, image"),
    Case("static-text", "3 lectures, 1 not watched", "3 lectures, 1 not watched"),
    Case("selected", "Watch", "selected, Watch, button"),
    Case("toggle", "Captions", "Captions, switch button, off"),
    Case("adjustable", "Volume", "Volume, 30 percent, adjustable"),
    Case("not-enabled", "Next lecture", "Next lecture, dimmed, button"),
    Case("search-field", "Search lectures", "Search lectures, search field"),
    Case("keyboard-key", tab: "Try", "Mute", "Mute"),
    Case("summary-element", "3 lectures, 1 not watched", "3 lectures, 1 not watched"),
    Case("updates-frequently", "Time", "Time, 0 s"),
    Case("plays-sound", "Chime", "Chime, button"),
    Case("starts-media-session", "Play", "Play, button"),
    Case("causes-page-turn", tab: "Read", "Notes", "Notes, What page 1 says."),
    Case("tab-bar", "Sections", "Sections, tab bar"),
    Case("modal", tab: "Leave", "Leave the lecture?", "Leave the lecture? alert dialog"),
    Case("allows-direct-interaction", tab: "Try", "Triangle", "Triangle, silent"),
    Case("supports-zoom", "A tree of elements", "A tree of elements, 1x, image"),
  ]

  @Test
  func `T: every trait has an element`() {
    #expect(Self.cases.map(\.trait) == Traits.named.map(\.name))
  }

  @Test(arguments: cases)
  func `T U: each trait is found, and spoken where people hear it`(_ expected: Case) async throws {
    let bridge = try await Bridge(source: "sample:traits")
    if let tab = expected.tab { try await bridge.act("button[label=\(tab)]", "press") }
    let found = try await bridge.found(":\(expected.trait)")
    #expect(found.contains { $0.text("label") == expected.label })
    #expect(
      try await bridge.speech(":\(expected.trait)[label=\"\(expected.label)\"]") == [expected.heard]
    )
    #expect(try await bridge.defects() == [])
  }

  @Test
  func `T: the time runs while the lecture is played`() async throws {
    let bridge = try await Bridge(source: "sample:traits")
    try await bridge.act("[label=Play]", "press")
    let later = "value~=^([2-9]|[1-9][0-9]) s"
    #expect(try await bridge.client("wait", "[label=Time]", "--until", later).code == 0)
  }

  @Test
  func `A7 N1: turning a page names the page; there is none after the last`() async throws {
    let bridge = try await Bridge(source: "sample:traits")
    try await bridge.act("[label=Read]", "press")
    let listener = try await bridge.listen("scroll")
    let notes = try #require(try await bridge.found("[label=Notes]").first?.text("id"))
    for page in 2...5 {
      try await bridge.act(notes, "scroll", "next")
      let told = try await listener.heard(upTo: "\(notes) Page \(page) of 5") { news in
        news.object("scrolled").map { "\($0.text("container_id") ?? "") \($0.text("page") ?? "")" }
      }
      #expect(told.count == 1)
    }
    let end = try await bridge.refusal("scroll", notes, "next")
    #expect(end.contains("there are 5 pages"))
    let text = try await bridge.client("act", notes, "scroll", "previous")
    #expect(
      text.standardOutput.contains("scroll text \"Notes\" #\(notes) by 0, 0: \"Page 4 of 5\""))
  }

  @Test
  func `V1 N1: a screen reader speaks the new page`() async throws {
    let bridge = try await Bridge(source: "sample:traits")
    let heard = try await bridge.client(
      "voiceover", "--do", "find read", "--do", "activate", "--do", "find notes", "--do",
      "scroll next")
    #expect(heard.lines.contains("Page 2 of 5"))
    #expect(heard.lines.last == "What page 2 says.")
  }

  @Test
  func `E6 A14: a triangle is hit inside its shape, and rings when it is touched`() async throws {
    let bridge = try await Bridge(source: "sample:traits")
    try await bridge.act("[label=Try]", "press")
    let triangle = try #require(try await bridge.found("[label=Triangle]").first)
    let rect = try #require(triangle.object("frame")?.object("rect") ?? triangle.object("frame"))
    let (x, y) = (try #require(rect.number("x")), try #require(rect.number("y")))
    #expect(triangle.object("content_path")?["polygon"] != nil)
    let middle = try await bridge.client("--json", "hit", "\(x + 80),\(y + 60)")
    #expect(try jsonLines(middle.standardOutput).first?.text("label") == "Triangle")
    let corner = try await bridge.client("--json", "hit", "\(x + 4),\(y + 4)")
    #expect(try jsonLines(corner.standardOutput).first?.text("label") != "Triangle")
    #expect(try await bridge.client("touch", "[label=Triangle]", "@").code == 0)
    #expect(try await bridge.speech("[label=Triangle]") == ["Triangle, ringing"])
  }

  @Test
  func `A14 V1: a drum with default direct touch is named by each touch, which beats it`()
    async throws
  {
    let bridge = try await Bridge(source: "sample:traits")
    try await bridge.act("[label=Try]", "press")
    let heard = try await bridge.script(
      "voiceover", "verbosity brief", "touch drum", "touch", "find triangle", "touch drum")
    #expect(
      heard.suffix(7) == [
        "Drum, 0 beats", "1 beat", "Drum", "2 beats", "Triangle, silent", "Drum, 2 beats",
        "3 beats",
      ])
  }
}
