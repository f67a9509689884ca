import AccessibilityMirror
import AccessibilityTree
import BridgeTestSupport
import BridgeTransport
import Testing

@testable import DesktopSource

/// Applications that send more events than the mirror follows, and the state of their mirrors.
@Suite(.serialized, .ownThreadInTurn)
struct FloodTests {
  /// Starts an application with a window that has a number of rows.
  private func launch(_ rows: Int, on desktop: FakeDesktop) throws -> FakeApplication {
    try desktop.launch("App") { application in
      let window = application.add("Window", role: 23, under: application.root)
      for number in 0..<rows { application.add("Row \(number)", role: 32, under: window) }
    }
  }

  @Test func `events that an application sends because it is read are not a flood`() throws {
    let desktop = try FakeDesktop()
    let application = try launch(4000, on: desktop)
    var asked: Set<String> = []
    var sent = 0
    var listings = 0
    application.whenAsked = { [unowned application] object, member in
      if member == "GetChildren", object.name == "Window" { listings += 1 }
      // As GTK 3 for each object that is read for the first time.
      guard asked.insert(object.path).inserted else { return }
      sent += 4
      try? application.emit(object, "StateChanged", "showing", 1)
      try? application.emit(object, "StateChanged", "visible", 1)
      try? application.emit(
        object, "PropertyChange", "accessible-name", 0, 0, .string(object.name))
      try? application.emit(
        object, "PropertyChange", "accessible-parent", 0, 0,
        application.reference(object.parent))
    }
    desktop.source.start()
    var loads: [LoadState] = []
    try desktop.wait("it is read") {
      let load = desktop.store.applications.values.first?.load ?? .loading
      if loads.last != load { loads.append(load) }
      return load != .loading && load != .structure
    }
    #expect(sent > Int(EventBudget.burst))
    #expect(loads.last == .complete, "\(loads)")
    #expect(desktop.store.tree.count == 4002)
    #expect(listings < 5, "an object that tells its parent has not moved")
    try desktop.expectTrue()
  }

  @Test func `a mirror is complete again soon after a flood`() throws {
    let desktop = try FakeDesktop()
    let application = try launch(2500, on: desktop)
    desktop.source.start()
    try desktop.settle()
    let mirror = try #require(desktop.source.bus?.context.applications.values.first)
    // The application has used its share of the loop, so that a slow machine detects a flood as well.
    mirror.eventBudget.charge(.seconds(1))
    let objects = application.objects.values.filter { $0.role == 32 }
    for round in 1...5 {
      for (number, object) in objects.enumerated() {
        object.name = "\(object.path) in round \(round)"
        try application.emit(
          object, "PropertyChange", "accessible-name", 0, 0, .string(object.name))
        if number % 100 == 0 { desktop.loop.runOnce(timeout: .zero) }
      }
    }
    try desktop.wait("the flood is noticed") { mirror.problems.contains(.flood) }
    // The second reading of that many elements takes twice as long.
    try desktop.wait("it is whole") { mirror.load == .complete }
    try desktop.expectTrue()
  }

  @Test func `events of new objects are expected until the objects have been read`() {
    var share = EventBudget()
    let start = MonotonicTime.now()
    for _ in 0..<5000 { share.addNewObjectAllowance() }
    var admitted = 0
    while admitted < 40_000, share.admitEvent(at: start) { admitted += 1 }
    #expect((30_000...30_001).contains(admitted))
    for _ in 0..<5000 { share.addNewObjectAllowance() }
    share.removeNewObjectAllowance()
    admitted = 0
    while admitted < 40_000, share.admitEvent(at: start) { admitted += 1 }
    #expect((10_000...10_001).contains(admitted))
  }
}
