import BridgeTestSupport
import Testing

/// How actions are written on the command line, and what is refused before any action is performed.
@Suite
struct `The client's actions` {
  @Test(arguments: [
    ["escape", "window"], ["magic-tap", "window"], ["delete", "text"], ["zoom-in", "text"],
    ["zoom-out", "text", "--at", "20,20"], ["scroll", "text", "down"],
    ["custom", "text", "Nonsense"], ["act", "text", "custom", "Nonsense"],
    ["touch", "text", "20,20 30,30"], ["gesture", "text", "down @ move @5,0 +20 up"],
    ["intent", "text", "FavoriteBeach", "rating=5", "beach=Baker"],
    ["drag", "text", "--onto", "window"], ["drag", "text"],
  ])
  func `A16 an action that the application does not support is refused, with exit code 1`(
    words: [String]
  )
    async throws
  {
    let bridge = try await Bridge()
    let refused = try await bridge.client(words)
    #expect(refused.code == 1, "\(refused.standardOutput)")
    #expect(refused.standardError.contains("refused"))
  }

  @Test(arguments: [
    (["zoom-in", "text", "--at", "9000,1"], "outside text \"Result\""),
    (["touch", "text", "9000,1 20,20"], "The gesture starts at 9000, 1"),
    (["drag", "text", "--onto", "window", "--point", "Middle"], "no drop point \"Middle\""),
    (["drag", "text", "--from-point", "Left"], "no drag point \"Left\""),
    (["drag", "text", "--onto", "text"], "cannot be dropped on itself"),
  ])
  func `A12 A13 A14 an argument that does not fit the element is refused with the reason`(
    words: [String], reason: String
  ) async throws {
    let bridge = try await Bridge()
    let refused = try await bridge.client(words)
    #expect(refused.code == 1)
    #expect(refused.standardError.contains(reason), "\(refused.standardError)")
  }

  @Test(arguments: [
    (["touch", "text", "hello"], "is not part of a gesture"),
    (["gesture", "text", "down 1,1"], "end with up"),
    (["zoom-in", "text", "--at", "1"], "write X,Y"),
    (["intent", "text", "Type", "rating"], "write name=value"),
    (["intent", "text", "Type", "a=1", "a=2"], "given more than once"),
    (["drag", "text", "--point", "x"], "--onto"),
    (["act", "text", "set-value", "many"], "is not a number"),
    (["act", "text", "custom"], "needs the name of the action"),
  ])
  func `an invalid argument is a usage error that says what to write`(
    words: [String], reason: String
  ) async throws {
    let bridge = try await Bridge()
    let refused = try await bridge.client(words)
    #expect(refused.code == 2)
    #expect(refused.standardError.contains(reason), "\(refused.standardError)")
  }

  @Test
  func `A2 a custom action of the element is performed by its name`() async throws {
    let bridge = try await Bridge()
    #expect(try await bridge.client("press", bridge.id(8)).code == 0)
    let cleared = try await bridge.client("custom", "text", "Clear")
    #expect(cleared.code == 0)
    #expect(cleared.standardOutput.contains("\"7\" → \"0\""))
    #expect(try await bridge.client("act", "text", "custom", "Clear").code == 0)
  }
}
