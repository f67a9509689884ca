import AccessibilityTree
import BridgeTestSupport
import Testing

@testable import DesktopSource

/// The focus of texts that are in no tree (GTK 4).
@Suite(.serialized, .ownThreadInTurn)
struct HiddenFocusTests {
  private struct Scene {
    let desktop: FakeDesktop
    let application: FakeApplication
    let window: FakeObject
    let view: FakeObject
    let entry: FakeObject

    /// Sends an event of a state, and sets that.
    func emit(_ object: FakeObject, _ state: String, bit: Int, _ isSet: Bool) throws {
      if isSet { object.states |= 1 << bit } else { object.states &= ~(1 << bit) }
      try application.emit(object, "StateChanged", state, isSet ? 1 : 0)
    }

    func emitFocus(of object: FakeObject, _ isSet: Bool) throws {
      try emit(object, "focused", bit: 12, isSet)
    }

    /// The event of an entry, which is the same each time.
    func emitChangeInEntry() throws { try application.emit(entry, "StateChanged", "focused", 0) }

    func expectFocus(of object: FakeObject?, _ what: String) throws {
      try desktop.wait(what) {
        let focused = ["View", "Entry"].filter {
          desktop.element($0)?.states.contains(.focused) == true
        }
        return focused == [object?.name].compactMap(\.self)
      }
    }
  }

  /// A window with a text view, which has the focus, and an entry, whose states never tell of it.
  private func started(others: Int = 0) throws -> Scene {
    let desktop = try FakeDesktop()
    var made: (window: FakeObject, view: FakeObject, entry: FakeObject)?
    let application = try desktop.launch("App") { application in
      application.toolkit = "GTK"
      application.version = "4.8.3"
      let window = application.add("Window", role: 23, under: application.root)
      window.extents = (0, 0, 400, 400)
      window.states |= 1 << 1
      let view = application.add("View", role: 61, under: window)
      view.states |= 1 << 7 | 1 << 11 | 1 << 12
      func entry(_ name: String, at place: Int32) -> FakeObject {
        let entry = application.add(name, role: 79, under: window)
        entry.states |= 1 << 7
        entry.extents = (10, 100 + 50 * place, 30, 40)
        return entry
      }
      made = (window, view, entry("Entry", at: 0))
      for number in 0..<others { _ = entry("Other \(number)", at: 1 + Int32(number)) }
    }
    desktop.source.start()
    try desktop.settle()
    let (window, view, entry) = try #require(made)
    return Scene(
      desktop: desktop, application: application, window: window, view: view, entry: entry)
  }

  @Test(arguments: [0, 1])
  func `an event of an entry gives it the focus, and the next one takes it away`(others: Int)
    throws
  {
    let scene = try started(others: others)
    try scene.expectFocus(of: scene.view, "the view has it")
    try scene.emitFocus(of: scene.view, false)
    try scene.emitChangeInEntry()
    try scene.expectFocus(of: scene.entry, "the entry has it")
    try scene.emitChangeInEntry()
    try scene.expectFocus(of: nil, "nothing has it")
    try scene.emitFocus(of: scene.view, true)
    try scene.expectFocus(of: scene.view, "the view has it again")
    try scene.desktop.expectTrue()
  }

  @Test func `a window that becomes inactive and active again keeps the focus of its entry`()
    throws
  {
    let scene = try started()
    try scene.emitFocus(of: scene.view, false)
    try scene.emitChangeInEntry()
    try scene.expectFocus(of: scene.entry, "the entry has it")
    for isActive in [false, true] {
      try scene.emitChangeInEntry()
      try scene.emit(scene.window, "active", bit: 1, isActive)
      try scene.expectFocus(of: isActive ? scene.entry : nil, "active: \(isActive)")
    }
  }

  @Test(arguments: [0, 1])
  func `a focus that left untold is in the only entry of the window`(others: Int) throws {
    let scene = try started(others: others)
    try scene.emitFocus(of: scene.view, false)
    try scene.expectFocus(of: others == 0 ? scene.entry : nil, "the only one has it")
    try scene.emitChangeInEntry()
    try scene.emitFocus(of: scene.view, true)
    try scene.expectFocus(of: scene.view, "the view has it again")
  }

  /// The answer with its states may come before its event does, and the event then changes no state.
  @Test func `an event of a text that is known to have the focus takes it from an entry`() throws {
    let scene = try started()
    try scene.emitChangeInEntry()
    try scene.desktop.wait("the entry has it too") {
      scene.desktop.element("Entry")?.states.contains(.focused) == true
    }
    try scene.emitFocus(of: scene.view, true)
    try scene.expectFocus(of: scene.view, "only the view has it")
  }
}
