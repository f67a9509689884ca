import Testing

@Suite
struct `Sample app: people` {
  @Test
  func `P6 S2 S6 E3: 500 combined rows are 500 elements that offer Follow and Share`() async throws
  {
    let bridge = try await Bridge(source: "sample:people")
    #expect(try await bridge.found("list *").count == 500)
    let person = "list > [label=\"Person 5\"]"
    #expect(
      try await bridge.speech(person, "default", menu: true) == [
        "Person 5, button. Actions available.", "Actions menu, 2 items, Follow, Share",
      ])
    let row = try #require(try await bridge.found(person).first)
    #expect(row.texts("traits").contains("button"), "it is combined of buttons")
    #expect(!row.objects("actions").contains { $0.text("kind") == "press" })
    try await bridge.act(person, "Follow")
    #expect(
      try await bridge.speech(person, menu: true).last == "Actions menu, 2 items, Unfollow, Share")
    let share = try await bridge.act(person, "Share")
    #expect(share.contains { $0.contains("Person 5 shared") })
    #expect(try await bridge.defects() == [])
  }

  @Test
  func `P6 S6: without combine there are 1,500 elements, and no Follow names its person`()
    async throws
  {
    let bridge = try await Bridge(source: "sample:people")
    try await bridge.act("switch", "press")
    let info = try await bridge.client("--json", "find", "list *", "--limit", "3")
    #expect(try await bridge.speech("list *").count == 100)
    #expect(
      try jsonLines(info.standardOutput).map { $0.text("label") } == [
        "Person 1", "Follow", "Share",
      ])
    #expect(info.standardError.contains("1497 more match"))
    #expect(try await bridge.defects().contains("duplicate-names"))
    try await bridge.act("switch", "press")
    #expect(try await bridge.found("list *").count == 500)
  }
}
