import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeTestSupport
import BridgeTransport
import Testing

/// The actions on samples over TCP, and their answers.
@Suite
struct `A: actions on samples` {
  @Test
  func `A5 P4: escape closes an open menu, and the choice stays`() async throws {
    let bridge = try await Bridge(source: "sample:system-voice")
    let popUp = "popup-button"
    try await bridge.act(popUp, "press")
    #expect(try await bridge.found("menu > *").count == 4)
    #expect(try await bridge.element(popUp).texts("states").contains("expanded"))
    let closed = try await bridge.receipt("escape", "menu")
    #expect(closed.text("outcome") == "confirmed")
    #expect(closed.object("update")?.texts("removed_ids").count == 5)
    #expect(try await bridge.found("menu").isEmpty)
    #expect(try await bridge.element(popUp).texts("states").contains("collapsed"))
    #expect(try await bridge.speech(popUp) == ["Alex, System Voice, pop up button"])
    // The closed menu has no action escape.
    #expect(try await bridge.refusal("escape", popUp).contains("no action escape"))
  }

  @Test
  func `A5 V1 P4: a screen reader escapes from the menu from any of its entries`()
    async throws
  {
    let bridge = try await Bridge(source: "sample:system-voice")
    let heard = try await bridge.script(
      "voiceover", "next", "activate", "find fred", "next", "escape")
    #expect(
      heard.suffix(3) == [
        "Fred, menu item", "Samantha, menu item", "Alex, System Voice, pop up button",
      ])
    #expect(try await bridge.found("menu").isEmpty)
  }

  @Test
  func `A4 A16 P10: a picture is zoomed at a point inside of it, and nowhere else`() async throws {
    let bridge = try await Bridge(source: "sample:photo-filter")
    let listener = try await bridge.listen("announcement")
    let frame = try #require(
      try await bridge.element("image").object("frame")?.object("rect"))
    let (x, y) = (try #require(frame.number("x")), try #require(frame.number("y")))
    #expect(
      try await bridge.client("zoom-in", "image", "--at", "\(x + 5),\(y + 5)").code == 0)
    #expect(try await listener.announcements(upTo: "2x zoom") == ["2x zoom"])
    let beside = try await bridge.refusal("zoom-in", "image", "--at", "\(x - 5),\(y + 5)")
    #expect(beside.contains("outside image \"Zooming image view\""))
    #expect(
      try await bridge.client("zoom-in", "image", "--at", "\(x + 20),\(y + 20)").code == 0)
    #expect(
      try await listener.announcements(upTo: "3x zoom") == ["3x zoom"],
      "what was refused did not zoom")
  }

  @Test
  func `A7 P6 N1: a list scrolls by pages, reports it, and refuses at its ends and sideways`()
    async throws
  {
    let bridge = try await Bridge(source: "sample:people")
    let listener = try await bridge.listen("scroll")
    func visible() async throws -> [String] {
      try await bridge.found("list > :visible").compactMap { $0.text("label") }
    }
    let list = try await bridge.element("list")
    let height = try #require(list.object("frame")?.object("rect")?.number("height"))
    #expect(try await visible().first == "Person 1")
    for (direction, way) in [("down", -1.0), ("next", -1), ("previous", 1), ("up", 1)] {
      try await bridge.act("list", "scroll", direction)
      let told = try #require(try await listener.news().object("scrolled"), "\(direction)")
      #expect(told.text("container_id") == list.text("id"))
      #expect(told.number("delta_x") ?? 0 == 0)
      #expect(told.number("delta_y") == way * height, "\(direction)")
      if direction == "down" {
        let shown = try await visible()
        #expect(!shown.contains("Person 1") && shown.count > 5)
      }
    }
    #expect(try await visible().first == "Person 1")
    let beginning = try await bridge.receipt("scroll", "list", "up", code: 1)
    #expect(beginning.object("refusal")?.text("reason") == "OUT_OF_RANGE")
    let sideways = try await bridge.receipt("scroll", "list", "left", code: 1)
    #expect(sideways.object("refusal")?.text("reason") == "UNSUPPORTED")
    #expect(sideways.object("refusal")?.text("message")?.contains("up and down") == true)
    #expect(try await visible().first == "Person 1", "what is refused changes nothing")
  }

  @Test
  func `A7: repeated scrolling reaches the end, and is refused there`() async throws {
    let bridge = try await Bridge(source: "sample:audit-gallery")
    let pages = "scroll-area"
    var turned = 0
    var last = try await bridge.client("--json", "scroll", pages, "next")
    while last.code == 0, turned < 20 {
      turned += 1
      last = try await bridge.client("--json", "scroll", pages, "next")
    }
    #expect(turned > 0 && last.code == 1)
    let refusal = try jsonLines(last.standardOutput).first?.object("refusal")
    #expect(refusal?.text("reason") == "OUT_OF_RANGE")
    #expect(refusal?.text("message")?.contains("scrolled to its end") == true)
    for _ in 0..<turned { try await bridge.act(pages, "scroll", "previous") }
    #expect(
      try await bridge.refusal("scroll", pages, "up").contains("scrolled to its beginning"))
  }

  @Test
  func `A11 P10: delete clears the tone, and sends a value notification`() async throws {
    let bridge = try await Bridge(source: "sample:photo-filter")
    let tone = "[label=Tone]"
    for note in ["C", "E"] {
      #expect(try await bridge.client("touch", "[label=\(note)]", "@").code == 0)
    }
    let listener = try await bridge.listen("value")
    try await bridge.act(tone, "delete")
    #expect(try await listener.values(upTo: "C, E → silent") == ["C, E → silent"])
    #expect(try await bridge.speech(tone) == ["Tone, silent"])
    #expect(try await bridge.refusal("delete", "[label=Filter]").contains("no action delete"))
  }

  @Test(arguments: [
    ("settings", ["press", "heading"], "UNIMPLEMENTED", "UNSUPPORTED"),
    ("sign-up", ["press", "button"], "FAILED_PRECONDITION", "DISABLED"),
    ("contrast", ["set", "slider:first", "256"], "OUT_OF_RANGE", "OUT_OF_RANGE"),
    ("photo-filter", ["zoom-out", "image"], "ABORTED", "REJECTED"),
    (
      "beach-widget", ["intent", "button:first", "ToggleRatingIntent", "rating=9"],
      "INVALID_ARGUMENT", "INVALID_ARGUMENT"
    ),
  ])
  func `A16: each reason for a refusal is data, with exit code 1`(
    sample: String, words: [String], code: String, reason: String
  ) async throws {
    let bridge = try await Bridge(source: "sample:\(sample)")
    let result = try await bridge.client(["--json"] + words)
    #expect(result.code == 1)
    let receipt = try #require(try jsonLines(result.standardOutput).first, "\(result)")
    #expect(receipt.text("outcome") == "refused")
    let refusal = try #require(receipt.object("refusal"))
    #expect(refusal.text("code") == code)
    #expect(refusal.text("reason") == reason)
    #expect(refusal.text("message")?.isEmpty == false)
    #expect(receipt.text("revision_before") == receipt.text("revision_after"))
  }

  @Test
  func `A16: the id of a removed element is refused as stale, and never names another element`()
    async throws
  {
    let bridge = try await Bridge(source: "sample:sign-up")
    let gone = try #require(try await bridge.element("switch").text("id"))
    try await bridge.act("switch", "press")
    #expect(try await bridge.client("press", "button").code == 0)
    let refused = try await bridge.refusal("press", gone)
    #expect(refused.contains("element #\(gone) is gone"))
    let client = try await BridgeClient.connect(
      to: SocketAddress(parsing: bridge.address, defaultPort: 0))
    defer { client.close() }
    let id = try #require(UInt64(gone))
    let error = await #expect(throws: ClientError.self) {
      try await client.call(
        PerformRequest(target: .id(ElementID(rawValue: id)), command: .press))
    }
    #expect(error?.status?.reason == .staleElement)
    #expect(try await bridge.element("switch").text("label") == "Details")
  }

  @Test
  func `A16: an action that is not complete by its deadline fails as timed out`() async throws {
    let bridge = try await Bridge(source: "sample:toggle-flip")
    let client = try await BridgeClient.connect(
      to: SocketAddress(parsing: bridge.address, defaultPort: 0))
    defer { client.close() }
    // The action is performed, and then watched for longer than the call may take.
    let request = PerformRequest(
      target: .selector("switch"), command: .press, quietMs: 60_000, settleMs: 60_000)
    let error = await #expect(throws: ClientError.self) {
      try await client.call(request, timeout: .milliseconds(300))
    }
    #expect(error?.status?.reason == .timedOut)
    #expect(error?.status?.code == .deadlineExceeded)
    let late = try await bridge.client(
      "press", "switch", "--quiet", "60000", "--settle", "60000", "--timeout", "0.3")
    #expect(late.code == 8, "it was sent, and no receipt came")
    #expect(late.standardError.contains("retry: unsafe"), "\(late)")
  }
}
