import AccessibilityMirror
import AccessibilityTree
import BridgeTestSupport
import BridgeTransport
import Testing

@testable import DesktopSource

/// Whether an application answers, and what a comparison makes of one that does not.
@Suite(.serialized, .ownThreadInTurn)
struct HealthMonitorTests {
  @Test func `a comparison finds out that an application does not answer, and ends`() throws {
    let desktop = try FakeDesktop { $0.callTimeout = .milliseconds(400) }
    let application = try desktop.launch("App", addWindow)
    desktop.source.start()
    try desktop.settle()
    let root = try #require(desktop.store.applications.keys.first)
    // Nothing but the comparison asks.
    try desktop.waitForRest(of: root)
    application.service.isHanging = true

    let report = try desktop.verify(root, for: .seconds(8))
    #expect(desktop.store.applications[root]?.health == .notResponding)
    #expect(report.failure.contains("has not answered for"), "\(report.failure)")
    #expect(report.compared == 0)

    // Once it is known, another one ends as soon, and says that it has been longer.
    let again = try desktop.verify(root, for: .seconds(5))
    #expect(again.failure.contains("has not answered for"), "\(again.failure)")
    #expect(again.failure != report.failure)

    application.service.isHanging = false
    try desktop.wait("it is well again") {
      desktop.store.applications[root]?.health == .responsive
    }
    try desktop.expectTrue()
  }

  @Test func `a comparison ends by its deadline, and says how much it compared`() throws {
    let desktop = try FakeDesktop()
    _ = try desktop.launch("App") { application in
      addWindow(application)
      let window = try #require(application["/o/1"])
      for number in 0..<1500 { application.add("Item \(number)", under: window) }
    }
    desktop.source.start()
    try desktop.settle(within: .seconds(60))
    let root = try #require(desktop.store.applications.keys.first)
    let deadline = desktop.store.time + 300_000_000
    let report = try desktop.verify(root, deadline: deadline, for: .seconds(10))
    #expect(report.failure.contains("allow it more"), "\(report.failure)")
    #expect((1..<1500).contains(report.compared))
  }

  @Test func `a comparison of which nothing came is no comparison without differences`() throws {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App", addWindow)
    desktop.source.start()
    try desktop.settle()
    let root = try #require(desktop.store.applications.keys.first)
    for member in ["GetRole", "GetState", "GetInterfaces", "GetChildren"] {
      application.service.on("org.a11y.atspi.Accessible", member) { _ in
        .error("org.freedesktop.DBus.Error.UnknownObject", "none")
      }
    }
    let report = try desktop.verify(root, for: .seconds(20))
    #expect(report.compared == 0 && report.differences.isEmpty)
    #expect(report.failure.contains("did not say what its elements are"), "\(report.failure)")
  }

  @Test func `an application that answered late is slow for a while, and no longer`() throws {
    let desktop = try FakeDesktop { $0.callTimeout = .seconds(20) }
    let application = try desktop.launch("App", addWindow)
    desktop.source.start()
    try desktop.settle()
    let root = try #require(desktop.store.applications.keys.first)
    let mirror = try #require(desktop.source.application(root))
    application.service.isHanging = true
    var isRead = false
    mirror.structure.cacheReader.read { _ in
    } done: { _ in
      isRead = true
    }
    try desktop.wait("it is found slow") { desktop.store.applications[root]?.health == .slow }
    application.service.isHanging = false
    try desktop.wait("it answered") { isRead }
    #expect(desktop.store.applications[root]?.health == .slow)
    let heard = try #require(desktop.store.applications[root]?.lastHeard)
    // Nobody asks it anything.
    try desktop.wait("it is slow no longer", for: .seconds(8)) {
      desktop.store.applications[root]?.health == .responsive
    }
    #expect(desktop.store.applications[root]?.lastHeard == heard)
  }

  @Test func `an application that answers in time is not slow for what was before`() throws {
    let desktop = try FakeDesktop { $0.callTimeout = .seconds(20) }
    let application = try desktop.launch("App", addWindow)
    desktop.source.start()
    try desktop.settle()
    let root = try #require(desktop.store.applications.keys.first)
    let mirror = try #require(desktop.source.application(root))
    application.service.isHanging = true
    mirror.health.verifyResponsive()
    try desktop.wait("it is found slow") { desktop.store.applications[root]?.health == .slow }
    application.service.isHanging = false
    let began = MonotonicTime.now()
    try desktop.wait("it is slow no longer", for: .seconds(10)) {
      mirror.health.verifyResponsive()
      return desktop.store.applications[root]?.health == .responsive
    }
    #expect(MonotonicTime.now().since(began) >= .seconds(1))
  }
}

extension FakeDesktop {
  /// Waits until an application has been asked nothing for two seconds.
  fileprivate func waitForRest(of root: ElementID) throws {
    var (calls, last) = (-1, MonotonicTime.now())
    try wait("it is left alone", for: .seconds(30)) {
      let made = source.calls(to: root)
      if made != calls { (calls, last) = (made, .now()) }
      return MonotonicTime.now().since(last) >= .seconds(2)
    }
  }

  /// Compares one application with its mirror, for so long at most.
  fileprivate func verify(
    _ root: ElementID, deadline: UInt64 = .max, for time: Duration
  ) throws -> VerifyReport {
    var report: VerifyReport?
    source.verify(root, deadline: deadline) { report = $0 }
    try wait("it is compared", for: time) { report != nil }
    return try #require(report)
  }
}
