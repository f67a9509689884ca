import AccessibilityTree
import BridgeTestSupport
import Testing

@testable import DesktopSource

/// As in Java.
@Suite(.serialized, .ownThreadInTurn)
struct LabelInTreeTests {
  @Test func `labels that can be focused in a tree are its entries`() throws {
    let desktop = try FakeDesktop()
    _ = try desktop.launch("App") {
      addWindow($0)
      let window = try #require($0["/o/1"])
      let tree = $0.add("Contents", role: 65, under: window)
      let guide = $0.add("Guide", role: 29, under: tree)
      let part = $0.add("Part", role: 29, under: guide)
      let other = $0.add("Other", role: 29, under: window)
      for label in [guide, part, other] { label.states |= 1 << 11 }
      $0.add("Hint", role: 29, under: tree)
    }
    desktop.source.start()
    try desktop.settle()
    let names = ["Guide", "Part", "Other", "Hint"]
    let roles = names.map { desktop.element($0)?.role }
    #expect(roles == [.treeItem, .treeItem, .label, .label])
    try desktop.expectTrue()
  }
}
