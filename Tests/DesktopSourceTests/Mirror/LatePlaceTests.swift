import AccessibilityTree
import BridgeTestSupport
import Testing

@testable import DesktopSource

/// GTK 3 shows a widget before it gives it a place. Until then the widget says that it is not on screen, and no event tells that it is.
@Suite(.serialized, .ownThreadInTurn)
struct LatePlaceTests {
  private static let showing: UInt64 = 1 << 25

  @Test func `what is placed after its states were read is on screen`() throws {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App") {
      addWindow($0)
      $0.toolkit = "gtk"
      $0.version = "3.24.38"
    }
    desktop.source.start()
    try desktop.settle()
    let window = try #require(application["/o/1"])
    let box = application.add("Box", role: 39, under: window)
    box.states &= ~Self.showing
    box.extents = (.min, .min, 0, 0)
    try application.emit(window, "ChildrenChanged", "add", 0)
    try desktop.wait("the box is there") { desktop.element("Box") != nil }
    try desktop.settle()
    #expect(desktop.element("Box")?.states.contains(.showing) == false)
    box.states |= Self.showing
    box.extents = (10, 20, 300, 200)
    try application.emit(box, "BoundsChanged")
    try desktop.wait("the box is on screen") {
      desktop.element("Box")?.states.contains(.showing) == true
    }
    try desktop.expectTrue()
  }
}
