import Testing

@Suite
struct `Sample app: beach` {
  private let nick = "[label*=\"wonderful time\"]"
  private let beth = "[label*=sunscreen]"
  private let trip = "image"
  private let post = """
    Saturday, It was a beautiful weekend! The waves were calm, the sun was shining on the bridge, \
    and there wasn't a cloud in the sky. image
    """

  @Test
  func `P7 U P7: each comment is one element with its actions`() async throws {
    let bridge = try await Bridge(source: "sample:beach")
    #expect(
      Array(try await bridge.speech("window *").prefix(5)) == [
        "Weekend adventure, heading", post, "Unread, Looks like a wonderful time, Nick, button",
        "Unread, Absolutely beautiful, Jack, button",
        "Unread, Hope you wore sunscreen, Beth, button",
      ])
    #expect(
      try await bridge.speech(nick, menu: true).last == "Actions menu, 2 items, Favorite, Reply")
    #expect(try await bridge.defects() == [])
  }

  @Test
  func `P7 U P7: without combining, each comment has a text and two buttons`() async throws {
    let bridge = try await Bridge(source: "sample:beach")
    try await bridge.act("switch[label=\"Combine comments\"]", "press")
    #expect(
      Array(try await bridge.speech("window *").dropFirst(2).prefix(5)) == [
        "Unread", "Looks like a wonderful time", "Nick", "favorite, button", "reply, button",
      ])
  }

  @Test
  func `P7 S3: the indicator is spoken while a comment is unread`() async throws {
    let bridge = try await Bridge(source: "sample:beach")
    try await bridge.act(nick, "Reply")
    #expect(try await bridge.speech(nick) == ["Looks like a wonderful time, Nick, button"])
    let reply = try await bridge.act(beth, "Reply")
    #expect(reply.contains { $0.contains("Replying to Beth") })
    #expect(try await bridge.speech(beth) == ["Hope you wore sunscreen, Beth, button"])
  }

  @Test
  func `P7 E9: a super favorite's action has a custom label, and loses it again`() async throws {
    let bridge = try await Bridge(source: "sample:beach")
    func menu(_ selector: String) async throws -> String? {
      try await bridge.speech(selector, menu: true).last
    }
    #expect(try await menu(beth) == "Actions menu, 2 items, Super favorite, Reply")
    try await bridge.act(beth, "Super favorite")
    #expect(try await menu(beth) == "Actions menu, 2 items, Favorite, Reply")
    _ = try await bridge.client("act", nick, "Favorite")
    try await bridge.act(nick, "Favorite")
    #expect(try await menu(nick) == "Actions menu, 2 items, Super favorite, Reply")
  }

  @Test
  func `P7 S7: attachments are actions of the trip, as many as currently exist`() async throws {
    let bridge = try await Bridge(source: "sample:beach")
    #expect(
      try await bridge.speech(trip, menu: true) == [
        post, "Actions menu, 2 items, location, recording",
      ])
    let location = try await bridge.act(trip, "location")
    #expect(location.contains { $0.contains("Baker Beach") })
    try await bridge.act("switch[label=Location]", "press")
    #expect(try await bridge.speech(trip, menu: true).last == "Actions menu, 1 item, recording")
    try await bridge.act("switch[label=Recording]", "press")
    #expect(try await bridge.speech(trip, menu: true) == [post])
  }

  @Test
  func `P7 S3: opened attachments appear beside the trip, which does not change`()
    async throws
  {
    let bridge = try await Bridge(source: "sample:beach")
    let id = try #require(try await bridge.found(trip).first?.text("id"))
    let press = try await bridge.refusal("press", id)
    #expect(press.contains("its actions: hover, custom \"location\""))
    #expect(try await bridge.client("hover", id).code == 0)
    #expect(
      Array(try await bridge.speech("window *").dropFirst(1).prefix(3)) == [
        post, "location, button", "recording, button",
      ])
    #expect(
      try await bridge.speech(id, menu: true).last == "Actions menu, 2 items, location, recording")
    // The pointer stays where it is, whatever else is used, until it is moved away.
    try await bridge.act("switch[label=\"Combine comments\"]", "press")
    #expect(try await bridge.found("button[label=location]").count == 1)
    try await bridge.act(id, "escape")
    #expect(try await bridge.found("button[label=location]").isEmpty)
    #expect(try await bridge.refusal("escape", id).contains("no action escape"))
  }

  @Test
  func `P7 E8: a rating is added in front of the existing label`() async throws {
    let bridge = try await Bridge(source: "sample:beach")
    let id = try #require(try await bridge.found(trip).first?.text("id"))
    try await bridge.act("popup-button", "press")
    try await bridge.act("menu > [label=\"Half star\"]", "press")
    #expect(try await bridge.speech(id) == ["Half star, " + post])
    try await bridge.act("popup-button", "press")
    try await bridge.act("menu > [label=\"No rating\"]", "press")
    #expect(try await bridge.speech(id) == [post])
  }
}
