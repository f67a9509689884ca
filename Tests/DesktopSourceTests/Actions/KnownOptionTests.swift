import AccessibilityTree
import Testing

@testable import DesktopSource

/// Which options of a combo box the mirror has, and whether there may be others.
struct KnownOptionTests {
  private func options(
    _ labels: [String?], _ change: (inout Element) -> Void = { _ in }
  ) throws -> [String]? {
    var tree = Tree()
    let (box, menu) = (ElementID(rawValue: 1), ElementID(rawValue: 2))
    var list = Element(id: menu, role: .menu)
    change(&list)
    try tree.insert(Element(id: box, role: .comboBox), under: nil)
    try tree.insert(list, under: box)
    for (number, label) in labels.enumerated() {
      let item = Element(id: ElementID(rawValue: UInt64(3 + number)), role: .menuItem, label: label)
      try tree.insert(item, under: menu)
    }
    return tree.knownOptions(in: box)
  }

  @Test func `All options of a combo box are known`() throws {
    #expect(try options(["Red", "Green", "Blue"]) == ["Red", "Green", "Blue"])
  }

  @Test func `There may be others where some are not read, or the list fills when it opens`() throws
  {
    #expect(try options(["Red", nil, "Blue"]) == nil)
    #expect(try options(["Red", "Green"]) { $0.totalChildren = 300 } == nil)
    #expect(try options(["Choose…"]) == nil)
    #expect(try options([]) == nil)
  }
}
