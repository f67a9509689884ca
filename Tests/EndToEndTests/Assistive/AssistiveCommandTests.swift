import BridgeTestSupport
import Foundation
import Testing

@Suite
struct `V1–V4: assistive clients on a sample, over TCP` {
  /// Runs a script through a client's standard input. Returns its output and exit code.
  private func run(
    _ words: String..., script: String, on bridge: Bridge
  ) async throws -> (lines: [String], code: RunningProcess.Exit) {
    let process = try bridge.start(words)
    process.write(script)
    process.closeInput()
    let code = try await process.ended()
    return (process.standardOutput.text.split(separator: "\n").map(String.init), code)
  }

  @Test
  func `V1, P1: the screen reader calculates, and speaks the result`() async throws {
    try await expectComputes(on: try await Bridge())
  }

  private func expectComputes(on bridge: Bridge) async throws {
    let script = """
      # 7 × 8 =
      find 7
      activate
      find multiply
      activate
      find 8
      activate
      find equals
      activate
      first
      """
    let result = try await run("voiceover", "--verbosity", "brief", script: script, on: bridge)
    #expect(
      result.lines == [
        "Result, 0", "7, button", "7", "multiply, button", "selected, multiply, button",
        "8, button", "8", "equals, button", "equals", "Result, 56",
      ])
    #expect(result.code == .code(0))
  }

  @Test
  func `V1: a custom action is found by the rotor and performed`() async throws {
    let bridge = try await Bridge()
    _ = try await bridge.client("press", "button[label=\"7\"]")
    let result = try await bridge.client(
      "voiceover", "--do", "down", "--do", "activate", "--do", "read")
    let hint = "Swipe up or down to select a custom action, then double tap to activate."
    #expect(
      result.lines.map(String.init) == ["Result, 7", hint, "Clear", "0", "Result, 0", hint])
  }

  @Test
  func `V2, P1: spoken names and labels both work`() async throws {
    let bridge = try await Bridge()
    let script = "show names\ntap 6\ntap times\ntap 7\ntap equals\ntap the moon\n"
    let result = try await run("voice-control", script: script, on: bridge)
    #expect(result.lines.first == "listening, 20 names")
    #expect(result.lines.contains("times"))
    #expect(
      result.lines.suffix(9) == [
        "tapped 6", "Result, 6", "tapped multiply", "selected, multiply, button", "tapped 7",
        "Result, 7", "tapped equals", "Result, 42", "Nothing here is called the moon.",
      ])
    #expect(result.code == .code(1))
    #expect(try await bridge.client("get", "text").standardOutput.contains("\"42\""))
  }

  @Test
  func `V4: a switch user scans to a key and selects it`() async throws {
    let bridge = try await Bridge()
    let script = "mode items\n" + String(repeating: "next\n", count: 5) + "select\n"
    let result = try await run("switch-control", script: script, on: bridge)
    #expect(result.lines.suffix(2) == ["7, button", "Result, 7"])
    #expect(try await bridge.client("get", "text").standardOutput.contains("value        \"7\""))
  }

  @Test
  func `V4: the scan advances over time`() async throws {
    let bridge = try await Bridge()
    let process = try bridge.start(["switch-control", "--mode", "items", "--scan", "0.1"])
    _ = try await process.standardOutput.line { $0 == "7, button" }
    process.write("select\n")
    process.closeInput()
    #expect(try await process.ended() == .code(0))
  }

  @Test
  func `V4: the scan advances while a script waits, and only then`() async throws {
    let bridge = try await Bridge()
    let result = try await bridge.client(
      "switch-control", "--mode", "items", "--scan", "0.1", "--do", "hear 7, button", "--do",
      "select")
    #expect(result.code == 0, "\(result.standardOutput)")
    #expect(try await bridge.client("get", "text").standardOutput.contains("value        \"7\""))
    let slow = try await bridge.client(
      "switch-control", "--mode", "items", "--scan", "60", "--do", "next", "--do", "select")
    #expect(slow.lines.dropFirst() == ["clear, button", "Result, 0"])
  }

  @Test
  func `P1: with every sample served, all four clients start at the first one, and calculate`()
    async throws
  {
    let bridge = try await Bridge(source: "sample")
    try await expectComputes(on: bridge)
    let ring = try await run("keyboard", script: "find 9\nactivate\n", on: bridge)
    #expect(ring.lines == ["Result, 56", "9, button", "Result, 9"] && ring.code == .code(0))
    let voice = try await run("voice-control", script: "tap 4\n", on: bridge)
    #expect(voice.lines == ["listening, 20 names", "tapped 4", "Result, 94"])
    let switches = try await run("switch-control", script: "mode items\nnext\n", on: bridge)
    #expect(switches.lines.count == 3 && switches.code == .code(0))
    #expect(try await bridge.client("get", "text[label=Result]").standardOutput.contains("\"94\""))
  }

  @Test
  func `an empty screen is not a refusal unless a command was given`() async throws {
    let bridge = try await Bridge(source: "sample:audit-gallery")
    for client in ["voiceover", "keyboard", "switch-control"] {
      let result = try await run(client, "dialog[label=\"Really?\"]", script: "", on: bridge)
      #expect(result.lines.count == 1 && result.lines[0].hasPrefix("There is nothing"))
      #expect(result.code == .code(0), "\(client)")
    }
  }

  @Test
  func `a line that is too long is refused, and the next one is accepted`() async throws {
    let bridge = try await Bridge()
    let script = "find " + String(repeating: "7", count: 300_000) + "\nfind 9"
    let result = try await run("keyboard", script: script, on: bridge)
    #expect(
      result.lines == [
        "Result, 0", "Ignored a line longer than 65536 bytes.", "9, button",
      ])
    #expect(result.code == .code(1))
  }

  @Test
  func `a mistaken command in a script is refused, and the next one is carried out`() async throws {
    let bridge = try await Bridge(source: "sample:toggle-flip")
    let script = "wait x\nnext extra\nwait\nhear\nquit now\nnext\n"
    let result = try await run("keyboard", script: script, on: bridge)
    #expect(
      result.lines == [
        "Enabled, switch button, off", "wait takes seconds, not \"x\"",
        "\"next\" takes nothing more, not \"extra\".", "wait takes seconds, not \"\"",
        "hear takes the text to wait for", "\"quit\" takes nothing more, not \"now\".",
        "Flip, button",
      ])
    #expect(result.code == .code(1))
  }

  @Test
  func `V3: the focus ring wraps around, and a key is pressed`() async throws {
    let bridge = try await Bridge()
    let result = try await run(
      "keyboard", script: "find 9\nactivate\nprevious\nactivate\n", on: bridge)
    #expect(
      result.lines == ["Result, 0", "9, button", "Result, 9", "8, button", "Result, 98"])
    #expect(try await bridge.client("get", "text").standardOutput.contains("\"98\""))
  }

  @Test
  func `effects of other clients are spoken; --json gives the kind of each line`() async throws {
    let bridge = try await Bridge()
    let process = try bridge.start(["--json", "voiceover"])
    _ = try await process.standardOutput.line { $0.contains("Result, 0") }
    _ = try await bridge.client("press", "button[label=\"5\"]")
    process.write("hear 5\n")
    let line = try await process.standardOutput.line { $0.contains("change") }
    #expect(try jsonLines(line).first?.text("text") == "5")
    process.closeInput()
    #expect(try await process.ended() == .code(0))
    let deaf = try await bridge.client("--timeout", "0.3", "voiceover", "--do", "hear the sea")
    #expect(deaf.code == 1)
    #expect(deaf.standardError.contains("was not heard"))
  }

  @Test
  func `V1: keys of a terminal give commands, and the terminal is restored`() async throws {
    let bridge = try await Bridge()
    let directory = try temporaryDirectory()
    let before = directory.path("before")
    let terminal = try await TerminalSession(
      "stty -a > \(before); bridge-client voiceover; stty -a | cmp - \(before) && echo as before; "
        + "read line", on: bridge)
    // Each key is pressed after the previous one was answered.
    try await terminal.shows("where it begins") { $0.contains { $0.contains("Result, 0") } }
    try await terminal.press("n", "n")
    try await terminal.shows("two steps") { $0.contains { $0.contains("change sign, button") } }
    try await terminal.type(":find 7")
    try await terminal.press("Enter")
    try await terminal.shows("what was found") { $0.contains { $0.hasPrefix("7, button") } }
    try await terminal.press("q")
    try await terminal.shows("the terminal as it was") { $0.contains("as before") }
    try await terminal.end()
  }

  @Test
  func `speech is spoken aloud by any installed speech program`() async throws {
    let bridge = try await Bridge()
    let programs = try temporaryDirectory()
    let heard = programs.path("heard")
    let script = "#!/bin/sh\nfor text; do :; done; echo \"$text\" >> \(heard)\n"
    try script.write(toFile: programs.path("spd-say"), atomically: true, encoding: .utf8)
    #expect(unsafe chmod(programs.path("spd-say"), 0o755) == 0)
    let path = programs.path("") + ":/usr/bin:/bin"
    let result = try await bridge.client(
      ["voiceover", "--verbosity", "brief", "--aloud", "--do", "read"], extra: ["PATH": path])
    #expect(result.code == 0, "\(result.standardError)")
    #expect(try String(contentsOfFile: heard, encoding: .utf8).hasSuffix("Result, 0\n"))
    let mute = try await bridge.client(
      ["voiceover", "--aloud", "--do", "read"], extra: ["PATH": programs.path("nothing")])
    #expect(mute.code == 1)
    #expect(mute.standardError.contains("espeak-ng"))
  }
}
