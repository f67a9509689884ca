import BridgeTestSupport
import Testing

extension Bridge {
  /// Returns what an assistive client says while it performs commands, none of which may be refused.
  func script(
    _ client: String, _ commands: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> [String] {
    let result = try await self.client([client] + commands.flatMap { ["--do", $0] })
    #expect(result.code == 0, "\(result)", sourceLocation: sourceLocation)
    #expect(result.standardError == "", sourceLocation: sourceLocation)
    return result.lines.map(String.init)
  }

  /// Performs an action and returns its receipt as JSON; the client must exit with `code`.
  func receipt(
    _ words: String..., code: Int32 = 0, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> JSONObject {
    let result = try await client(["--json"] + words)
    #expect(result.code == code, "\(words): \(result)", sourceLocation: sourceLocation)
    return try #require(
      try jsonLines(result.standardOutput).first, "\(words): \(result)",
      sourceLocation: sourceLocation)
  }

  /// Returns the one element that matches.
  func element(
    _ selector: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> JSONObject {
    let found = try await found(selector)
    #expect(found.count == 1, "\(selector)", sourceLocation: sourceLocation)
    return try #require(found.first, "\(selector)", sourceLocation: sourceLocation)
  }
}

extension RunningProcess {
  /// Returns the value changes that a listener received up to one: "0 → 1".
  func values(upTo last: String) async throws -> [String] {
    try await heard(upTo: last) { news in
      news.object("value_changed").map {
        "\($0.text("old_value") ?? "") → \($0.text("new_value") ?? "")"
      }
    }
  }

  /// Returns the next notification of a listener.
  func news() async throws -> JSONObject {
    let line = try #require(try await standardOutput.line())
    return try #require(try jsonLines(line).first)
  }
}
