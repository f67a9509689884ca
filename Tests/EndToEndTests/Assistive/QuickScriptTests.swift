import BridgeTestSupport
import Testing

/// Scripts of quick commands: each says what its own commands caused.
@Suite(.timeLimit(.minutes(10)))
struct QuickScriptTests {
  private struct Script: Sendable {
    let client: String
    let application: String
    let commands: [String]
    let heard: [String]
  }

  private static let scripts = [
    Script(
      client: "voiceover", application: "Photo filter",
      commands: [
        "find camera", "activate", "find photos", "activate", "find zooming", "zoom in",
        "zoom out", "find camera", "activate",
      ],
      heard: [
        "Photos, button", "Camera, button", "Camera", "Opening Camera—", "Camera Active",
        "Photos, button", "Photos", "Loading photos view",
        "Zooming image view, Not Filtered, image", "2x zoom", "1x zoom", "Camera, button",
        "Camera", "Opening Camera—", "Camera Active",
      ]),
    Script(
      client: "keyboard", application: "Shopping List",
      commands: ["find milk", "action delete", "action delete", "action delete"],
      heard: [
        "Bread, switch button, 1 to buy", "Milk, switch button, 1 to buy", "Milk removed",
        "Apples, switch button, 1 to buy", "Apples removed", "Cheese, switch button, 1 to buy",
        "Cheese removed", "Coffee, switch button, 1 to buy",
      ]),
    Script(
      client: "voice-control", application: "Voice memos",
      commands: ["tap song", "tap tide", "tap song"],
      heard: [
        "listening, 7 names", "tapped A song, 95 seconds", "Playing A song",
        "tapped Tide times, 12 seconds", "Playing Tide times", "tapped A song, 95 seconds",
        "Playing A song",
      ]),
    Script(
      client: "switch-control", application: "Spoken text",
      commands: ["select", "select", "select"],
      heard: [
        "Where is it? button", "Two streets away", "Two streets away", "Two streets away",
      ]),
  ]

  @Test(arguments: 1...3)
  func `V1 V2 V3 V4 N3: four clients at once say each what it caused, in order`(
    round: Int
  ) async throws {
    let bridge = try await Bridge(source: "sample")
    try await withThrowingTaskGroup { group in
      for script in Self.scripts {
        group.addTask {
          let target = "application[name=\"\(script.application)\"]"
          let commands = script.commands.flatMap { ["--do", $0] }
          let result = try await bridge.client([script.client, target] + commands)
          #expect(result.code == 0, "\(result)")
          #expect(result.lines.map(String.init) == script.heard, "\(script.client)")
        }
      }
      try await group.waitForAll()
    }
  }

  @Test
  func `what others cause is not said, except in the same application to those who listen`()
    async throws
  {
    let bridge = try await Bridge(source: "sample")
    let target = "application[name=\"Photo filter\"]"
    let reader = try bridge.start("voiceover", target)
    let keyboard = try bridge.start("keyboard", target)
    for client in [reader, keyboard] {
      let line = try await client.standardOutput.line()
      #expect(line == "Photos, button")
    }
    try await bridge.act("application[name=\"Spoken text\"] button", "press")
    try await bridge.act("\(target) button[label=Photos]", "press")
    for client in [reader, keyboard] {
      client.write("find camera\nwait 0.1\nquit\n")
    }
    var heard: [[String]] = []
    for client in [reader, keyboard] {
      var lines: [String] = []
      while let line = try await client.standardOutput.line() {
        lines.append(line)
      }
      heard.append(lines)
    }
    #expect(heard == [["Camera, button", "Loading photos view"], ["Camera, button"]])
  }

  @Test
  func `V1 V3 what two clients make of one value is said to each as its own action left it`()
    async throws
  {
    let bridge = try await Bridge(source: "sample:coffee")
    let ups = Array(repeating: ["--do", "increment"], count: 3).flatMap(\.self)
    let heard = try await withThrowingTaskGroup(of: [String].self) { group in
      for client in ["voiceover", "keyboard"] {
        group.addTask {
          try await bridge.client([client, "application[name=Coffee]"] + ups).lines
            .map(String.init).filter { $0.hasSuffix(" ounces") }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    // No value is said twice, and none is left out.
    #expect(Set(heard.flatMap(\.self)) == Set((7...12).map { "\($0) ounces" }), "\(heard)")
    #expect(heard.map(\.count) == [3, 3], "\(heard)")
  }

  @Test
  func `what only brings an application to the front, or sets what is set, changes nothing`()
    async throws
  {
    let bridge = try await Bridge(source: "sample")
    let nothing = "Nothing was seen to change"
    let watch = try await bridge.client(
      "keyboard", "application[name=Traits]", "--do", "find watch", "--do", "activate")
    #expect(watch.lines.last.map(String.init) == nothing, "\(watch)")
    let name = try await bridge.client(
      "keyboard", "application[name=\"Sign In\"]", "--do", "set ann", "--do", "set ann")
    #expect(name.lines.suffix(2).map(String.init) == ["ann", nothing], "\(name)")
  }
}
