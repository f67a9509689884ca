import BridgeTestSupport
import Foundation
import Testing

/// Two hosts, with a server on the desktop that the laptop is paired with: it calls the server "desktop".
struct PairedHosts {
  let hosts: TwoHosts
  let server: RunningProcess

  /// Pairs them over a link without delay.
  init(source: String = "sample:calculator") async throws {
    hosts = try await TwoHosts()
    let invited = try await hosts.run(
      on: .desktop, ["a11y-bridge", "pair", "--name", "laptop", "--allow", "act"])
    let code = String(try #require(invited.lines.first?.split(separator: " ").last))
    server = try hosts.start(
      on: .desktop,
      [
        "a11y-bridge", "--source", source, "--listen", "\(TwoHosts.desktopAddress):50151",
        "--listen", "127.0.0.1:50151",
      ])
    _ = try await server.standardError.line { $0.contains("listening on") }
    let paired = try await hosts.run(
      on: .laptop, ["bridge-client", "pair", code, "--as", "desktop"])
    try #require(paired.code == 0, "\(paired.standardError)")
  }

  /// Runs `bridge-client` on the laptop with the desktop's server.
  func client(_ words: String...) async throws -> Subprocess.Result { try await client(words) }

  func client(_ words: [String]) async throws -> Subprocess.Result {
    try await hosts.run(on: .laptop, ["bridge-client", "--server", "desktop"] + words)
  }

  /// Starts `bridge-client` on the laptop with the desktop's server.
  func startClient(_ words: String...) throws -> RunningProcess {
    try hosts.start(on: .laptop, ["bridge-client", "--server", "desktop"] + words)
  }

  /// Runs `bridge-client` on the desktop itself.
  @discardableResult
  func local(_ words: String...) async throws -> Subprocess.Result {
    let result = try await hosts.run(on: .desktop, ["bridge-client"] + words)
    try #require(result.code == 0, "\(words): \(result.standardError)")
    return result
  }

  /// What the calculator shows.
  func display() async throws -> String? {
    let result = try await local("--json", "get", "text[label=Result]")
    return try jsonLines(result.standardOutput).first?.text("value")
  }
}
