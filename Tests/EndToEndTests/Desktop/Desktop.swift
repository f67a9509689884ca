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

  /// Starts an application and waits until the mirror holds all of it.
  func launch(_ program: String, _ arguments: [String] = [], name: String) async throws
    -> RunningProcess
  {
    let process = try lab.launch(program, arguments)
    try await loaded(name)
    return process
  }

  /// Waits until the mirror holds all of an application.
  func loaded(_ name: String) async throws {
    try await eventually("\(name) is mirrored", within: .seconds(40), every: .milliseconds(100)) {
      try await application(name)?.text("load") == "complete"
    }
  }

  /// What `apps` says of an application; nil when it does not list it.
  func application(_ name: String) async throws -> JSONObject? {
    try jsonLines(try await bridge.client("--json", "apps").standardOutput)
      .first { $0.text("name") == name }
  }

  /// The one element that a selector names, as soon as there is one.
  func element(_ selector: String) async throws -> JSONObject {
    let result = try await bridge.client("--timeout", "40", "--json", "wait", selector)
    try #require(result.code == 0, "\(result.standardError)")
    let line = try await bridge.client("--json", "get", selector)
    return try #require(try jsonLines(line.standardOutput).first, "\(line.standardError)")
  }

  /// Acts and expects it to be confirmed by its effect.
  func confirm(_ words: String..., sourceLocation: SourceLocation = #_sourceLocation) async throws {
    // A busy machine takes its time.
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
    let result = try await bridge.client("--timeout", "40", "wait", selector, "--until", condition)
    #expect(result.code == 0, "\(result.standardError)", sourceLocation: sourceLocation)
  }

  /// Expects the mirror to equal the live applications in everything, once they are left alone: what
  /// toolkits change without a word is found by the self-check, within some ten seconds.
  func expectTrue(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let end = ContinuousClock.now + .seconds(40)
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

  /// Starts a second client that watches, and returns once it is told of all that follows.
  func watch(_ kinds: String) async throws -> RunningProcess {
    let watcher = try bridge.start("--json", "watch", "--kinds", kinds)
    _ = try await watcher.standardOutput.line { $0.contains("\"subscribed\"") }
    return watcher
  }
}
