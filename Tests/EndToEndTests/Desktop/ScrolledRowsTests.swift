import BridgeTestSupport
import Testing

/// GTK 4 reports rows that were scrolled out as visible where they were: only those that are shown are.
@Suite struct `Rows that GTK 4 has scrolled out` {
  /// The numbers of the rows that a client finds on screen.
  private func visibleRows(_ desktop: Desktop) async throws -> [Int] {
    let found = try await desktop.bridge.client("--json", "find", "label[label^=Part]:visible")
    return try jsonLines(found.standardOutput).compactMap { $0.text("label") }
      .compactMap { Int($0.dropFirst("Part ".count)) }.sorted()
  }

  @Test
  func `only the rows that a table shows are visible, whatever way it was scrolled`() async throws {
    let desktop = try await Desktop.start()
    let program = try await desktop.launch(
      "/usr/bin/python3", [Places.fixture("programs/table4.py")], name: "table-4")
    // Back to the start, rows are where they were, and nothing is reported.
    for row in [24, 0, 239, 0] {
      program.write("\(row)\n")
      let line = try #require(try await program.standardOutput.line())
      let shown = line.split(separator: " ").compactMap { Int($0) }
      #expect(shown.count > 5, "\(line)")
      try await eventually("rows \(line) are visible at \(row)", every: .milliseconds(100)) {
        // One at an end may be mapped and beside what the table shows.
        let visible = try await visibleRows(desktop)
        return Set(visible).isSubset(of: shown) && visible.count >= shown.count - 2
      }
    }
    // What a client reads is read again.
    try await eventually("the mirror is as the application", every: .seconds(1)) {
      _ = try await desktop.bridge.client("tree")
      return try await desktop.bridge.client("verify").code == 0
    }
  }
}
