import Foundation
import SampleApps
import Testing

@Suite struct `What the pages say of the samples` {
  private func text(_ path: String) throws -> String {
    let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..").standardized
    return try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  @Test func `the example of docs/views.md is the sample that is served`() throws {
    let example = try text("Sources/SampleApps/ShoppingList.swift")
    #expect(try text("docs/views.md").contains("```swift\n\(example)```\n"))
  }

  @Test func `docs/views.md lists every sample in its table, in order`() throws {
    let rows = try text("docs/views.md").components(separatedBy: "## The samples").last ?? ""
    let names = rows.matches(of: /\n\| `([a-z-]+)` \|/).map { String($0.1) }
    #expect(names == SampleCatalog.names + SampleCatalog.variantNames)
  }

  @Test func `README gives the number of samples`() throws {
    let formatter = NumberFormatter()
    formatter.numberStyle = .spellOut
    formatter.locale = Locale(identifier: "en_US")
    let count = try #require(formatter.string(from: SampleCatalog.names.count as NSNumber))
    let words = try text("README.md").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("\(count) samples"))
  }
}
