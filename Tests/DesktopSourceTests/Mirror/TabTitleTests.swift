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
    let other = try #require(application.objects.values.first { $0.name == "Two" })
    (other.name, tab.name, bar.name) = ("Three", "Untitled tab", "Untitled")
    let former = application.service.received.count
    desktop.source.afterAction(button)
    try desktop.wait("the tab and its bar are read") {
      desktop.element("Untitled tab") != nil && desktop.element("Untitled") != nil
    }
    // A round reads everything, in the order of the tree.
    let calls = application.service.received.dropFirst(former)
    func firstRead(of object: FakeObject) -> Int {
      calls.firstIndex { $0.hasPrefix("\(object.path) org.freedesktop.DBus.Properties ") } ?? .max
    }
    #expect(firstRead(of: tab) < firstRead(of: other))
    #expect(firstRead(of: bar) < firstRead(of: other))
  }
}
