import AccessibilityTree
import BridgeTestSupport
import Testing

@testable import DesktopSource

/// Titles of tabs of Qt, of which no event tells that they change.
@Suite(.serialized, .ownThreadInTurn)
struct TabTitleTests {
  private func started() throws -> (FakeDesktop, FakeApplication, tab: FakeObject, bar: FakeObject)
  {
    let desktop = try FakeDesktop()
    var made: (tab: FakeObject, bar: FakeObject)?
    let application = try desktop.launch("App") {
      $0.toolkit = "Qt"
      addWindow($0)
      let bar = $0.add("Welcome", role: 38, under: try #require($0["/o/1"]))
      made = ($0.add("Welcome tab", role: 37, under: bar), bar)
    }
    desktop.source.start()
    try desktop.settle()
    let (tab, bar) = try #require(made)
    return (desktop, application, tab, bar)
  }

  @Test func `a tab that an action renames is read at once`() throws {
    let (desktop, application, tab, bar) = try started()
    desktop.source.watchingChanged(true)
    try desktop.settle()
    let button = try #require(desktop.element("One")?.id)
    (tab.name, bar.name) = ("Untitled tab", "Untitled")
    desktop.source.afterAction(button)
    _ = desktop.loop.run(within: .milliseconds(400)) { desktop.element("Untitled tab") != nil }
    #expect(desktop.element("Untitled tab") != nil && desktop.element("Untitled") != nil)
    withExtendedLifetime(application) {}
  }
}
