import AccessibilityTree
import BridgeTestSupport
import Testing

@testable import DesktopSource

/// Dialogs of Firefox, which draws them over a page, in frames of the window, and does not say that they are modal.
@Suite(.serialized, .ownThreadInTurn)
struct DialogFrameTests {
  private func modal(toolkit: String) throws -> [String] {
    let desktop = try FakeDesktop()
    _ = try desktop.launch("App") {
      addWindow($0)
      $0.toolkit = toolkit
      let window = try #require($0["/o/1"])
      let tab = $0.add("Tab", role: 39, under: window)
      let page = $0.add("Page", role: 95, under: $0.add("Page frame", role: 28, under: tab))
      $0.add("Dialog of the page", role: 16, under: page)
      $0.add("Frame in the page", role: 16, under: $0.add("", role: 28, under: page))
      $0.add("Alert", role: 16, under: $0.add("", role: 28, under: tab))
      // Its role, that of a panel, was told before all of it was there.
      let early = $0.add("Early alert", role: 39, under: $0.add("", role: 28, under: tab))
      early.attributes = ["xml-roles": "dialog"]
      $0.add("Bar", role: 16, under: tab)
    }
    desktop.source.start()
    try desktop.settle()
    var labels: [String] = []
    desktop.store.tree.walk(from: desktop.store.tree.roots) { element, _ in
      if element.states.contains(.modal) { labels.append(element.label ?? "") }
      return .descend
    }
    try desktop.expectTrue()
    return labels
  }

  @Test func `the dialog that is all of a frame of the window is modal`() throws {
    #expect(try modal(toolkit: "Gecko") == ["Alert", "Early alert"])
    #expect(try modal(toolkit: "Fake") == [])
  }
}
