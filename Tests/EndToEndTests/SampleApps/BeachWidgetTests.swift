import Testing

@Suite
struct `Sample app: beach-widget` {
  private let baker = "[label=\"Baker beach\"]"
  private let beaches = "button"

  @Test
  func `P9 U P9 A15: Favorite runs an intent; the beach is a favorite and moves to the top`()
    async throws
  {
    let bridge = try await Bridge(source: "sample:beach-widget")
    #expect(
      try await bridge.speech(beaches) == [
        "Funston beach, no rating, button", "Baker beach, no rating, button",
        "Muir beach, no rating, button",
      ])
    let menu = try #require(try await bridge.speech(baker, menu: true).last)
    #expect(menu.hasPrefix("Actions menu, ") && menu.hasSuffix(", Favorite"))
    let id = try #require(try await bridge.found(baker).first?.text("id"))
    let done = try await bridge.client("intent", baker, "ToggleRatingIntent")
    #expect(done.code == 0 && done.standardOutput.hasPrefix("confirmed"))
    #expect(
      try await bridge.speech(beaches) == [
        "Baker beach, favorite, button", "Funston beach, no rating, button",
        "Muir beach, no rating, button",
      ])
    #expect(try await bridge.found(baker).first?.text("id") == id, "it is the same element")
    #expect(try await bridge.defects() == [])
  }

  @Test
  func `P9 A15: an intent is offered with its type and parameters, and accepts other parameters`()
    async throws
  {
    let bridge = try await Bridge(source: "sample:beach-widget")
    let offers = try #require(try await bridge.found(baker).first?.objects("intents"))
    #expect(
      offers.map { "\($0.text("title") ?? ""): \($0.text("type") ?? "")" } == [
        "Half star: ToggleRatingIntent", "Write: ComposeIntent", "Take a photo: ComposeIntent",
        "Favorite: ToggleRatingIntent",
      ])
    let muir = try await bridge.client(
      "intent", baker, "ToggleRatingIntent", "beach=Muir beach", "rating=half star")
    #expect(muir.code == 0)
    #expect(
      try await bridge.speech(beaches) == [
        "Funston beach, no rating, button", "Baker beach, no rating, button",
        "Muir beach, half star, button",
      ])
  }

  @Test
  func `P9 A15 A2: an intent's action is performed by its spoken name, in any case`() async throws {
    let bridge = try await Bridge(source: "sample:beach-widget")
    for (name, value) in [
      ("Favorite", "favorite"), ("favorite", "no rating"), ("Half star", "half star"),
    ] {
      try await bridge.act(baker, name)
      #expect(try await bridge.speech(baker) == ["Baker beach, \(value), button"])
    }
    let menu = try #require(try await bridge.speech(baker, menu: true).last)
    #expect(menu == "Actions menu, 4 items, Half star, Write, Take a photo, Favorite")
    let actions = try await bridge.element(baker).objects("actions")
    #expect(
      actions.map { $0.text("name") } == [
        "Half star", "Write", "Take a photo", "Favorite", "magic-tap", "focus",
      ], "nothing comes twice, and nothing is pressed")
  }

  @Test
  func `P9 N3: each client hears where a beach goes, and is offered the photo once`() async throws {
    for (client, commands) in [
      ("voiceover", ["find muir", "action favorite", "actions"]),
      ("keyboard", ["find muir", "action favorite", "actions"]),
      ("voice-control", ["show actions for muir", "tap favorite", "show actions for muir"]),
    ] {
      let bridge = try await Bridge(source: "sample:beach-widget")
      let result = try await bridge.client([client] + commands.flatMap { ["--do", $0] })
      #expect(result.lines.contains("Muir beach moved to the top"), "\(client): \(result)")
      #expect(result.standardOutput.contains("Take a photo"), "\(client): \(result)")
      #expect(!result.standardOutput.contains("Magic tap"), "\(client): \(result)")
    }
  }

  @Test
  func `P9 A15: the application runs its intents, whatever its views offer`() async throws {
    let bridge = try await Bridge(source: "sample:beach-widget")
    let offers = try #require(try await bridge.found("application").first?.objects("intents"))
    #expect(offers.map { $0.text("type") } == ["ToggleRatingIntent", "ComposeIntent"])
    #expect(offers.first?.objects("parameters").map { $0.text("name") } == ["beach", "rating"])
    let muir = try await bridge.client(
      "intent", "application", "ToggleRatingIntent", "beach=Muir beach", "rating=favorite")
    #expect(muir.code == 0 && muir.standardOutput.hasPrefix("confirmed"))
    #expect(try await bridge.speech(beaches).first == "Muir beach, favorite, button")
    let missing = try await bridge.refusal(
      "intent", "application", "ToggleRatingIntent", "rating=favorite")
    #expect(missing.contains("ToggleRatingIntent needs a value for beach"))
    let unknown = try await bridge.refusal("intent", "application", "DrainIntent")
    #expect(unknown.contains("intent ToggleRatingIntent, intent ComposeIntent"))
    let press = try await bridge.refusal("press", "application")
    #expect(press.contains("has no action press"))
  }

  @Test
  func `P9 A6: a magic tap takes a photo`() async throws {
    let bridge = try await Bridge(source: "sample:beach-widget")
    try await bridge.act(baker, "magic-tap")
    #expect(try await bridge.speech("window > text") == ["New photo"])
    try await bridge.act(baker, "Write")
    #expect(try await bridge.speech("window > text") == ["New text"])
  }

  @Test
  func `P9 A15 A16: unknown beaches, ratings and intents are refused, and nothing changes`()
    async throws
  {
    let bridge = try await Bridge(source: "sample:beach-widget")
    let before = try await bridge.speech(beaches)
    let beach = try await bridge.refusal("intent", baker, "ToggleRatingIntent", "beach=Ocean")
    #expect(beach.contains("there is no beach Ocean; the beaches are: Funston beach"))
    let rating = try await bridge.refusal("intent", baker, "ToggleRatingIntent", "rating=9")
    #expect(rating.contains("rating cannot be \"9\"; it is one of: no rating, half star, favorite"))
    let intent = try await bridge.refusal("intent", baker, "DrainIntent")
    #expect(intent.contains("has no intent DrainIntent"))
    #expect(try await bridge.speech(beaches) == before)
  }
}
