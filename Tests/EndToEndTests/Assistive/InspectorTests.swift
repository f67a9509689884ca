import BridgeTestSupport
import Foundation
import Testing

@Suite
struct `V5: the inspector on a terminal, over TCP` {
  @Test
  func `V5: it shows a live tree, acts, follows changes, and restores the terminal`() async throws {
    let bridge = try await Bridge()
    let terminal = try await TerminalSession(
      "sh -c 'echo before; bridge-client inspect; echo after; cat'", on: bridge)
    try await terminal.shows("the tree") { rows in
      rows[0].contains(bridge.address)
        && rows.contains { $0.contains("button \"7\"") && $0.contains("│") }
    }
    try await terminal.type("/button[label=\"7\"]")
    try await terminal.press("Enter")
    try await terminal.shows("the element") { rows in
      rows.contains { $0.contains("▶") && $0.contains("button \"7\"") }
        && rows.contains { $0.contains("says: 7, button") }
    }
    try await terminal.press("Enter", "Enter")
    try await terminal.shows("the notification and the receipt") { rows in
      rows.contains { $0.contains("value text \"Result\"") && $0.contains("\"0\" → \"7\"") }
        && rows.contains { $0.contains("press confirmed") }
    }
    // Another client acts.
    _ = try await bridge.client("press", "button[label=\"8\"]")
    try await terminal.shows("what somebody else did") { rows in
      rows.contains { $0.contains("\"7\" → \"78\"") }
    }
    try await terminal.tmux("resize-window", "-x", "120", "-y", "40")
    try await terminal.shows("the whole of a larger window") { rows in
      rows.contains { $0.contains("button \"equals\"") }
        && rows.contains { $0.contains("64 × 48 at 12, 124 of the screen") }
        && rows.count >= 40 && rows[39].contains("press confirmed")
    }
    try await terminal.press("q")
    // After the resize, tmux shows old content above.
    try await terminal.shows("the shell again") { rows in
      rows.contains("before") && rows.contains("after")
    }
    try await terminal.end()
  }

  @Test
  func `V5: after a signal, it restores the terminal`() async throws {
    let bridge = try await Bridge()
    let directory = try temporaryDirectory()
    let file = directory.path("process")
    let terminal = try await TerminalSession(
      "sh -c 'echo before; sh -c \"echo \\$\\$ >\(file); exec bridge-client inspect\"; "
        + "stty -a | grep -o -E \"(^| )icanon\"; cat'", on: bridge)
    try await terminal.shows("the tree") { rows in
      rows.contains { $0.contains("button \"7\"") && $0.contains("│") }
    }
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let process = try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    kill(process, SIGTERM)
    try await terminal.shows("the shell again, in lines") { rows in
      rows.contains("before") && rows.contains { $0.hasSuffix("icanon") }
    }
    try await terminal.end()
  }

  @Test
  func `V5: without a terminal, it names the commands to use instead`() async throws {
    let bridge = try await Bridge()
    let result = try await bridge.client("inspect")
    #expect(result.code == 2)
    #expect(result.standardError.contains("needs a terminal"))
  }
}
