import BridgeTestSupport
import Foundation

/// A running `a11y-bridge`, and `bridge-client`s that connect to it.
final class Bridge: Sendable {
  let process: RunningProcess
  /// The addresses of the server, as in its ready file, in the order of its options.
  let addresses: [String]
  let environment: [String: String]
  private let directory: TemporaryDirectory

  /// Starts the program and waits until it is ready.
  ///
  /// - Parameters:
  ///   - source: The argument of `--source`.
  ///   - listen: The argument of each `--listen`.
  ///   - options: Further options.
  ///   - environment: The environment of the program and of its clients; nil: this process's environment.
  convenience init(
    source: String = "sample:calculator", listen: [String] = ["127.0.0.1:0"],
    options: [String] = [], environment: [String: String]? = nil
  ) async throws {
    try await self.init(
      sources: [source], listen: listen, options: options, environment: environment)
  }

  /// Starts the program with several sources.
  ///
  /// - Parameter directory: Where its ready file and its state are; nil: in a new directory.
  init(
    sources: [String], listen: [String] = ["127.0.0.1:0"], options: [String] = [],
    environment: [String: String]? = nil, in directory: TemporaryDirectory? = nil
  ) async throws {
    let directory = try directory ?? temporaryDirectory()
    let ready = directory.path("ready")
    self.directory = directory
    self.environment = (environment ?? ProcessInfo.processInfo.environment)
      .filter { !$0.key.hasPrefix("A11Y_BRIDGE_") && $0.key != "NO_COLOR" }
      // Whom the person who runs the tests is paired with must not matter.
      .merging(["XDG_STATE_HOME": directory.path("state")]) { own, none in
        environment == nil ? none : own
      }
    let process = try RunningProcess(
      Places.builtProgram("a11y-bridge"),
      listen.flatMap { ["--listen", $0] } + sources.flatMap { ["--source", $0] }
        + ["--ready-file", ready] + options,
      environment: self.environment)
    self.process = process
    let text = try await eventually("the bridge is ready") {
      if !process.isRunning { throw BridgeEnded(reason: process.standardError.text) }
      return try? String(contentsOfFile: ready, encoding: .utf8)
    }
    addresses = text.split(separator: "\n").map(String.init)
  }

  deinit { process.kill() }

  var address: String { addresses.first ?? "" }

  /// Runs `bridge-client` with this server until it ends.
  func client(
    _ words: String..., extra: [String: String] = [:], within limit: Duration = .patience
  ) async throws -> Subprocess.Result {
    try await client(words, extra: extra, within: limit)
  }

  func client(
    _ words: [String], extra: [String: String] = [:], within limit: Duration = .patience
  ) async throws -> Subprocess.Result {
    try await Subprocess.run(
      Places.builtProgram("bridge-client"), words, environment: clientEnvironment(extra),
      within: limit)
  }

  /// Starts `bridge-client` with this server, and leaves it running.
  func start(_ words: String...) throws -> RunningProcess { try start(words) }

  func start(_ words: [String], extra: [String: String] = [:]) throws -> RunningProcess {
    try RunningProcess(
      Places.builtProgram("bridge-client"), words, environment: clientEnvironment(extra))
  }

  /// Runs a shell command line in which `bridge-client` is the built one and knows the server.
  func shell(_ line: String, extra: [String: String] = [:]) async throws -> Subprocess.Result {
    try await Subprocess.run(
      "bash", ["-o", "pipefail", "-c", line], environment: clientEnvironment(extra))
  }

  private func clientEnvironment(_ extra: [String: String]) throws -> [String: String] {
    let programs = URL(fileURLWithPath: try Places.builtProgram("bridge-client"))
      .deletingLastPathComponent().path
    return environment.merging(
      [
        "A11Y_BRIDGE_SERVER": address,
        "PATH": programs + ":" + (environment["PATH"] ?? "/usr/bin:/bin"),
      ]
    ) { $1 }.merging(extra) { $1 }
  }
}

/// The bridge ended before it was ready.
struct BridgeEnded: Error, CustomStringConvertible {
  let reason: String

  var description: String { "the bridge ended: \(reason)" }
}
