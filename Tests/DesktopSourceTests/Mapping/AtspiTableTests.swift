import AccessibilityTree
import Foundation
import Testing

@testable import DesktopSource

/// Compares the tables with the installed header, so that additions of a newer version are noticed.
struct AtspiTableTests {
  @Test
  func `every role of the installed at-spi2-core is in the table, at its number and name`()
    throws
  {
    let names = try constants("ROLE")
    for (number, name) in names.enumerated() {
      let entry = try #require(AtspiRole.entry(UInt32(number)), "role \(number), \(name)")
      // Renamed in 2.56: BUTTON for PUSH_BUTTON; the name of the tear-off item has one more space.
      let given = entry.name.replacingOccurrences(of: " ", with: "")
      #expect(
        given == name || (name == "button" && given == "pushbutton"), "role \(number), \(name)")
    }
    #expect(AtspiRole.table.count >= 131)
    #expect(AtspiRole.entry(130)?.role == .switch)
    #expect(AtspiRole.entry(131) == nil)
    #expect(AtspiRole.entry(.max) == nil)
  }

  @Test
  func `only roles without meaning map to unknown`() {
    let unknown = AtspiRole.table.filter { $0.role == .unknown }.map(\.name)
    #expect(unknown == ["invalid", "unknown", "extended"])
  }

  @Test
  func `every state of the installed at-spi2-core is in the table, at its bit and name`()
    throws
  {
    let names = try constants("STATE")
    #expect(names.count <= AtspiStates.table.count)
    for (bit, name) in names.enumerated() {
      let entry = AtspiStates.table[bit]
      #expect(entry.name.replacingOccurrences(of: "-", with: "") == name)
      #expect(!entry.states.isEmpty || name == "invalid")
    }
  }

  @Test
  func `every relation of the installed at-spi2-core is in the table, at its number and name`()
    throws
  {
    for (number, name) in try constants("RELATION").enumerated() {
      let entry = AtspiRelation.table[number]
      #expect(entry.name.replacingOccurrences(of: "-", with: "") == name)
      #expect(entry.kind != nil || name == "null")
    }
    #expect(AtspiRelation.kind(99) == .other)
    #expect(AtspiRelation.kind(0) == nil)
  }

  /// Returns the names of an enumeration of the header in order, without prefix and separators.
  private func constants(_ kind: String) throws -> [String] {
    let header = try String(
      contentsOfFile: "/usr/include/at-spi-2.0/atspi/atspi-constants.h", encoding: .utf8)
    var names: [String] = []
    for line in header.split(separator: "\n") {
      let word = line.trimmingCharacters(in: CharacterSet(charactersIn: " \t,"))
      guard line.first == " ", word.hasPrefix("ATSPI_\(kind)_") else { continue }
      let name = word.dropFirst("ATSPI_\(kind)_".count)
      guard name != "LAST_DEFINED", name.allSatisfy({ $0.isUppercase || $0 == "_" }) else {
        continue
      }
      names.append(name.lowercased().replacingOccurrences(of: "_", with: ""))
    }
    try #require(names.count > 20, "the header lists \(names.count) constants of kind \(kind)")
    return names
  }
}
