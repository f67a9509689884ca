import AccessibilityMirror
import AccessibilityTree
import BridgeTestSupport
import BridgeTransport
import Testing

@testable import DesktopSource

/// Frames follow objects that move without an event, such as a page that is scrolled in Firefox.
@Suite(.serialized, .ownThreadInTurn)
struct MovementTests {
  /// An application with a long page, of which the mirror knows no part to be on screen.
  private final class Page {
    let desktop: FakeDesktop
    let application: FakeApplication
    private(set) var sheet: FakeObject
    private(set) var items: [FakeObject] = []

    init(items count: Int) throws {
      desktop = try FakeDesktop()
      var made: [FakeObject] = []
      application = try desktop.launch("Reader") {
        addWindow($0)
        let sheet = $0.add("Page", role: 82, under: try #require($0["/o/1"]))
        made = [sheet]
        for number in 0..<count {
          let item = $0.add("Item \(number)", role: 29, under: sheet)
          item.states &= ~(1 << 25)
          item.extents.1 = Int32(100 + 20 * number)
          made.append(item)
        }
      }
      sheet = made.removeFirst()
      items = made
      desktop.source.start()
      try desktop.settle()
    }

    func mirror() throws -> ApplicationMirror {
      try #require(desktop.store.tree.roots.first.flatMap(desktop.source.application))
    }

    /// Moves all items without an event.
    func scroll(by distance: Int32) {
      for item in items { item.extents.1 += distance }
    }

    /// Sends an event that is not about positions.
    func speak() throws {
      sheet.states ^= 1 << 3
      try application.emit(sheet, "StateChanged", "busy", sheet.states & 1 << 3 == 0 ? 0 : 1)
    }

    /// Returns the number of items whose frame in the mirror is wrong.
    func misplaced() -> Int {
      var wrong = 0
      desktop.store.tree.walk(from: desktop.store.tree.roots) { element, _ in
        guard let label = element.label, label.hasPrefix("Item "),
          let number = Int(label.dropFirst(5)), items.indices.contains(number)
        else { return .descend }
        if element.frame?.rect.y != Double(items[number].extents.1) { wrong += 1 }
        return .descend
      }
      return wrong
    }

    /// Waits until no calls are made.
    func awaitSilence() throws {
      let mirror = try mirror()
      try desktop.wait("all is read") {
        mirror.reads.areDetailsRead && !mirror.reads.isHighPriorityActive
          && !mirror.reads.isBackgroundActive
          && !mirror.activity.rereader.isUnderWay
      }
    }

    /// Continues the second reading until it has called an item.
    func readOn(to number: Int) throws {
      let mirror = try mirror()
      try awaitSilence()
      desktop.source.watchingChanged(true)
      try desktop.wait("a second reading") { mirror.activity.rereader.isUnderWay }
      var isAsked = false
      application.whenAsked = { [items] object, member in
        if object === items[number], member == "GetAttributes" { isAsked = true }
      }
      defer { application.whenAsked = { _, _ in } }
      try desktop.wait("it is there") { isAsked }
      #expect(mirror.activity.rereader.isUnderWay)
    }
  }

  @Test func `an element that was read before the last event does not count as read`() throws {
    let page = try Page(items: 400)
    try page.readOn(to: 99)
    page.scroll(by: -500)
    try page.speak()
    let mirror = try page.mirror()
    var wrong: Int?
    mirror.activity.rereader.catchUp { wrong = page.misplaced() }
    try page.desktop.wait("all is read") { wrong != nil }
    #expect(wrong == 0)
  }

  @Test func `elements that move during a second reading are read once more`() throws {
    let page = try Page(items: 400)
    try page.readOn(to: 20)
    try page.speak()
    let mirror = try page.mirror()
    var wrong: Int?
    mirror.activity.rereader.catchUp { wrong = page.misplaced() }
    // Scroll only after the current pass has read some of the items.
    var isMoved = false
    page.application.whenAsked = { [items = page.items] object, member in
      guard object === items[99], member == "GetAttributes", !isMoved else { return }
      isMoved = true
      page.scroll(by: -500)
    }
    try page.desktop.wait("all is read") { wrong != nil }
    page.application.whenAsked = { _, _ in }
    #expect(isMoved)
    #expect(wrong == 0)
  }

  @Test func `frames follow an event even while everything is read again`() throws {
    let page = try Page(items: 1600)
    try page.readOn(to: 200)
    page.scroll(by: -500)
    try page.speak()
    let mirror = try page.mirror()
    let item = try #require(page.desktop.element("Item 190"))
    // It was read by then, so it would have to wait for the next pass.
    try page.desktop.wait("its frame is true") {
      page.desktop.store.tree[item.id]?.frame != item.frame
    }
    #expect(mirror.activity.rereader.isUnderWay)
  }

  @Test func `an element that a client looks at is true soon, and all others later`() throws {
    let page = try Page(items: 200)
    let desktop = page.desktop
    try page.awaitSilence()
    desktop.source.watchingChanged(true)
    let mirror = try page.mirror()
    // Everything has been read again, and nothing is due any more.
    try desktop.wait("it is at rest") {
      !mirror.activity.rereader.hasWork(isWatched: true)
    }
    try page.awaitSilence()
    let looked = try #require(desktop.element("Item 50")?.id)
    page.scroll(by: -500)
    desktop.source.clientDidRead(looked)
    try desktop.wait("it is true") { page.misplaced() < page.items.count }
    #expect(desktop.element("Item 50")?.frame?.rect.y == Double(page.items[50].extents.1))
    try desktop.wait("all are true") { page.misplaced() == 0 }
  }

  @Test func `an element that a client looks at constantly is read twice a second`() throws {
    let page = try Page(items: 10)
    try page.awaitSilence()
    let looked = try #require(page.desktop.element("Item 5")?.id)
    let start = MonotonicTime.now()
    var questions = 0
    page.application.whenAsked = { [items = page.items] object, member in
      if object === items[5], member == "GetExtents" { questions += 1 }
    }
    try page.desktop.wait("it is read again and again") {
      page.desktop.source.clientDidRead(looked)
      return questions >= 4
    }
    #expect(
      MonotonicTime.now().since(start) >= .milliseconds(1400), "three pauses of half a second")
  }

  @Test func `an object that appears during a comparison is not a difference`() throws {
    let page = try Page(items: 200)
    let (desktop, application) = (page.desktop, page.application)
    try page.awaitSilence()
    var isAdded = false
    let sheet = page.sheet
    application.whenAsked = { [items = page.items] object, member in
      // The children of the page have been read by then.
      guard object === items[20], member == "GetExtents", !isAdded else { return }
      isAdded = true
      let new = application.add("Notice", role: 29, under: sheet)
      try? application.emitChildrenChanged(sheet, "add", new)
    }
    try desktop.expectTrue()
    application.whenAsked = { _, _ in }
    #expect(isAdded)
    #expect(desktop.element("Notice") != nil)
  }
}
