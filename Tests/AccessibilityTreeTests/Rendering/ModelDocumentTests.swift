import AccessibilityTree
import BridgeTestSupport
import Testing

import class Foundation.FileManager

/// `docs/model.md` contains the whole vocabulary of the code, and nothing else.
struct ModelDocumentTests {
  /// Returns the first cells of the tables of a section, without backticks.
  private func entries(_ section: String) throws -> [String] {
    let page = try #require(FileManager.default.contents(atPath: Places.root + "/docs/model.md"))
    let lines = String(decoding: page, as: UTF8.self).split(separator: "\n")
    let start = try #require(lines.firstIndex { $0 == "## \(section)" }, "no section \(section)")
    let rest = lines[(start + 1)...]
    return rest[..<(rest.firstIndex { $0.hasPrefix("## ") } ?? rest.endIndex)]
      .filter { $0.hasPrefix("| `") }
      .compactMap { $0.split(separator: "|").first }
      .map { $0.replacing("`", with: "").split(separator: " ").joined(separator: " ") }
  }

  @Test func `E2 the document lists every role`() throws {
    #expect(try entries("Roles") == Role.allCases.map(\.name))
  }

  @Test func `E2 T1 the document lists every trait and state`() throws {
    #expect(try entries("Traits") == Traits.named.map(\.name))
    #expect(try entries("States") == States.named.map(\.name))
  }

  @Test func `A1 to A15 the document lists every kind of action`() throws {
    #expect(try entries("Actions") == ActionKind.allCases.map(\.name))
  }

  @Test func `N1 the document lists every kind of notification and priority`() throws {
    let entries = try entries("Notifications")
    let priorities = AnnouncementPriority.allCases.reversed().map(\.name)
    #expect(entries == NotificationKinds.named.map(\.name) + priorities)
  }
}
