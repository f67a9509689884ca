import AccessibilityMirror
import AccessibilityTree
import BridgeTestSupport
import BridgeTransport
import Testing

@testable import DesktopSource

/// Elements that are shown without an event (GTK 4).
@Suite(.serialized, .ownThreadInTurn)
struct SilentShowTests {
  private func started(
    toolkit: String = "GTK", version: String = "4.8.3", _ build: (FakeApplication) throws -> Void
  ) throws -> (FakeDesktop, FakeApplication) {
    try FakeDesktop.started(toolkit, version, build)
  }

  /// Waits until no more calls are made to the application.
  private func fallSilent(_ desktop: FakeDesktop, _ application: FakeApplication) throws {
    let silent = desktop.loop.settle(for: .milliseconds(1500)) {
      application.service.received.count
    }
    try #require(silent, "\(application.service.received.suffix(5))")
  }

  @Test func `elements shown without an event are found while a client watches, repeatedly`()
    throws
  {
    let (desktop, application) = try started { _ in }
    try fallSilent(desktop, application)
    let window = try #require(application["/o/1"])

    desktop.source.watchingChanged(true)
    for name in ["first", "second", "third"] {
      let page = application.add(name, role: 39, under: window)
      application.add("in \(name)", role: 29, under: page)
      try desktop.wait("\(name) is found") { desktop.element("in \(name)") != nil }
      application.remove(page)
      try desktop.wait("\(name) is gone") { desktop.element("in \(name)") == nil }
    }
    desktop.source.watchingChanged(false)
    try fallSilent(desktop, application)
    // While the application is quiet and no client watches, no calls are made.
    let before = application.service.received.count
    let isAsked = desktop.loop.run(within: .seconds(2)) {
      application.service.received.count != before
    }
    #expect(!isAsked, "\(application.service.received.suffix(3))")
  }

  @Test func `a comparison waits for the sweep of an application that is slow`() throws {
    var panels: [FakeObject] = []
    let (desktop, application) = try started {
      let window = try #require($0["/o/1"])
      for number in 1...60 { panels.append($0.add("Panel \(number)", role: 39, under: window)) }
    }
    try fallSilent(desktop, application)
    // A sweep takes 0.3 s then, and the next comes after some 6 s.
    var sweeps = 0
    application.whenAsked = { object, member in
      guard member == "GetChildren" else { return }
      if object === panels.last { sweeps += 1 }
      let end = MonotonicTime.now().advanced(by: .milliseconds(5))
      while MonotonicTime.now() < end {}
    }
    desktop.source.watchingChanged(true)
    try desktop.wait("it is swept") { sweeps > 0 }
    try fallSilent(desktop, application)
    application.remove(panels[30])
    try desktop.expectTrue()
    #expect(desktop.element("Panel 31") == nil)
  }

  @Test func `a toolkit that reports its children is not read repeatedly`() throws {
    let (desktop, application) = try started(toolkit: "GTK", version: "3.24.38") { _ in }
    try fallSilent(desktop, application)
    let before = application.service.received.count
    desktop.source.watchingChanged(true)
    let isAsked = desktop.loop.run(within: .seconds(2)) {
      application.service.received.count != before
    }
    #expect(!isAsked, "\(application.service.received.suffix(3))")
  }

  @Test(arguments: ["3.24.38", "4.8.3"])
  func `an element that grows is searched for new children and siblings, with any audience`(
    version: String
  ) throws {
    let (desktop, application) = try started(version: version) { _ in }
    let window = try #require(application["/o/1"])
    try fallSilent(desktop, application)
    application.add("Message", role: 29, under: window)
    let button = try #require(application["/o/2"])
    button.extents = (10, 20, 30, 20)
    // The only event is that a neighbour has another size.
    let busy = try Restlessness(desktop, application)
    try application.emit(button, "BoundsChanged", "", 0, 0, .int32(0))
    try desktop.wait("the message is found") { desktop.element("Message") != nil }
    busy.stop()
  }

  @Test func `reading lasts until an effect a quarter of a second after a press is seen`()
    throws
  {
    let (desktop, application) = try started { _ in }
    try fallSilent(desktop, application)
    let window = try #require(application["/o/1"])
    let root = try #require(desktop.store.tree.roots.first)
    let button = try #require(desktop.element("One")?.id)

    desktop.source.afterAction(button)
    let timer = desktop.loop.schedule(after: .milliseconds(250)) {
      let page = application.add("Page", role: 39, under: window)
      application.add("Heading", role: 29, under: page)
    }
    #expect(desktop.source.isReading(root))
    try desktop.wait("reading ends") { !desktop.source.isReading(root) }
    #expect(desktop.element("Heading") != nil)
    timer.cancel()
  }

  // MARK: Changes that accompany an event of one element

  @Test func `elements inside a disabled one are disabled as well`() throws {
    var box: FakeObject?
    let (desktop, application) = try started(toolkit: "gtk", version: "3.24.38") {
      let made = $0.add("Box", role: 39, under: try #require($0["/o/1"]))
      $0.add("Inside", role: 43, under: made)
      box = made
    }
    try fallSilent(desktop, application)
    let outer = try #require(box)
    let inner = try #require(application[outer.children[0].path])
    for object in [outer, inner] { object.states &= ~(1 << 8 | 1 << 24) }
    let busy = try Restlessness(desktop, application)
    try application.emit(outer, "StateChanged", "sensitive", 0)
    try application.emit(outer, "StateChanged", "enabled", 0)
    try desktop.wait("the button inside is disabled") {
      desktop.element("Inside")?.isUsable == false
    }
    busy.stop()
  }

  @Test func `all elements that had the focus are read when it moves`() throws {
    let (desktop, application) = try started(toolkit: "gtk", version: "3.24.38") {
      for path in ["/o/2", "/o/3"] { try #require($0[path]).states |= 1 << 12 }
    }
    try fallSilent(desktop, application)
    for path in ["/o/2", "/o/3"] { try #require(application[path]).states &= ~(1 << 12) }
    let slider = try #require(application["/o/4"])
    slider.states |= 1 << 12
    let busy = try Restlessness(desktop, application)
    try application.emit(slider, "StateChanged", "focused", 1)
    try desktop.wait("only the slider has it") {
      ["One", "Two"].allSatisfy { desktop.element($0)?.states.contains(.focused) == false }
        && desktop.element("Volume")?.states.contains(.focused) == true
    }
    busy.stop()
  }
}

/// An application that is never idle: elements that are found meanwhile were not found by reading
/// everything again.
final class Restlessness {
  private let desktop: FakeDesktop
  private let application: FakeApplication
  private let object: FakeObject
  private var isStopped = false

  init(_ desktop: FakeDesktop, _ application: FakeApplication) throws {
    self.desktop = desktop
    self.application = application
    object = try #require(application["/o/5"])
    tick()
  }

  func stop() { isStopped = true }

  private func tick() {
    guard !isStopped else { return }
    try? application.emit(object, "PropertyChange", "accessible-name", 0, 0, .string("Name"))
    desktop.loop.schedule(after: .milliseconds(150)) { [weak self] in self?.tick() }
  }
}
