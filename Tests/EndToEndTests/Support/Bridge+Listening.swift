import BridgeTestSupport
import Testing

extension Bridge {
  /// Starts to watch notifications of some kinds; returns when none is missed any more.
  func listen(_ kinds: String) async throws -> RunningProcess {
    let watcher = try start("--json", "watch", "--kinds", kinds, "--for", "100")
    _ = try #require(try await watcher.standardOutput.line(within: .seconds(30)))
    return watcher
  }

  /// Acts, and returns the refusal that must come.
  func refusal(
    _ words: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> String {
    let result = try await client(words)
    #expect(result.code == 1, "\(words): \(result.standardOutput)", sourceLocation: sourceLocation)
    return result.standardError
  }
}

extension RunningProcess {
  /// What a listener was told next, in the words of `describe`, up to what equals `last`.
  func heard(
    upTo last: String, _ describe: (JSONObject) -> String?
  ) async throws -> [String] {
    var heard: [String] = []
    while heard.last != last {
      let line = try #require(try await standardOutput.line(within: .seconds(30)), "\(heard)")
      if let text = try jsonLines(line).first.flatMap(describe) { heard.append(text) }
    }
    return heard
  }

  /// The announcements up to one.
  func announcements(upTo last: String) async throws -> [String] {
    try await heard(upTo: last) { $0.object("announcement")?.text("text") }
  }
}
