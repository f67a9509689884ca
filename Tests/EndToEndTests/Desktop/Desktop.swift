import BridgeTestSupport
import Testing

/// A private desktop and a bridge that mirrors it.
struct Desktop {
  let lab: DesktopLab
  let bridge: Bridge

  static func start() async throws -> Desktop {
    let lab = try await DesktopLab.start()
    return Desktop(
      lab: lab, bridge: try await Bridge(source: "desktop", environment: lab.environment))
  }

  /// Starts an application and waits until it is mirrored completely.
  func launch(_ program: String, _ arguments: [String] = [], name: String) async throws
    -> RunningProcess
  {
    let process = try lab.launch(program, arguments)
    try await loaded(name)
    return process
  }

  /// Waits until an application is mirrored completely.
  func loaded(_ name: String) async throws {
    try await eventually("\(name) is mirrored", every: .milliseconds(100)) {
      try await application(name)?.text("load") == "complete"
    }
  }

  /// Returns the application's line of `apps`; nil when it is not listed.
  func application(_ name: String) async throws -> JSONObject? {
    try jsonLines(try await bridge.client("--json", "apps").standardOutput)
      .first { $0.text("name") == name }
  }

  /// Waits until a selector matches one element, and returns it.
  func element(_ selector: String) async throws -> JSONObject {
    let result = try await bridge.client("--timeout", "40", "--json", "wait", selector)
    try #require(result.code == 0, "\(result.standardError)")
    let line = try await bridge.client("--json", "get", selector)
    return try #require(try jsonLines(line.standardOutput).first, "\(line.standardError)")
  }

  /// Performs an action, and expects its effect to be confirmed.
  func confirm(_ words: String..., sourceLocation: SourceLocation = #_sourceLocation) async throws {
    // A busy machine takes longer.
    let result = try await bridge.client(["--json"] + words + ["--settle", "10000"])
    #expect(result.code == 0, "\(words): \(result.standardError)", sourceLocation: sourceLocation)
    let receipt = try jsonLines(result.standardOutput).first
    #expect(
      receipt?.text("outcome") == "confirmed", "\(words): \(result.standardOutput)",
      sourceLocation: sourceLocation)
  }

  /// Waits for a condition on a selector.
  func wait(
    _ selector: String, until condition: String = "appears",
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let result = try await bridge.client("--timeout", "100", "wait", selector, "--until", condition)
    guard result.code != 0 else { return }
    let outline = try await bridge.client("tree").standardOutput
    Issue.record("\(result.standardError)\(outline)", sourceLocation: sourceLocation)
  }

  /// Expects the mirror to equal the live applications in everything, once they are idle: the self-check
  /// finds changes without an event within some ten seconds.
  func expectTrue(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let end = ContinuousClock.now + .patience
    var result = try await bridge.client("verify", within: .seconds(130))
    while result.code != 0, ContinuousClock.now < end {
      try await Task.sleep(for: .seconds(1))
      result = try await bridge.client("verify", within: .seconds(130))
    }
    #expect(
      result.code == 0, "\(result.standardOutput)\(result.standardError)",
      sourceLocation: sourceLocation)
    #expect(
      result.standardOutput.contains(" 0 differences"), "\(result.standardOutput)",
      sourceLocation: sourceLocation)
  }

  /// Starts a second client that watches. Returns when the client will receive everything that follows.
  func watch(_ kinds: String) async throws -> RunningProcess {
    let watcher = try bridge.start("--json", "watch", "--kinds", kinds)
    _ = try await watcher.standardOutput.line { $0.contains("\"subscribed\"") }
    return watcher
  }
}
