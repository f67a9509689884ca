import BridgeTestSupport
import Testing

@Suite
struct `V1–V4: assistive clients on a terminal, over TCP` {
  @Test
  func `Ctrl-C and Esc cancel a wait, and a mistaken command does not end the client`() async throws
  {
    let bridge = try await Bridge()
    let terminal = try await TerminalSession(
      "sh -c 'bridge-client --timeout 600 voiceover; echo ended $?; cat'", on: bridge)
    try await terminal.shows("the first element") { $0.contains("Result, 0") }
    try await terminal.type(":hear zebra")
    try await terminal.press("Enter", "C-c")
    try await terminal.shows("that it was called off") { $0.contains("cancelled") }
    try await terminal.type(":wait 600")
    try await terminal.press("Enter", "Escape")
    try await terminal.type(":wait for me")
    try await terminal.press("Enter")
    try await terminal.shows("what is wrong") { rows in
      rows.contains("wait takes seconds, not \"for me\"")
        && rows.filter { $0 == "cancelled" }.count == 2
    }
    try await terminal.press("q")
    try await terminal.shows("a good end") { $0.contains("ended 0") }
    try await terminal.end()
  }

  @Test
  func `a text that is not spoken in time is a refusal on a terminal`() async throws {
    let bridge = try await Bridge()
    let terminal = try await TerminalSession(
      "sh -c 'bridge-client --timeout 0.2 voiceover; cat'", on: bridge)
    try await terminal.shows("the first element") { $0.contains("Result, 0") }
    try await terminal.type(":hear zebra")
    try await terminal.press("Enter")
    try await terminal.shows("the refusal") { rows in
      rows.contains { $0.hasPrefix("\"zebra\" was not heard") }
    }
    try await terminal.type("n")
    try await terminal.shows("the next element") {
      $0.contains { $0.hasPrefix("AC") } || $0.count > 3
    }
    try await terminal.end()
  }

  @Test
  func `typed text stays on one line and visible while the client speaks`() async throws {
    let bridge = try await Bridge()
    let terminal = try await TerminalSession(
      "sh -c 'bridge-client voiceover --verbosity brief; cat'", columns: 24, rows: 10, on: bridge)
    try await terminal.shows("the first element") { $0.contains("Result, 0") }
    try await terminal.type(":find a name that is much longer than the screen")
    try await terminal.shows("the end of the line") { rows in
      rows.contains(": …longer than the screen")
        || rows.contains { $0.hasSuffix("than the screen") }
    }
    _ = try await bridge.client("press", "button[label=\"5\"]")
    try await terminal.shows("what was said, and the line below it") { rows in
      guard let said = rows.firstIndex(of: "5") else { return false }
      return rows[said + 1].hasPrefix(": …") && rows[said + 1].hasSuffix("than the screen")
        && rows[(said + 2)...].allSatisfy(\.isEmpty)
        && rows.filter { $0.hasPrefix(": ") }.count == 1
    }
    try await terminal.press("Escape")
    try await terminal.shows("no line any more") { rows in !rows.contains { $0.hasPrefix(":") } }
    try await terminal.end()
  }

  @Test
  func `V2: a digit chooses a number, and begins a line where there are more than nine`()
    async throws
  {
    let bridge = try await Bridge(sources: ["sample:toggle-flip", "sample:calculator"])
    let terminal = try await TerminalSession(
      "sh -c 'bridge-client voice-control; cat'", on: bridge)
    try await terminal.shows("the names") { $0.contains("listening, 2 names") }
    try await terminal.press("u")
    try await terminal.shows("the numbers") { $0.contains("2 Flip, button") }
    try await terminal.press("2")
    try await terminal.shows("what it did") { $0.contains("Enabled, on") }
    try await terminal.press("1")
    try await terminal.shows("that the numbers are still there") {
      $0.contains("tapped Enabled") && $0.contains("off")
    }
    try await terminal.type(":window calculator")
    try await terminal.press("Enter")
    try await terminal.shows("the other window") { $0.contains("listening, 20 names") }
    try await terminal.press("u")
    try await terminal.shows("more numbers") { $0.contains("20 equals, button") }
    try await terminal.press("1", "5")
    try await terminal.shows("the line") { $0.contains(": 15") }
    try await terminal.press("Enter")
    try await terminal.shows("what was tapped") { rows in
      rows.contains { $0.hasPrefix("tapped") && $0 != "tapped Flip" && $0 != "tapped Enabled" }
    }
    try await terminal.end()
  }
}
