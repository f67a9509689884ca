import AccessibilityMirror
import AccessibilityTree
import BridgeClient
import BridgeProtocol
import Testing

/// Answers whose elements are named by what is in them, as outlines name them.
@Suite(.timeLimit(.minutes(10)))
struct NamedViewTests {
  private static let ada = ["Ada", "36"]

  /// A table of two rows without labels, which the texts in their cells tell apart.
  private func table() async throws -> (TestServer, row: ElementID) {
    let server = try await TestServer.start()
    let row = try await server.run { world in
      let table = try world.add(.table, "People", under: world.addApplication().window)
      func addRow(_ texts: [String]) throws -> ElementID {
        let row = try world.add(.row, "", under: table) { $0.label = nil }
        for text in texts { try world.add(.cell, text, under: row) }
        let last = try world.add(.cell, "", under: row) { $0.label = nil }
        try world.add(.button, "Edit", under: last) { $0.actions = [Action(.press)] }
        return row
      }
      let row = try addRow(Self.ada)
      _ = try addRow(["Bob", "22"])
      return row
    }
    return (server, row)
  }

  @Test func `each answer that is asked for it has what names a row`() async throws {
    let (server, row) = try await table()
    let client = try await server.client()
    let found = try await client.call(FindRequest(selector: "row:nth(1)", view: .named))
    #expect(found.elements.map(\.contents) == [Self.ada])
    #expect(found.elements.map(\.shortName) == ["row with \"Ada\", \"36\""])
    let waited = try await client.call(
      WaitForRequest(target: .selector("row:nth(1)"), condition: .count(1), view: .named))
    #expect(waited.elements == found.elements)
    let got = try await client.call(GetElementRequest(target: .id(row)))
    #expect(got.element == found.elements[0])
    let steps = try await client.run([
      Step(.find(FindRequest(selector: "row:nth(1)", view: .named))),
      Step(.expect(WaitForRequest(target: .id(row), view: .named))),
    ])
    guard case .find(let step)? = steps.results.first?.answer,
      case .wait(let held)? = steps.results.last?.answer
    else { throw UnexpectedAnswer() }
    #expect(step.elements == found.elements && held.elements == found.elements)
    var parts = client.stream(
      WatchMatchesRequest(selectors: ["row:nth-child(1)"], view: .named), window: 8
    ).makeAsyncIterator()
    #expect(try await parts.next()?.elements == found.elements)
  }

  private struct UnexpectedAnswer: Error {}

  @Test func `nothing is named unasked, nor what has a label`() async throws {
    let (server, row) = try await table()
    let client = try await server.client()
    let plain = try await client.call(FindRequest(selector: "row"))
    #expect(plain.elements.map(\.contents) == [[], []])
    try await server.run { try $0.change(row) { $0.label = "Ada 36" } }
    let named = try await client.call(FindRequest(selector: "*[label]", view: .named))
    #expect(named.elements.contains { $0.id == row })
    #expect(named.elements.allSatisfy { $0.contents.isEmpty })
  }

  @Test func `what names a row is as it is now`() async throws {
    let (server, row) = try await table()
    let client = try await server.client()
    let request = FindRequest(selector: "row:nth(1)", view: .named)
    _ = try await client.call(request)
    try await server.run { world in
      let cell = try #require(world.store.tree[row]?.children[1])
      try world.change(cell) { $0.label = "37" }
    }
    #expect(try await client.call(request).elements.map(\.contents) == [["Ada", "37"]])
    // With another control in it, nothing has to tell it from the other row: its name stays.
    try await server.run { world in
      let cell = try #require(world.store.tree[row]?.children.last)
      let button = try #require(world.store.tree[cell]?.children.first)
      try world.change(button) { $0.label = "Edited" }
    }
    #expect(try await client.call(request).elements.map(\.contents) == [["Ada", "37"]])
  }
}
