import BridgeTestSupport
import Testing

/// GTK reports of scrolling only where the scroll bar is.
@Suite struct `What is scrolled in and out` {
  private struct Content: CustomTestStringConvertible {
    let gtk: Int
    let kind: String
    let count: Int

    var testDescription: String { "GTK \(gtk), \(count) \(kind)" }
  }

  private static let contents = [
    Content(gtk: 3, kind: "buttons", count: 60), Content(gtk: 4, kind: "buttons", count: 60),
    Content(gtk: 3, kind: "list", count: 300), Content(gtk: 3, kind: "table", count: 200),
    // Only what is on screen is mirrored.
    Content(gtk: 3, kind: "list", count: 6000),
  ]

  /// The numbers of the parts that the outline lists, as soon as it does not say that it is incomplete.
  private func listed(_ desktop: Desktop, _ application: String) async throws -> Set<Int> {
    var outline = try await desktop.bridge.client("tree", application)
    try await eventually("the outline is complete") {
      if !outline.standardOutput.contains("[loading") { return true }
      outline = try await desktop.bridge.client("tree", application)
      return false
    }
    return Set(
      outline.standardOutput.split(separator: "\n").compactMap { line in
        // What has the focus is said wherever it is.
        guard !line.hasPrefix("focus:") else { return nil }
        let name = line.split(separator: "\"").dropFirst().first
        return name.flatMap { $0.hasPrefix("Part ") ? Int($0.dropFirst("Part ".count)) : nil }
      })
  }

  /// A table in an area that its application gives another role, as Thunar's, and one of which only what is on screen is mirrored.
  @Test(arguments: [("table", 200), ("pane", 200), ("table", 600)])
  func `the outline right behind a receipt lists the rows on screen`(_ kind: String, _ count: Int)
    async throws
  {
    let desktop = try await Desktop.start()
    let program = try await desktop.launch(
      "/usr/bin/python3", [Places.fixture("programs/scrolled.py"), "3", kind, String(count)],
      name: "scrolled-3")
    let application = "application[name=\"scrolled-3\"]"
    for _ in 0..<6 {
      let receipt = try await desktop.bridge.client("scroll", "\(application) table", "down")
      #expect(receipt.standardOutput.hasPrefix("confirmed"), "\(receipt.standardOutput)")
      let listed = try await listed(desktop, application)
      program.write("\n")
      let line = try #require(try await program.standardOutput.line())
      let shown = line.split(separator: " ").compactMap { Int($0) }
      // Of a row at an end, only the edge around its text may be on screen.
      #expect(listed.isSubset(of: shown), "\(listed.sorted()) \(line)")
      #expect(listed.isSuperset(of: shown.dropFirst().dropLast()), "\(listed.sorted()) \(line)")
    }
  }

  /// GTK 3 has no action that scrolls to a row; the scroll bar does.
  @Test(arguments: ["table", "pane"])
  func `a row that was scrolled to is in the outline right behind the receipt`(_ kind: String)
    async throws
  {
    let desktop = try await Desktop.start()
    let program = try await desktop.launch(
      "/usr/bin/python3", [Places.fixture("programs/scrolled.py"), "3", kind, "120"],
      name: "scrolled-3")
    let application = "application[name=\"scrolled-3\"]"
    for part in [60, 20, 119, 0, 100] {
      let receipt = try await desktop.bridge.client(
        "scroll", "\(application) cell[label=\"Part \(part)\"]")
      #expect(receipt.standardOutput.hasPrefix("confirmed"), "\(receipt)")
      let listed = try await listed(desktop, application)
      program.write("\n")
      let line = try #require(try await program.standardOutput.line())
      #expect(line.split(separator: " ").contains("\(part)") && listed.contains(part), "\(line)")
    }
  }

  /// The viewport of GTK 3 is said to be hidden when it was scrolled by more than its own length.
  @Test(arguments: contents)
  private func `the outline lists what is on screen, page by page`(_ content: Content) async throws
  {
    let desktop = try await Desktop.start()
    let program = try await desktop.launch(
      "/usr/bin/python3",
      [
        Places.fixture("programs/scrolled.py"), String(content.gtk), content.kind,
        String(content.count),
      ], name: "scrolled-\(content.gtk)")
    let application = "application[name=\"scrolled-\(content.gtk)\"]"
    var pages: [Set<Int>] = []
    for page in 0...3 {
      if page > 0 {
        let receipt = try await desktop.bridge.client(
          "scroll", "\(application) scroll-area", "down")
        #expect(receipt.standardOutput.hasPrefix("confirmed"), "\(receipt.standardOutput)")
      }
      program.write("\n")
      let line = try #require(try await program.standardOutput.line())
      let shown = Set(line.split(separator: " ").compactMap { Int($0) })
      try await eventually("parts \(line) are listed", every: .milliseconds(100)) {
        // Of a row at an end, only the edge around its part may be on screen, or of the part only an edge.
        let (listed, shown) = (try await listed(desktop, application), shown)
        return listed.isSuperset(of: shown.sorted().dropFirst().dropLast())
          && listed.allSatisfy { part in
            shown.contains { abs($0 - part) <= 1 }
          }
      }
      pages.append(shown)
    }
    // Nothing between two pages is passed over.
    for (page, next) in zip(pages, pages.dropFirst()) {
      let (last, first) = (page.max() ?? 0, next.min() ?? 0)
      #expect(first <= last + 1 && first > page.min() ?? 0, "\(page.sorted()) \(next.sorted())")
    }
    try await desktop.expectTrue()
  }
}
