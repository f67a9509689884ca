import BridgeTestSupport
import Testing

/// The notifications that a second client receives when a sample's state changes, over TCP.
@Suite
struct `N: notifications of samples` {
  @Test
  func `P2 N1 N2: a watcher sees the value change from 0 to 1 and back, with either control`()
    async throws
  {
    let bridge = try await Bridge(source: "sample:toggle-flip")
    let listener = try await bridge.listen("value")
    let toggle = try #require(try await bridge.element("switch").text("id"))
    for control in ["button[label=Flip]", "button[label=Flip]", "switch", "button[label=Flip]"] {
      try await bridge.act(control, "press")
    }
    for change in [["0", "1"], ["1", "0"], ["0", "1"], ["1", "0"]] {
      let told = try #require(try await listener.news().object("value_changed"))
      #expect(told.text("element_id") == toggle)
      #expect([told.text("old_value"), told.text("new_value")] == change)
    }
  }

  @Test
  func `N2 P10: a change that leaves every attribute the same sends no notification`() async throws
  {
    let bridge = try await Bridge(source: "sample:photo-filter")
    let listener = try await bridge.listen("all")
    let start = try await bridge.element("[label=Tone]").text("revision")
    // State is set to its current value: the colour that is selected, a tone without notes.
    for words in [["press", "button[label=Red]"], ["delete", "[label=Tone]"]] {
      let done = try await bridge.client(["--json"] + words)
      #expect(done.code == 0)
      let receipt = try #require(try jsonLines(done.standardOutput).first)
      #expect(receipt.text("outcome") == "unconfirmed")
      #expect(receipt.text("revision_after") == start)
    }
    // The first notification is that of the next change.
    try await bridge.act("[label=Filter]", "press")
    let first = try await listener.news()
    #expect(first.object("value_changed")?.text("new_value") == "Filtered")
    #expect(first.text("revision") == start.flatMap { Int($0) }.map { String($0 + 1) })
  }

  @Test
  func `N2 P1: a change of state without any effect on attributes sends nothing`() async throws {
    let bridge = try await Bridge(source: "sample:calculator")
    try await bridge.act("[identifier=digit-7]", "press")
    let listener = try await bridge.listen("all")
    // The number is now a result, not an entry; the text is the same.
    let equals = try await bridge.receipt("press", "[identifier=equals]")
    #expect(equals.text("revision_before") == equals.text("revision_after"))
    try await bridge.act("[identifier=digit-8]", "press")
    let change = try #require(try await listener.news().object("value_changed"))
    #expect([change.text("old_value"), change.text("new_value")] == ["7", "8"])
  }

  @Test
  func `N1 P4: a menu that opens and closes changes the layout, and its elements come and go`()
    async throws
  {
    let bridge = try await Bridge(source: "sample:system-voice")
    let window = try #require(try await bridge.element("window").text("id"))
    let layouts = try await bridge.listen("layout")
    let elements = try await bridge.listen("elements")
    try await bridge.act("popup-button", "press")
    try await bridge.act("menu", "escape")
    for opens in [true, false] {
      #expect(try await layouts.news().object("layout_changed")?.text("container_id") == window)
      let change = try await elements.news()
      let roles = change.objects("changed").compactMap { $0.text("role") }
      #expect(roles.contains("popup-button"), "it is updated")
      #expect(roles.contains("menu") == opens)
      #expect(change.texts("removed_ids").count == (opens ? 0 : 5))
    }
  }

  @Test
  func `N1 P11: a subscriber to values gets no announcements, and the other way round`()
    async throws
  {
    let bridge = try await Bridge(source: "sample:coffee")
    let values = try await bridge.listen("value")
    let announcements = try await bridge.listen("announcement")
    try await bridge.act("slider", "increment")
    try await bridge.act("slider", "increment")
    // Both are sent in the same revision, each for its own element.
    for ounces in ["7 ounces", "8 ounces"] {
      #expect(try await values.news().object("value_changed")?.text("new_value") == ounces)
    }
    #expect(try await announcements.news().object("announcement")?.text("text") == "7 ounces")
  }

  @Test
  func `N4 P11: values that come too early, or were announced last, are not announced`()
    async throws
  {
    let bridge = try await Bridge(source: "sample:coffee")
    let values = try await bridge.listen("value")
    let announcements = try await bridge.listen("announcement")
    // To 6.4, 0.1 s later to 6.8, then back to the announced value, and on to 7.2 ounces.
    let drag = "down @ move @0,-8 +400 move @0,-16 +100 move @0,-8 +400 move @0,-24 +400 up"
    #expect(try await bridge.client("gesture", "slider", drag).code == 0)
    #expect(
      try await announcements.announcements(upTo: "7.2 ounces") == ["6.4 ounces", "7.2 ounces"])
    #expect(
      try await values.values(upTo: "6.4 ounces → 7.2 ounces").map { $0.split(separator: " ")[3] }
        == ["6.4", "6.8", "6.4", "7.2"])
  }
}
