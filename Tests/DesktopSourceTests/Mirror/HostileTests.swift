import AccessibilityMirror
import AccessibilityTree
import BridgeTestSupport
import BridgeTransport
import Testing

@testable import DesktopSource

/// What one application can do to the mirror of another, and to what the mirror holds.
@Suite(.serialized, .ownThreadInTurn)
struct HostileTests {
  @Test func `an element that another application lists first comes to its own`() throws {
    let desktop = try FakeDesktop()
    let victim = try desktop.launch("Victim", addWindow)
    let window = try #require(victim.root.children.first)
    let thief = try desktop.launch("Thief") { thief in
      addWindow(thief)
      thief.root.children.append((victim.service.name, window.path))
    }
    // The thief is read before its victim is on the desktop.
    desktop.hide(victim)
    desktop.source.start()
    try desktop.settle(1)
    try desktop.wait("the thief has it") { desktop.element("Two") != nil }

    desktop.reveal(victim)
    try desktop.announce()
    try desktop.settle(2)
    let root = try #require(desktop.store.applications.first { $0.value.name == "Victim" }?.key)
    let names = desktop.store.tree.subtree(of: [root]).compactMap { desktop.store.tree[$0]?.label }
    #expect(names.contains("Volume") && names.contains("Two"))

    // Whoever lists it again does not get it, and that is said.
    try thief.emit(thief.root, "ChildrenChanged", "add")
    try desktop.wait("it is said") {
      let load = desktop.store.applications.first { $0.value.name == "Thief" }?.value.load
      guard case .partial(let reason)? = load else { return false }
      return reason.contains("other applications")
    }
    // Its mirror is whole again when it stops.
    thief.root.children.removeLast()
    try thief.emit(thief.root, "ChildrenChanged", "remove")
    try desktop.wait("it is whole", for: .seconds(20)) {
      desktop.store.applications.first { $0.value.name == "Thief" }?.value.load == .complete
    }
    try desktop.expectTrue()
  }

  @Test func `objects that events name are not remembered`() throws {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App", addWindow)
    desktop.source.start()
    try desktop.settle()
    let table = try #require(desktop.source.bus?.context.table)
    let before = table.interner.count
    for number in 0..<5000 {
      let reference = application.reference("/made/up/\(number)")
      try application.emit(application.root, "ChildrenChanged", "add", 0, 0, reference)
      try application.emit(application.root, "ActiveDescendantChanged", "", 0, 0, reference)
      if number % 100 == 0 { desktop.loop.runOnce(timeout: .zero) }
    }
    try desktop.settle()
    #expect(table.interner.count < before + 10)
  }

  @Test func `numbers of objects that came to nothing are forgotten`() throws {
    let table = ObjectTable()
    let kept = table.interner.intern(":1.1", "/kept")
    for number in 0...ObjectTable.unusedAllowed { _ = table.interner.intern(":1.1", "/\(number)") }
    #expect(table.hasManyUnused)
    table.beginSweep()
    // In more than one turn; what is named meanwhile is not forgotten.
    #expect(table.forgetUnused { $0 == kept })
    let named = table.interner.intern(":1.1", "/\(ObjectTable.unusedAllowed)")
    while table.forgetUnused({ $0 == kept }) {}
    #expect(!table.hasManyUnused)
    #expect(table.interner.count == 2)
    #expect(table.interner.path(of: kept) == "/kept")
    #expect(table.interner.path(of: named) == "/\(ObjectTable.unusedAllowed)")
  }

  @Test func `an application has a share of events, which comes back with time`() {
    var share = EventShare()
    let start = MonotonicTime.now()
    var admitted = 0
    while admitted < 20_000, share.admits(at: start) { admitted += 1 }
    #expect((10_000...10_001).contains(admitted))
    #expect(share.dropped == 1)
    let later = start.advanced(by: .seconds(1))
    admitted = 0
    while share.admits(at: later) { admitted += 1 }
    #expect((1999...2001).contains(admitted))
    // What takes long counts as well.
    share.charge(.seconds(1))
    let isAdmitted = share.admits(at: later.advanced(by: .seconds(2)))
    #expect(!isAdmitted)
  }

  @Test func `an application whose answers are costly is asked rarely and one by one`() throws {
    let fixture = try BusFixture()
    let queue = CallQueue(fixture.client, destination: fixture.service.name)
    fixture.service.on("test.Fake", "Get") { _ in .values([]) }
    var said: Duration?
    queue.onCostlyAnswer = { said = $0 }
    var failures: [BusError] = []
    queue.call("/", "test.Fake", "Get") {
      if case .failure(let error) = $0 { failures.append(error) }
    }
    queue.answerWasCostly(.milliseconds(2))
    #expect(said == .milliseconds(2) && failures == [.disconnected] && queue.isPaused)
    let began = MonotonicTime.now()
    var answers = 0
    var most = 0
    for _ in 0..<4 {
      queue.call("/", "test.Fake", "Get") { _ in answers += 1 }
      most = max(most, queue.inFlight)
    }
    #expect(queue.inFlight == 0)
    try #require(
      fixture.loop.run {
        most = max(most, queue.inFlight)
        return answers == 4
      })
    #expect(MonotonicTime.now().since(began) >= .milliseconds(190))
    #expect(most == 1)
  }

  @Test func `texts of an application have a limit together`() throws {
    let desktop = try FakeDesktop {
      $0.limits.texts = 20_000
      $0.limits.textsOfElement = 800
    }
    _ = try desktop.launch("App") { application in
      addWindow(application)
      for number in 0..<20 {
        let object = application.add(
          "\(number) " + String(repeating: "x", count: 4000), under: application.root)
        object.attributes = ["long": String(repeating: "y", count: 4000)]
      }
    }
    desktop.source.start()
    try desktop.settle()
    let mirror = try #require(desktop.source.bus?.context.applications.values.first)
    #expect(mirror.textBytes < 40_000)
    #expect(desktop.element("Volume")?.range?.current == 30)
    guard case .partial(let reason) = mirror.load else {
      Issue.record("\(mirror.load)")
      return
    }
    #expect(reason.contains("it is cut"))
  }
}
