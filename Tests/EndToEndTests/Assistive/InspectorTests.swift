import BridgeTestSupport
import Foundation
import Synchronization
import Testing

/// A terminal of 80 × 24 inside tmux: keys go in, the screen comes out.
private final class TerminalSession: Sendable {
  private let directory: TemporaryDirectory
  private let environment: [String: String]
  /// The server outlives the client that starts it.
  private let server = Mutex<pid_t>(0)

  init(_ command: String, on bridge: Bridge) async throws {
    directory = try temporaryDirectory()
    let programs = URL(fileURLWithPath: try Places.builtProgram("bridge-client"))
      .deletingLastPathComponent().path
    environment = bridge.environment.merging(
      [
        "A11Y_BRIDGE_SERVER": bridge.address, "LANG": "C.UTF-8", "TERM": "xterm-256color",
        "PATH": programs + ":" + (bridge.environment["PATH"] ?? "/usr/bin:/bin"),
      ]
    ) { $1 }
    try await tmux("new-session", "-d", "-x", "80", "-y", "24", command)
    let pid = try await tmux("display-message", "-p", "#{pid}").standardOutput
    server.withLock { $0 = pid_t(pid.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0 }
  }

  deinit {
    server.withLock { if $0 > 0 { kill($0, SIGKILL) } }
  }

  @discardableResult
  func tmux(_ words: String...) async throws -> Subprocess.Result {
    let words = ["-f", "/dev/null", "-S", directory.path("tmux")] + words
    return try await Subprocess.run("tmux", words, environment: environment)
  }

  func press(_ keys: String...) async throws {
    for key in keys { try await tmux("send-keys", key) }
  }

  func type(_ text: String) async throws { try await tmux("send-keys", "-l", text) }

  /// Waits until the screen is as wanted, and returns its rows.
  @discardableResult
  func shows(_ what: String, _ isWanted: ([String]) -> Bool) async throws -> [String] {
    var last = ""
    do {
      return try await eventually("the screen shows \(what)", within: .seconds(15)) {
        last = try await tmux("capture-pane", "-p").standardOutput
        let rows = last.components(separatedBy: "\n")
        return isWanted(rows) ? rows : nil
      }
    } catch {
      Issue.record("the screen:\n\(last)")
      throw error
    }
  }

  func end() async throws {
    server.withLock { $0 = 0 }
    try await tmux("kill-server")
  }
}

@Suite("V5: the inspector on a terminal, over TCP")
struct InspectorCommandTests {
  @Test("V5: it shows a live tree, acts, follows, and leaves the terminal as it was")
  func session() async throws {
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
    // Somebody else acts.
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
    // Where tmux was resized meanwhile it shows remains of its own above.
    try await terminal.shows("the shell again") { rows in
      rows.contains("before") && rows.contains("after")
    }
    try await terminal.end()
  }

  @Test("V5: ended by a signal, it gives the terminal back")
  func signalled() async throws {
    let bridge = try await Bridge()
    let terminal = try await TerminalSession(
      "sh -c 'echo before; (sleep 1; kill -TERM $(pgrep -P $$ bridge-client)) & "
        + "bridge-client inspect; stty -a | grep -o -w icanon; cat'", on: bridge)
    try await terminal.shows("the shell again, in lines") { rows in
      rows.contains("before") && rows.contains("icanon")
    }
    try await terminal.end()
  }

  @Test("V5: without a terminal it says what to use instead")
  func pipe() async throws {
    let bridge = try await Bridge()
    let result = try await bridge.client("inspect")
    #expect(result.code == 2)
    #expect(result.standardError.contains("needs a terminal"))
  }
}
