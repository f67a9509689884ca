import BridgeTestSupport
import Foundation
import Testing

/// Every requirement has a test that runs the programs and has the requirement's key in its name.
@Suite
struct `Requirements have end-to-end tests` {
  /// Element attributes, traits, tree shape, actions, notifications, assistive technologies, and the
  /// applications to be built, each numbered from 1.
  private static let groups = [
    ("E", 12), ("T", 2), ("S", 7), ("A", 16), ("N", 5), ("V", 5), ("P", 13),
  ]
  /// What people hear from each application: "U P1".
  private static let heard = [
    "settings", "P1", "P4", "P5", "P7", "P8", "P9", "P10", "P11", "P12", "P13",
  ]

  /// Returns the names of the end-to-end tests, read from their sources.
  private static func testNames() throws -> [String] {
    let sources = URL(fileURLWithPath: Places.root + "/Tests/EndToEndTests")
    let files = try #require(
      FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var names: [String] = []
    for case let file as URL in files where file.pathExtension == "swift" {
      let source = try String(contentsOf: file, encoding: .utf8)
      names += source.matches(of: #/@Test\(\s*"([^"\\]*(?:\\.[^"\\]*)*)"/#).map { String($0.1) }
      names += source.matches(of: #/@Test[^`"]*?func\s+`([^`]+)`/#).map { String($0.1) }
    }
    return names
  }

  @Test func `every requirement has its key in the name of a test`() throws {
    let names = try Self.testNames()
    #expect(names.count > 100, "the sources were read")
    let words = Set(names.flatMap { $0.split { !$0.isLetter && !$0.isNumber }.map(String.init) })
    let keys = Self.groups.flatMap { group, count in (1...count).map { "\(group)\($0)" } }
    #expect(keys.filter { !words.contains($0) } == [])
    // A key in a test name must be a known requirement.
    let known = Set(keys)
    let unknown = words.filter {
      $0.wholeMatch(of: /[ETSANVP][0-9]+/) != nil && !known.contains($0)
    }
    #expect(unknown == [])
  }

  @Test func `speech for people is tested for each application`() throws {
    let names = try Self.testNames()
    let heard = Set(names.flatMap { $0.matches(of: #/\bU (\w+)/#).map { String($0.1) } })
    let untested = Self.heard.filter { !heard.contains($0) }
    #expect(untested == [])
  }
}
