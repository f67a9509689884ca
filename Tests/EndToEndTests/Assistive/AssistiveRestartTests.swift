import BridgeTestSupport
import Testing

@Suite
struct `V1–V5: the server goes away, and another comes` {
  /// An address where a server can be started again.
  private let directory: TemporaryDirectory
  private var address: String { "unix:\(directory.path("socket"))" }

  init() throws { directory = try temporaryDirectory() }

  private func start(_ sample: String) async throws -> Bridge {
    try await Bridge(source: "sample:\(sample)", listen: [address])
  }

  /// Kills a server and starts another one at the same address.
  private func replace(_ bridge: Bridge, with sample: String) async throws -> Bridge {
    bridge.process.kill()
    try await bridge.process.ended()
    return try await start(sample)
  }

  private func revision(of bridge: Bridge) async throws -> String? {
    try await bridge.client("info").lines.first { $0.contains("revision") }.map(String.init)
  }

  @Test
  func `V2: a number from the previous run acts on nothing`() async throws {
    let first = try await start("calculator")
    let process = try first.start("voice-control")
    process.write("show numbers\n")
    _ = try await process.standardOutput.line { $0.hasPrefix("6 ") }
    let second = try await replace(first, with: "contrast")
    _ = try await process.standardError.line { $0.contains("the server was restarted") }
    let before = try await revision(of: second)
    process.write("6\ntap 6\n")
    process.closeInput()
    #expect(try await process.ended() == .code(1))
    #expect(process.standardOutput.text.contains("No numbers are shown."))
    #expect(process.standardOutput.text.contains("Nothing here is called 6."))
    #expect(try await revision(of: second) == before)
  }

  @Test
  func `V1: after a restart a selector finds its target again, and an id fails with the reason`()
    async throws
  {
    let first = try await start("calculator")
    let window = try await first.id(2)
    let bySelector = try first.start("voiceover", "window")
    let byID = try first.start("voiceover", window)
    for process in [bySelector, byID] {
      _ = try await process.standardOutput.line { $0.hasPrefix("Result, 0") }
    }
    let second = try await replace(first, with: "settings")
    _ = try await bySelector.standardOutput.line { $0 == "Settings, heading" }
    bySelector.write("next\nactivate\n")
    bySelector.closeInput()
    #expect(try await bySelector.ended() == .code(0))
    #expect(bySelector.standardOutput.text.hasSuffix("on\n"))
    // It ends by itself, with its input open, once it has found the other server.
    #expect(try await byID.ended() == .code(1))
    #expect(byID.standardError.text.contains("\(window) is not one of its elements"))
    second.process.kill()
  }

  @Test(arguments: ["keyboard", "voiceover"])
  func `of an action without a receipt it is said that its outcome is unknown`(
    client: String
  ) async throws {
    let bridge = try await start("settings")
    let process = try bridge.start("--timeout", "2", client)
    _ = try await process.standardOutput.line {
      $0.hasPrefix("Settings") || $0.hasPrefix("Comments")
    }
    bridge.process.suspend()
    process.write("next\nactivate\n")
    _ = try await process.standardOutput.line {
      $0.hasPrefix("It is not known whether that was done")
    }
    bridge.process.resume()
    process.closeInput()
    #expect(try await process.ended() == .code(1))
  }

  @Test
  func `an action without a connection is refused at once`() async throws {
    let bridge = try await start("calculator")
    let process = try bridge.start("--timeout", "600", "keyboard")
    _ = try await process.standardOutput.line { $0.hasPrefix("Result, 0") }
    bridge.process.kill()
    _ = try await process.standardError.line { $0.contains("trying again") }
    process.write("find 7\nactivate\n")
    process.closeInput()
    #expect(try await process.ended() == .code(1))
    #expect(process.standardOutput.text.hasSuffix("There is no connection to the server now.\n"))
  }

  @Test
  func
    `V5: the inspector shows the new run from its beginning, and acts on nothing of the old one`()
    async throws
  {
    let first = try await start("calculator")
    let terminal = try await TerminalSession("sh -c 'bridge-client inspect; cat'", on: first)
    try await terminal.shows("the tree") { rows in rows.contains { $0.contains("button \"7\"") } }
    try await terminal.type("/button[label=\"7\"]")
    try await terminal.press("Enter", "Enter")
    try await terminal.shows("its actions") { rows in rows.contains { $0.contains("▶1 press") } }
    let second = try await replace(first, with: "settings")
    try await terminal.shows("the other tree, its first line selected") { rows in
      rows.contains { $0.hasPrefix("▶") && $0.contains("Settings") }
        && rows.contains { $0.hasPrefix("the server was restarted") }
    }
    let before = try await revision(of: second)
    try await terminal.press("Enter")
    try await terminal.shows("nothing done") { rows in
      rows.contains { $0.hasPrefix("it offers no actions") }
    }
    #expect(try await revision(of: second) == before)
    try await terminal.end()
  }

  @Test
  func `V3: after a restart a client is in the window of the same name, or says where it is`()
    async throws
  {
    let first = try await Bridge(
      sources: ["sample:settings", "sample:contrast"], listen: [address])
    let process = try first.start("keyboard")
    process.write("window Contrast Ratio\n")
    _ = try await process.standardOutput.line { $0 == "Reset colors, button" }
    first.process.kill()
    try await first.process.ended()
    let second = try await Bridge(
      sources: ["sample:settings", "sample:contrast"], listen: [address])
    _ = try await process.standardOutput.line { $0 == "Reset colors, button" }
    let third = try await replace(second, with: "settings")
    _ = try await process.standardOutput.line { $0 == "Settings" }
    process.closeInput()
    #expect(try await process.ended() == .code(0))
    third.process.kill()
  }
}
