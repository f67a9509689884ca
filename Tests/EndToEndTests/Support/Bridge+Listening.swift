import BridgeTestSupport
import Testing

extension Bridge {
  /// Starts to watch notifications of some kinds. Returns when no later notification is missed.
  func listen(_ kinds: String) async throws -> RunningProcess {
    let watcher = try start("--json", "watch", "--kinds", kinds, "--for", "100")
    _ = try #require(try await watcher.standardOutput.line())
    return watcher
  }

  /// Performs an action that must be refused, and returns the refusal.
  func refusal(
    _ words: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> String {
    let result = try await client(words)
    #expect(result.code == 1, "\(words): \(result.standardOutput)", sourceLocation: sourceLocation)
    return result.standardError
  }
}

extension RunningProcess {
  /// Returns the next notifications of a listener, formatted by `describe`, up to the one that equals
  /// `last`.
  func heard(
    upTo last: String, _ describe: (JSONObject) -> String?
  ) async throws -> [String] {
    var heard: [String] = []
    while heard.last != last {
      let line = try #require(try await standardOutput.line(), "\(heard)")
      if let text = try jsonLines(line).first.flatMap(describe) { heard.append(text) }
    }
    return heard
  }

  /// Returns the announcements up to one.
  func announcements(upTo last: String) async throws -> [String] {
    try await heard(upTo: last) { $0.object("announcement")?.text("text") }
  }
}
