import AccessibilityTree
import BridgeTestSupport
import Testing

@testable import DesktopSource

/// GTK 3 shows a widget before it gives it a place. Until then the widget says that it is not on screen, and no event tells that it is.
/// In pages, an empty line for messages has no place, and no event tells that it has got one with its text.
@Suite(.serialized, .ownThreadInTurn)
struct LatePlaceTests {
  private static let showing: UInt64 = 1 << 25

  /// - Parameter fill: Puts something into the window.
  private func started(
    _ fill: (FakeApplication, FakeObject) -> Void = { _, _ in }
  ) throws -> (FakeDesktop, FakeApplication) {
    try FakeDesktop.started("gtk", "3.24.38") { fill($0, try #require($0["/o/1"])) }
  }

  @Test func `what is placed after its states were read is on screen`() throws {
    let (desktop, application) = try started()
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

  @Test(arguments: ["children", "text"])
  func `an empty line of a page is on screen as soon as it gets its first text`(
    event: String
  ) throws {
    var made: FakeObject?
    let (desktop, application) = try FakeDesktop.started("Gecko", "115") { application in
      let window = try #require(application["/o/1"])
      let section = application.add("Section", role: 85, under: window)
      let line = application.add("Line", role: 54, under: section)
      for object in [section, line] {
        object.states &= ~Self.showing
        object.extents = (.min, .min, 0, 0)
      }
      made = line
    }
    let line = try #require(made)
    func isOnScreen(_ label: String) -> Bool {
      guard let element = desktop.element(label) else { return false }
      return element.states.contains(.showing) && element.frame != nil
    }
    #expect(!isOnScreen("Line") && !isOnScreen("Section"))
    for object in [application[line.parent], line].compactMap({ $0 }) {
      object.states |= Self.showing
      object.extents = (10, 20, 300, 20)
    }
    // No client watches, so nothing but the event causes calls for what is off screen.
    if event == "text" {
      try application.emit(line, "TextChanged", "insert/system", 0, 3, .string("Yes"))
    } else {
      application.add("Yes", role: 116, under: line)
      try application.emit(line, "ChildrenChanged", "add/system", -1)
    }
    try desktop.wait("both are on screen", for: .seconds(3)) {
      isOnScreen("Line") && isOnScreen("Section")
    }
    try desktop.expectTrue()
  }

  @Test func `what has got a place is asked whether it is on screen`() throws {
    var made: FakeObject?
    let (desktop, application) = try FakeDesktop.started("Gecko", "115") { application in
      let window = try #require(application["/o/1"])
      let line = application.add("Line", role: 54, under: window)
      line.states &= ~Self.showing
      line.extents = (.min, .min, 0, 0)
      made = line
    }
    let line = try #require(made)
    line.states |= Self.showing
    line.extents = (10, 20, 300, 20)
    try application.emit(line, "BoundsChanged")
    try desktop.wait("the line is on screen", for: .seconds(3)) {
      desktop.element("Line")?.states.contains(.showing) == true
    }
  }

  @Test func `what is shown out of sight of a scrolled area is off screen`() throws {
    var made: FakeObject?
    let (desktop, application) = try started { application, window in
      let area = application.add("Area", role: 49, under: window)
      let box = application.add("", role: 39, under: area)
      let label = application.add("Below", role: 29, under: box)
      label.states &= ~Self.showing
      made = label
    }
    let label = try #require(made)
    // It is mapped. Whether it is in sight says only its state, which stays.
    func timesAsked() -> Int {
      application.service.received.count {
        $0.hasPrefix("\(label.path) ") && $0.hasSuffix("GetState")
      }
    }
    let before = timesAsked()
    try application.emit(label, "StateChanged", "showing", 1)
    try desktop.wait("its states are read again") {
      timesAsked() > before && desktop.element("Below")?.states.contains(.showing) == false
    }
    try desktop.settle()
    #expect(desktop.element("Below")?.states.contains(.showing) == false)
  }

  @Test func `the parts of cells are shown with their view`() throws {
    let managesDescendants: UInt64 = 1 << 31
    var parts: [FakeObject] = []
    var made: FakeObject?
    let (desktop, application) = try started { application, window in
      let view = application.add("Options", role: 66, under: window)
      let cell = application.add("Cell", role: 56, under: view)
      let part = application.add("Part", role: 56, under: cell)
      view.states |= managesDescendants
      parts = [view, cell, part]
      for object in parts { object.states &= ~Self.showing }
      made = view
    }
    let view = try #require(made)
    for object in parts { object.states |= Self.showing }
    try application.emit(view, "StateChanged", "showing", 1)
    try desktop.wait("all are shown") {
      ["Options", "Cell", "Part"].allSatisfy {
        desktop.element($0)?.states.contains(.showing) == true
      }
    }
    try desktop.expectTrue()
  }

  @Test func `what is added and shown after the cache was listed is there`() throws {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App") { application in
      addWindow(application)
      guard let window = application["/o/1"] else { return }
      let area = application.add("Area", role: 39, under: window)
      let box = application.add("Box", role: 39, under: area)
      box.states &= ~Self.showing
      application.whenCacheListed = { [unowned application] in
        application.whenCacheListed = {}
        application.add("Bar", role: 63, under: box)
        try application.emit(box, "ChildrenChanged", "add", 0)
        box.states |= Self.showing
        try application.emit(box, "StateChanged", "showing", 1)
      }
    }
    desktop.source.start()
    try desktop.wait("what was added is there") { desktop.element("Bar") != nil }
    try desktop.wait("it is on screen") {
      desktop.element("Box")?.states.contains(.showing) == true
    }
    try desktop.settle()
    try desktop.expectTrue()
    #expect(application.service.received.contains { $0.hasSuffix("GetItems") })
  }
}
