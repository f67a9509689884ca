import BridgeTestSupport
import Foundation
import Testing

/// A server and clients with state directories of their own, as on two machines.
final class TwoMachines: Sendable {
  let desktop: TemporaryDirectory
  let laptop: TemporaryDirectory

  init() throws {
    desktop = try TemporaryDirectory()
    laptop = try TemporaryDirectory()
  }

  private static let base = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"]

  /// The environment on the server's machine, and on the client's.
  var there: [String: String] {
    Self.base.merging(["XDG_STATE_HOME": desktop.path, "XDG_CONFIG_HOME": configuration]) { $1 }
  }
  /// The directory of the server's configuration.
  var configuration: String { desktop.path("config") }
  var here: [String: String] { Self.base.merging(["XDG_STATE_HOME": laptop.path]) { $1 } }

  /// Starts the server; loopback stands for the network between the machines.
  func start(_ options: String..., listen: String = "127.0.0.1:0") async throws -> Bridge {
    try await Bridge(
      listen: [listen], options: listen.hasPrefix("127") ? ["--tls"] + options : options,
      environment: there)
  }

  /// Runs `a11y-bridge` with words on the server's machine.
  func admin(_ words: String...) async throws -> Subprocess.Result {
    try await Subprocess.run(Places.builtProgram("a11y-bridge"), words, environment: there)
  }

  /// Runs `bridge-client` on the client's machine.
  func client(
    _ words: String..., extra: [String: String] = [:]
  ) async throws -> Subprocess.Result {
    try await client(words, extra: extra)
  }

  func client(
    _ words: [String], extra: [String: String] = [:]
  ) async throws -> Subprocess.Result {
    try await Subprocess.run(
      Places.builtProgram("bridge-client"), words, environment: here.merging(extra) { $1 })
  }

  /// Makes an invitation, and returns its code.
  func invite(_ words: String...) async throws -> String {
    let result = try await Subprocess.run(
      Places.builtProgram("a11y-bridge"), ["pair"] + words, environment: there)
    try #require(result.code == 0, "\(result.standardError)")
    let words = try #require(result.lines.first).split(separator: " ")
    #expect(words.prefix(2) == ["bridge-client", "pair"])
    return String(try #require(words.last))
  }

  /// Pairs the two; the client calls the server "desktop".
  func pair(_ words: String...) async throws {
    let invited = try await Subprocess.run(
      Places.builtProgram("a11y-bridge"), ["pair"] + words, environment: there)
    let code = String(try #require(invited.lines.first?.split(separator: " ").last))
    let result = try await client("pair", code, "--as", "desktop")
    try #require(result.code == 0, "\(result.standardError)")
  }

  /// The fingerprint of the server's key.
  func serverKey(_ bridge: Bridge) async throws -> String {
    let line = try await bridge.process.standardError.line { $0.contains("the server's key is ") }
    return String(try #require(line.split(separator: " ").last))
  }
}

/// Puts a file that only its owner can read, and at no moment others, in place at once.
///
/// `FileManager` alone gives a file its permissions after its name, and a server that looks in
/// between sees one that others can read.
func writeSecret(_ text: String, to path: String) throws {
  let made = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
  let isWritten = FileManager.default.createFile(
    atPath: made, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
  try #require(isWritten, "\(made)")
  try #require(unsafe rename(made, path) == 0, "\(path)")
}
