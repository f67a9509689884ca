import AccessibilityMirror
import AccessibilityTree
import BridgeTestSupport
import BridgeTransport
import Testing

@testable import DesktopSource

/// What one application can do to the mirror of another, and to the memory of the mirror.
@Suite(.serialized, .ownThreadInTurn)
struct HostileTests {
  @Test func `an object that another application lists first belongs to its own application`()
    throws
  {
    let desktop = try FakeDesktop()
    let victim = try desktop.launch("Victim", addWindow)
    let window = try #require(victim.root.children.first)
    let thief = try desktop.launch("Thief") { thief in
      addWindow(thief)
      thief.root.children.append((victim.service.name, window.path))
    }
    // The thief is read before its victim appears on the desktop.
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

    // An application that lists it again does not get it, and that is reported.
    try thief.emit(thief.root, "ChildrenChanged", "add")
    try desktop.wait("it is said") {
      let load = desktop.store.applications.first { $0.value.name == "Thief" }?.value.load
      guard case .partial(let reason)? = load else { return false }
      return reason.contains("other applications")
    }
    // Its mirror is complete again when the application stops listing it.
    thief.root.children.removeLast()
    try thief.emit(thief.root, "ChildrenChanged", "remove")
    try desktop.wait("it is whole") {
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

  @Test func `numbers of unused objects are released`() throws {
    let table = ObjectTable()
    let kept = table.interner.intern(":1.1", "/kept")
    for number in 0...ObjectTable.maxUnused { _ = table.interner.intern(":1.1", "/\(number)") }
    #expect(table.hasTooManyUnused)
    table.beginSweep()
    // Takes more than one turn; a number that is used meanwhile is kept.
    #expect(table.forgetUnused { $0 == kept })
    let named = table.interner.intern(":1.1", "/\(ObjectTable.maxUnused)")
    while table.forgetUnused({ $0 == kept }) {}
    #expect(!table.hasTooManyUnused)
    #expect(table.interner.count == 2)
    #expect(table.interner.path(of: kept) == "/kept")
    #expect(table.interner.path(of: named) == "/\(ObjectTable.maxUnused)")
  }

  @Test func `an application has a share of events, which is restored over time`() {
    var share = EventBudget()
    let start = MonotonicTime.now()
    var admitted = 0
    while admitted < 20_000, share.admitEvent(at: start) { admitted += 1 }
    #expect((10_000...10_001).contains(admitted))
    #expect(share.dropped == 1)
    let later = start.advanced(by: .seconds(1))
    admitted = 0
    while share.admitEvent(at: later) { admitted += 1 }
    #expect((1999...2001).contains(admitted))
    // The processing time of events counts as well.
    share.charge(.seconds(1))
    let isAdmitted = share.admitEvent(at: later.advanced(by: .seconds(2)))
    #expect(!isAdmitted)
  }

  @Test func `an application with expensive answers is called rarely, and one call at a time`()
    throws
  {
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

  @Test func `all texts of an application have a common limit`() throws {
    let desktop = try FakeDesktop {
      $0.limits.textBytes = 20_000
      $0.limits.elementTextBytes = 800
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
    #expect(reason.contains("texts are truncated"))
  }

  @Test func `objects that are their own ancestors are refused as children, and counted`() throws {
    let desktop = try FakeDesktop()
    var panels: [FakeObject] = []
    let application = try desktop.launch("App") { application in
      addWindow(application)
      let window = try #require(application["/o/1"])
      panels = ["First", "Second"].map { application.add($0, role: 39, under: window) }
      panels[0].children += [(nil, panels[0].path), (nil, window.path)]
      panels[1].children += [(nil, FakeApplication.rootPath)]
    }
    desktop.source.start()
    try desktop.settle()
    let root = try #require(desktop.store.applications.keys.first)
    try desktop.wait("it is said") {
      desktop.store.applications[root]?.loadDetail
        == "3 children are ignored because they are their own ancestors"
    }
    // Nothing is missing because of that.
    #expect(desktop.store.applications[root]?.load == .complete)
    #expect(desktop.source.mirrorFindings.map(\.severity) == [.note])
    try desktop.expectTrue()

    for panel in panels {
      panel.children = []
      try application.emit(panel, "ChildrenChanged", "remove")
    }
    try desktop.wait("it is over") { desktop.store.applications[root]?.loadDetail == nil }
  }

  @Test func `an object that moves is not reported as its own ancestor`() throws {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App", addWindow)
    let window = try #require(application["/o/1"])
    let (outer, inner) = (
      application.add("Outer", role: 39, under: window),
      application.add("Inner", role: 39, under: window)
    )
    desktop.source.start()
    try desktop.settle()
    let root = try #require(desktop.store.applications.keys.first)
    for (above, below) in [(outer, inner), (inner, outer), (outer, inner)] {
      window.children.removeAll { [above.path, below.path].contains($0.path) }
      window.children.append((nil, above.path))
      (above.children, below.children) = ([(nil, below.path)], [])
      (above.parent, below.parent) = (window.path, above.path)
      // The object that lists the other now sends its event before the one that no longer does.
      try application.emitChildrenChanged(above, "add", below)
      try application.emit(below, "ChildrenChanged", "remove")
      try application.emit(window, "ChildrenChanged", "remove")
      try desktop.settle()
    }
    #expect(
      !desktop.notifications.contains {
        if case .applicationChanged(let application) = $0 {
          application.loadDetail != nil
        } else {
          false
        }
      })
    #expect(desktop.store.applications[root]?.load == .complete)
    try desktop.expectTrue()
  }

  @Test func `an object that claims too many children is reported`() throws {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App") { application in
      addWindow(application)
      let window = try #require(application["/o/1"])
      for name in ["List", "Sheet"] {
        let list = application.add(name, role: 31, under: window)
        list.claimedChildren = .max
        application.add("Item of \(name)", under: list)
      }
      // The sheet manages its descendants, which explains its claim.
      application["/o/8"]?.states |= 1 << 31
    }
    #expect(application["/o/8"]?.name == "Sheet")
    desktop.source.start()
    try desktop.settle()
    let root = try #require(desktop.store.applications.keys.first)
    let reason = "1 element reports more than 50000 children; only those on screen are mirrored"
    #expect(desktop.store.applications[root]?.load == .partial(reason))
    #expect(desktop.store.applications[root]?.omitsElements == false)
    // Reading the application again does not change that.
    try desktop.expectTrue()
    #expect(desktop.store.applications[root]?.load == .partial(reason))

    let list = try #require(application["/o/6"])
    list.claimedChildren = nil
    try application.emit(list, "ChildrenChanged", "remove")
    try desktop.wait("it is over") { desktop.store.applications[root]?.load == .complete }
  }

  @Test func `a cache that contradicts its objects is reported`() throws {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App", addWindow)
    desktop.source.start()
    try desktop.settle()
    let root = try #require(desktop.store.applications.keys.first)
    let mirror = try #require(desktop.source.application(root))
    application.cacheLies = true
    mirror.activity.cacheCheck.compare { _ in }
    try desktop.wait("it is said") {
      desktop.store.applications[root]?.loadDetail?
        .hasPrefix("Its cache contradicts the direct answers of 5 elements") == true
    }
    #expect(desktop.store.applications[root]?.load == .complete)
    try desktop.expectTrue()

    application.cacheLies = false
    mirror.activity.cacheCheck.compare { _ in }
    try desktop.wait("it is over") { desktop.store.applications[root]?.loadDetail == nil }

    // A cache that is ahead of the mirror does not contradict it.
    for object in application.objects.values { object.name += " now" }
    mirror.activity.cacheCheck.compare { _ in }
    try desktop.wait("it is read") { desktop.element("One now") != nil }
    try desktop.settle()
    #expect(desktop.store.applications[root]?.loadDetail == nil)
  }
}
