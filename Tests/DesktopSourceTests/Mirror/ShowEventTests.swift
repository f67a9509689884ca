import AccessibilityMirror
import AccessibilityTree
import BridgeTestSupport
import Testing

@testable import DesktopSource

/// Events of Qt for what is shown or hidden, which tell one of two states, and nothing of what is no widget.
@Suite(.serialized, .ownThreadInTurn)
struct ShowEventTests {
  private static let shown: UInt64 = 1 << 25 | 1 << 30

  @Test func `what a menu has in it is known to be shown, or hidden, when its event was read`()
    throws
  {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App") {
      addWindow($0)
      $0.toolkit = "Qt"
      $0.version = "6.4.2"
      let menu = $0.add("File", role: 41, under: try #require($0["/o/1"]))
      let item = $0.add("Open", role: 35, under: menu)
      for object in [menu, item] { object.states &= ~Self.shown }
    }
    desktop.source.start()
    try desktop.settle()
    let (menu, item) = (
      try #require(application.objects.values.first { $0.name == "File" }),
      try #require(application.objects.values.first { $0.name == "Open" })
    )
    let root = try #require(desktop.element("File")?.application)
    for isShown in [true, false] {
      for object in [menu, item] { object.states ^= Self.shown }
      try application.emit(menu, "StateChanged", "showing", isShown ? 1 : 0)
      try desktop.wait("the event is handled") {
        desktop.element("File")?.states.contains(.showing) == isShown
          && !desktop.source.isReading(root)
      }
      for name in ["File", "Open"] {
        let states = try #require(desktop.element(name)?.states)
        #expect(states.contains(.showing) == isShown, "\(name)")
        #expect(states.contains(.visible) == isShown, "\(name)")
      }
    }
    try desktop.expectTrue()
  }
}
