import BridgeTestSupport
import Testing

@Suite
struct `Sample app: coffee` {
  private let dispenser = "slider"
  private let hint = "Swipe up or down with one finger to adjust the value."

  @Test
  func `P11 U P11 A3: the dispenser is adjusted by an ounce`() async throws {
    let bridge = try await Bridge(source: "sample:coffee")
    #expect(
      try await bridge.speech(dispenser, "default") == [
        "Coffee dispenser, 6 ounces, adjustable. \(hint)"
      ])
    for (action, value) in [
      ("increment", "7 ounces"), ("increment", "8 ounces"), ("decrement", "7 ounces"),
      ("decrement", "6 ounces"),
    ] {
      try await bridge.act(dispenser, action)
      #expect(try await bridge.speech(dispenser) == ["Coffee dispenser, \(value), adjustable"])
    }
    #expect(try await bridge.defects() == [])
  }

  @Test
  func `P11 U P11 V1: a screen reader speaks each ounce once`() async throws {
    let bridge = try await Bridge(source: "sample:coffee")
    let heard = try await bridge.client(
      "voiceover", "--do", "up", "--do", "up", "--do", "down", "--do", "down")
    #expect(
      heard.lines == [
        "Coffee dispenser, 6 ounces, adjustable", "\(hint)", "7 ounces", "8 ounces", "7 ounces",
        "6 ounces",
      ])
  }

  @Test
  func `P11 A8: half an ounce is reached by voice, keys and one switch`() async throws {
    let switches = ["select", "next", "next"] + Array(repeating: "select", count: 35)
    for (client, commands) in [
      ("voice-control", ["set coffee to 9.5"]), ("keyboard", ["increment 3.5"]),
      ("switch-control", switches), ("voiceover", ["set 9.5"]),
    ] {
      let bridge = try await Bridge(source: "sample:coffee")
      let result = try await bridge.client([client] + commands.flatMap { ["--do", $0] })
      #expect(result.code == 0 && result.lines.last == "9.5 ounces", "\(client): \(result)")
      #expect(try await bridge.speech(dispenser) == ["Coffee dispenser, 9.5 ounces, adjustable"])
    }
  }

  @Test
  func `P11 A13 E5 N4: a drag to 9.5 ounces is announced at most every 0.3 s`()
    async throws
  {
    let bridge = try await Bridge(source: "sample:coffee")
    let before = try #require(try await bridge.found(dispenser).first)
    let level = try #require(before.object("activation_point"))
    let listener = try await bridge.listen("announcement,value")
    let steps = (1...8).map { "move @0,\(-8 * $0) +100" }.joined(separator: " ")
    let drag = try await bridge.client(
      "gesture", dispenser, "down @ \(steps) move @0,-70 +300 up +100")
    #expect(drag.code == 0 && drag.standardOutput.hasPrefix("confirmed"))
    #expect(try await bridge.speech(dispenser) == ["Coffee dispenser, 9.5 ounces, adjustable"])
    // Every change of the value is sent; fewer are announced.
    var values: [String] = []
    let announced = try await listener.heard(upTo: "9.5 ounces") { news in
      news.object("value_changed")?.text("new_value").map { values.append($0) }
      return news.object("announcement")?.text("text")
    }
    #expect(announced == ["6.4 ounces", "7.6 ounces", "8.8 ounces", "9.5 ounces"])
    #expect(
      values
        == [6.4, 6.8, 7.2, 7.6, 8, 8.4, 8.8, 9.2, 9.5].map {
          $0 == 8 ? "8 ounces" : "\($0) ounces"
        })
    let after = try #require(try await bridge.found(dispenser).first?.object("activation_point"))
    #expect(after.number("x") == level.number("x"))
    #expect(after.number("y")?.rounded() == level.number("y").map { $0 - 70 })
  }

  @Test
  func `P11 A13: a finger that moves beyond the cup fills it, and no more`() async throws {
    let bridge = try await Bridge(source: "sample:coffee")
    #expect(try await bridge.client("gesture", dispenser, "down @ move @0,-400 up").code == 0)
    #expect(try await bridge.speech(dispenser) == ["Coffee dispenser, 12 ounces, adjustable"])
    let full = try await bridge.refusal("increment", dispenser)
    #expect(full.contains("the cup is full with 12 ounces"))
  }

  @Test
  func `P11 A13 A16: a gesture that does not begin at the fill level is refused`() async throws {
    let bridge = try await Bridge(source: "sample:coffee")
    let start = try await bridge.refusal("gesture", dispenser, "down @0,40 move @0,0 up")
    #expect(start.contains("begin at the activation point"))
    let outside = try await bridge.refusal("gesture", dispenser, "down @500,0 move @0,0 up")
    #expect(outside.contains("outside slider \"Coffee dispenser\""))
    #expect(try await bridge.speech(dispenser) == ["Coffee dispenser, 6 ounces, adjustable"])
  }

  @Test
  func `P11 A3 A13: tenths are kept when ounces are added, and one ounce is singular`() async throws
  {
    let bridge = try await Bridge(source: "sample:coffee")
    let heard = try await bridge.client(
      "voiceover", "--verbosity", "brief", "--do", "pass through 0,-46", "--do", "down")
    #expect(Array(heard.lines.suffix(2)) == ["8.3 ounces", "7.3 ounces"])
    for _ in 0..<7 { try await bridge.act(dispenser, "decrement") }
    #expect(try await bridge.speech(dispenser) == ["Coffee dispenser, 0.3 ounces, adjustable"])
    try await bridge.act(dispenser, "decrement")
    try await bridge.act(dispenser, "increment")
    #expect(try await bridge.speech(dispenser) == ["Coffee dispenser, 1 ounce, adjustable"])
  }
}
