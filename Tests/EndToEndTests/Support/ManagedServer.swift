import BridgeTestSupport
import Foundation

/// `a11y-bridge` as a service of a small service manager (Tests/Fixtures/programs/service-manager.py).
final class ManagedServer: Sendable {
  /// Prints what happens, and takes commands.
  let manager: RunningProcess
  private let directory: TemporaryDirectory
  let environment: [String: String]

  /// - Parameters:
  ///   - manager: The options of the service manager.
  ///   - state: The server's state directory; `nil`: one of its own.
  init(manager options: [String] = [], server: [String] = [], state: String? = nil) throws {
    directory = try temporaryDirectory()
    environment = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
      "XDG_STATE_HOME": state ?? directory.path("state"),
    ]
    let program = try Places.builtProgram("a11y-bridge")
    manager = try RunningProcess(
      Places.fixture("programs/service-manager.py"),
      options + ["--", program, "--source", "sample:calculator"] + server, environment: environment)
  }

  deinit { manager.closeInput() }

  /// Returns what comes after a word at the beginning of the next line that has it.
  func next(_ word: String) async throws -> String {
    let line = try await manager.standardOutput.line { $0.hasPrefix(word + " ") }
    return String(line.dropFirst(word.count + 1))
  }

  /// Waits until the server has told something.
  func told(_ text: String) async throws {
    _ = try await manager.standardOutput.line { $0.hasPrefix("notify \(text)") }
  }

  func client(_ words: String...) async throws -> Subprocess.Result {
    try await Subprocess.run(
      Places.builtProgram("bridge-client"), words, environment: environment)
  }
}
