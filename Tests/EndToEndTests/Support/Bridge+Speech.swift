import BridgeTestSupport
import Testing

extension Bridge {
  /// Returns what a screen reader says of the elements of a selector: a line for each, without sentences
  /// unless requested.
  func speech(
    _ selector: String, _ verbosity: String = "brief", menu: Bool = false
  ) async throws -> [String] {
    try await client(
      ["speak", selector, "--verbosity", verbosity] + (menu ? ["--actions"] : [])
    ).lines.map(String.init)
  }

  /// Performs an action that must be confirmed, and returns the lines of the receipt.
  @discardableResult
  func act(
    _ words: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> [String] {
    let result = try await client(["act"] + words)
    #expect(
      result.code == 0 && result.lines.first?.hasPrefix("confirmed") == true,
      "\(words): \(result.standardOutput)\(result.standardError)", sourceLocation: sourceLocation)
    return result.lines.map(String.init)
  }

  /// Returns the elements that match a selector.
  func found(_ selector: String) async throws -> [JSONObject] {
    let run = try await client("--json", "find", selector, "--limit", "1000")
    // If nothing is found, the output is an error instead of elements.
    return run.code == 1 ? [] : try jsonLines(run.standardOutput)
  }

  /// Returns the rules that an audit reports as broken.
  func defects() async throws -> Set<String> {
    let findings = try jsonLines(try await client("--json", "audit").standardOutput)
    return Set(findings.compactMap { $0.text("rule") })
  }
}
