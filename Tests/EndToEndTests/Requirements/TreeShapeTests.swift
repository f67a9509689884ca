import BridgeTestSupport
import Testing

/// The elements of samples and their order, read over TCP.
@Suite
struct `S: the shape of samples' trees` {
  /// Returns "role label" for each element below a window, in reading order.
  private func elements(_ bridge: Bridge, _ selector: String = "window *") async throws -> [String]
  {
    try await bridge.found(selector).map { "\($0.text("role") ?? "") \($0.text("label") ?? "")" }
  }

  @Test
  func `S1 P1 P11: stacks, spacers and shapes are not elements; a labelled shape is one`()
    async throws
  {
    let calculator = try await Bridge(source: "sample:calculator")
    // Five rows of keys are in stacks; only the display and the keys are elements.
    let keys = try await elements(calculator)
    #expect(keys.count == 20 && keys.first == "text Result")
    #expect(keys.dropFirst().allSatisfy { $0.hasPrefix("button ") })
    #expect(try await elements(calculator, "window > *") == keys)
    let coffee = try await Bridge(source: "sample:coffee")
    #expect(try await elements(coffee) == ["slider Coffee dispenser"])
    let beach = try await Bridge(source: "sample:beach")
    #expect(try await elements(beach, "group").isEmpty)
    try await beach.act("switch[label=\"Combine comments\"]", "press")
    #expect(
      try await elements(beach, "group") == Array(repeating: "group Unread", count: 3),
      "a circle that is labelled")
  }

  @Test
  func `S2 P7: combined children are one element with their controls as actions`() async throws {
    let bridge = try await Bridge(source: "sample:beach")
    let nick = try await bridge.element("[label*=wonderful]")
    #expect(nick.text("label") == "Unread, Looks like a wonderful time, Nick")
    #expect(nick["child_ids"] == nil)
    #expect(
      nick.objects("actions").compactMap { $0.text("name")?.lowercased() } == [
        "favorite", "reply", "focus",
      ])
    #expect(nick.texts("traits").contains("button"), "what is combined of buttons is one")
    try await bridge.act("switch[label=\"Combine comments\"]", "press")
    #expect(
      Array(try await elements(bridge).dropFirst(2).prefix(5)) == [
        "group Unread", "text Looks like a wonderful time", "text Nick", "button favorite",
        "button reply",
      ])
  }

  @Test
  func `S2 P5: contained children stay, in an element that contains them`() async throws {
    let bridge = try await Bridge(source: "sample:contrast")
    for group in ["Background", "Text"] {
      let holder = try await bridge.element("group[label=\(group)]")
      #expect(holder.texts("child_ids").count == 4)
      #expect(
        try await elements(bridge, "group[label=\(group)] > *") == [
          "heading \(group)", "slider Red", "slider Green", "slider Blue",
        ])
    }
  }

  @Test(arguments: [("alert-sounds", "Cheers"), ("coffee", "Coffee dispenser")])
  func `S2 P8 P11: ignored children are removed, and one element represents them`(
    sample: String, label: String
  ) async throws {
    let bridge = try await Bridge(source: "sample:\(sample)")
    let element = try await bridge.element("window [label=\"\(label)\"]")
    #expect(element["child_ids"] == nil)
    #expect(try await bridge.found("window [label=\"\(label)\"] *").isEmpty)
    // The ignored texts are its value.
    #expect(element.text("value")?.isEmpty == false)
    #expect(
      try await bridge.found("window *").filter { $0.text("label") == element.text("value") }
        .isEmpty)
  }

  @Test
  func `S3 P5: a hidden view is not an element, and is not hit where it is drawn`() async throws {
    let bridge = try await Bridge(source: "sample:contrast")
    #expect(try await bridge.found("text").isEmpty, "the captions of six sliders are hidden")
    let slider = try #require(
      try await bridge.element("group[label=Text] slider[label=Red]").object("frame")?
        .object("rect"))
    let (x, y) = (try #require(slider.number("x")), try #require(slider.number("y")))
    let above = try await bridge.client("--json", "hit", "\(x + 5),\(y - 12)")
    #expect(try jsonLines(above.standardOutput).first?.text("role") == "group")
    try await bridge.act("group[label=Text] slider[label=Red]", "increment")
    #expect(try await bridge.found("text").isEmpty, "the caption that changed is still hidden")
  }

  @Test
  func `S3 P7: a view with opacity 0 is removed, and returns when it is visible`() async throws {
    let bridge = try await Bridge(source: "sample:beach")
    let attachments = "button[label=location], button[label=recording]"
    #expect(try await bridge.found(attachments).isEmpty)
    for _ in 0..<2 {
      let shown = try await bridge.receipt("hover", "image")
      #expect(
        shown.object("update")?.objects("changed").compactMap { $0.text("label") }
          .contains("location") == true)
      #expect(try await bridge.found(attachments).count == 2)
      let hidden = try await bridge.receipt("escape", "image")
      #expect(hidden.object("update")?.texts("removed_ids").count == 2)
      #expect(try await bridge.found(attachments).isEmpty)
    }
    // The indicator of a comment that was read.
    try await bridge.act("switch[label=\"Combine comments\"]", "press")
    #expect(try await bridge.found("group[label=Unread]").count == 3)
    let replies = try await bridge.found("button[label=reply]").compactMap { $0.text("id") }
    try await bridge.act(try #require(replies.first), "press")
    #expect(try await bridge.found("group[label=Unread]").count == 2)
    #expect(
      try await elements(bridge).dropFirst(2).first == "text Looks like a wonderful time")
  }

  @Test
  func `S4 P5 P7: views are read back to front, unless a sort priority differs; ties keep order`()
    async throws
  {
    let contrast = try await Bridge(source: "sample:contrast")
    #expect(
      try await elements(contrast, "window > *") == [
        "button Reset colors", "heading Contrast ratio", "group Background", "group Text",
      ])
    #expect(
      try await elements(contrast, "slider") == [
        "slider Red", "slider Green", "slider Blue", "slider Red", "slider Green", "slider Blue",
      ])
    // Without a priority, an element in front is read after the one that it covers.
    let beach = try await Bridge(source: "sample:beach")
    try await beach.act("image", "hover")
    let read = try await elements(beach)
    #expect(read.dropFirst().first?.hasPrefix("image ") == true)
    #expect(Array(read.dropFirst(2).prefix(2)) == ["button location", "button recording"])
    let button = try #require(
      try await beach.element("button[label=location]").object("frame")?.object("rect"))
    let (x, y) = (try #require(button.number("x")), try #require(button.number("y")))
    let hit = try await beach.client("--json", "hit", "\(x + 4),\(y + 4)")
    #expect(try jsonLines(hit.standardOutput).first?.text("label") == "location")
  }
}
