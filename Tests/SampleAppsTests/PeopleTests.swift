import AccessibilityTree
import Testing

@testable import SampleApps

@Suite struct `People sample` {
  @Test func `P6 N2 following one of 500 people changes only that element`() throws {
    let host = try SampleHost("people")
    let person = try host.id("Person 250")
    let before = host.commits.count
    host.perform(.custom("Follow"), on: person)
    #expect(host.commits.count == before + 1)
    #expect(host.commits.last?.changed == [person])
    #expect(host.commits.last?.added.isEmpty == true && host.commits.last?.removed.isEmpty == true)
    let actions = try #require(host.store.tree[person]?.actions)
    #expect(actions.filter { $0.kind == .custom }.map(\.name) == ["Unfollow", "Share"])
  }

  @Test func `P6 N2 sharing announces, and changes nothing`() throws {
    let host = try SampleHost("people")
    try host.perform(.custom("Share"), on: "Person 7")
    #expect(host.commits.last?.changed.isEmpty == true)
    #expect(
      host.commits.last?.notifications == [
        .announcement(
          text: "Person 7 shared", priority: .default, element: host.source.application)
      ])
  }

  @Test func `P6 S6 rows that are split and joined again are one revision each`() throws {
    let host = try SampleHost("people")
    for (rows, step) in [(1500, 1), (500, 2)] {
      let before = host.commits.count
      try host.press("Combine rows")
      #expect(host.commits.count == before + 1, "step \(step)")
      #expect(host.all.first { $0.role == .list }?.children.count == rows)
    }
  }
}
