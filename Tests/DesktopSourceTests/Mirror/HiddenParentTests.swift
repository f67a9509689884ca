import AccessibilityMirror
import AccessibilityTree
import BridgeTestSupport
import Testing

@testable import DesktopSource

/// What goes on saying that it is on screen in a page of Qt that was hidden while it was being shown.
@Suite(.serialized, .ownThreadInTurn)
struct HiddenParentTests {
  private static let shown: UInt64 = 1 << 25 | 1 << 30

  private let desktop: FakeDesktop
  private let application: FakeApplication

  /// A page with a scroll bar in a part of it.
  init() throws {
    desktop = try FakeDesktop()
    application = try desktop.launch("App") {
      $0.toolkit = "Qt"
      addWindow($0)
      let page = $0.add("Page", role: 39, under: try #require($0["/o/1"]))
      let part = $0.add("Part", role: 39, under: page)
      $0.add("Bar", role: 48, under: part)
    }
  }

  private func object(_ name: String) throws -> FakeObject {
    try #require(application.objects.values.first { $0.name == name })
  }

  /// Starts and waits until all is read.
  private func start() throws {
    desktop.source.start()
    try desktop.settle()
  }

  private func expectShown(_ isShown: Bool) throws {
    for label in ["Part", "Bar"] {
      let states = try #require(desktop.element(label)?.states)
      #expect(states.isSuperset(of: [.visible, .showing]) == isShown, "\(label)")
      #expect(states.isDisjoint(with: [.visible, .showing]) != isShown, "\(label)")
    }
    try desktop.expectTrue()
  }

  private func hidePage(extents: (Int32, Int32, Int32, Int32)) throws {
    let page = try object("Page")
    page.states &= ~Self.shown
    page.extents = extents
  }

  @Test func `it is off screen while its page has no place, and on screen when that is shown`()
    throws
  {
    let page = try object("Page")
    let place = page.extents
    try hidePage(extents: (0, 0, 0, 0))
    try start()
    try expectShown(false)
    for isShown in [true, false] {
      page.states ^= Self.shown
      page.extents = isShown ? place : (0, 0, 0, 0)
      try application.emit(page, "StateChanged", "showing", isShown ? 1 : 0)
      try desktop.wait("the event is handled") {
        desktop.element("Bar")?.states.contains(.showing) == isShown
      }
      try desktop.settle()
      try expectShown(isShown)
    }
  }

  @Test func `what has no size is off screen in a page that has a place`() throws {
    try hidePage(extents: (10, 20, 300, 200))
    for name in ["Part", "Bar"] { try object(name).extents = (30, 40, 12, 0) }
    try start()
    try expectShown(false)
  }

  /// Its page may be scrolled out, and a part of it may not.
  @Test func `what has a place in a page that has one is on screen`() throws {
    try hidePage(extents: (10, 20, 300, 200))
    for name in ["Part", "Bar"] { try object(name).extents = (30, 40, 12, 100) }
    try start()
    try expectShown(true)
  }

  @Test func `a menu that is open is on screen, wherever it hangs`() throws {
    try hidePage(extents: (0, 0, 0, 0))
    for name in ["Part", "Bar"] { try object(name).extents = (30, 40, 12, 100) }
    try object("Part").role = 41
    try start()
    try expectShown(true)
  }
}
