import BridgeTestSupport
import Testing

@Suite
struct `Sample app: spoken-text` {
  @Test(arguments: [
    ("QX7", "Q X 7"), ("call #7, then *1", "call number 7 comma then star 1"),
    ("It is heavy", "It is heavy"),
  ])
  func `E11: text is spoken according to its speech attributes`(label: String, heard: String)
    async throws
  {
    let bridge = try await Bridge(source: "sample:spoken-text")
    #expect(try await bridge.speech("[label=\"\(label)\"]") == [heard])
  }

  @Test
  func `E11: pitch applies to speech, and so does the priority of an announcement`()
    async throws
  {
    let bridge = try await Bridge(source: "sample:spoken-text")
    let said = try await bridge.client("--json", "speak", "[label=\"It is heavy\"]")
    #expect(try jsonLines(said.standardOutput).first?.object("speech")?.number("pitch") == -0.5)
    let listener = try await bridge.listen("announcement")
    try await bridge.act("button", "press")
    let posted = try await listener.heard(upTo: "high Two streets away") { news in
      news.object("announcement").map { "\($0.text("priority") ?? "") \($0.text("text") ?? "")" }
    }
    #expect(posted.count == 1)
    #expect(try await bridge.defects() == [])
  }
}
