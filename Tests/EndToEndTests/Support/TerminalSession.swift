import BridgeTestSupport
import Foundation
import Synchronization
import Testing

/// A terminal inside tmux: tests send keys and read the screen.
final class TerminalSession: Sendable {
  private let directory: TemporaryDirectory
  private let environment: [String: String]
  /// The tmux server outlives the client that starts it.
  private let server = Mutex<pid_t>(0)

  init(
    _ command: String, columns: Int = 80, rows: Int = 24, on bridge: Bridge
  ) async throws {
    directory = try temporaryDirectory()
    let programs = URL(fileURLWithPath: try Places.builtProgram("bridge-client"))
      .deletingLastPathComponent().path
    environment = bridge.environment.merging(
      [
        "A11Y_BRIDGE_SERVER": bridge.address, "LANG": "C.UTF-8", "TERM": "xterm-256color",
        "PATH": programs + ":" + (bridge.environment["PATH"] ?? "/usr/bin:/bin"),
      ]
    ) { $1 }
    try await tmux("new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", command)
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

  /// Waits until the screen satisfies a condition, and returns its rows.
  @discardableResult
  func shows(_ what: String, _ isWanted: ([String]) -> Bool) async throws -> [String] {
    var last = ""
    do {
      return try await eventually("the screen shows \(what)") {
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
