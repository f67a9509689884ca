import AccessibilityMirror
import AccessibilityTree
import BridgeTestSupport
import BridgeTransport
import Glibc
import Testing

@testable import DesktopSource

/// Whether an application answers, and the comparison with one that does not.
@Suite(.serialized, .ownThreadInTurn)
struct HealthMonitorTests {
  @Test func `a comparison notices that an application does not answer, and ends`() throws {
    let desktop = try FakeDesktop { $0.callTimeout = .milliseconds(400) }
    let application = try desktop.launch("App", addWindow)
    desktop.source.start()
    try desktop.settle()
    let root = try #require(desktop.store.applications.keys.first)
    // Only the comparison makes calls.
    try desktop.waitForRest(of: root)
    application.service.isHanging = true

    let report = try desktop.verify(root)
    #expect(desktop.store.applications[root]?.health == .notResponding)
    #expect(report.failure.contains("has not answered for"), "\(report.failure)")
    #expect(report.compared == 0)

    // Once that is known, another comparison ends as well, and reports a longer time.
    let again = try desktop.verify(root)
    #expect(again.failure.contains("has not answered for"), "\(again.failure)")
    #expect(again.failure != report.failure)

    application.service.isHanging = false
    try desktop.wait("it is well again") {
      desktop.store.applications[root]?.health == .responsive
    }
    try desktop.expectTrue()
  }

  @Test func `a comparison ends by its deadline, and reports how much it compared`() throws {
    let desktop = try FakeDesktop()
    _ = try desktop.launch("App") { application in
      addWindow(application)
      let window = try #require(application["/o/1"])
      for number in 0..<1500 { application.add("Item \(number)", under: window) }
    }
    desktop.source.start()
    try desktop.settle()
    let root = try #require(desktop.store.applications.keys.first)
    // On a busy machine nothing may have been compared by then.
    var time: UInt64 = 200_000_000
    var report = try desktop.verify(root, deadline: desktop.store.time + time)
    while report.compared == 0, time < 20_000_000_000 {
      time += time / 2
      report = try desktop.verify(root, deadline: desktop.store.time + time)
    }
    #expect(report.failure.contains("allow more time"), "\(report.failure)")
    #expect((1..<1500).contains(report.compared))
  }

  @Test func `a comparison without any result is a failure`() throws {
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
    let report = try desktop.verify(root)
    #expect(report.compared == 0 && report.differences.isEmpty)
    #expect(report.failure.contains("did not describe its elements"), "\(report.failure)")
  }

  @Test func `an application that answered late is slow for a limited time`() throws {
    let desktop = try FakeDesktop { $0.callTimeout = .seconds(20) }
    let application = try desktop.launch("App", addWindow)
    desktop.source.start()
    try desktop.settle()
    let root = try #require(desktop.store.applications.keys.first)
    let mirror = try #require(desktop.source.application(root))
    application.service.isHanging = true
    var healthWhenRead: Health?
    mirror.structure.cacheReader.read { _ in
    } done: { _ in
      healthWhenRead = desktop.store.applications[root]?.health
    }
    try desktop.wait("it is found slow") { desktop.store.applications[root]?.health == .slow }
    application.service.isHanging = false
    try desktop.wait("it answered") { healthWhenRead != nil }
    #expect(healthWhenRead == .slow)
    let heard = try #require(desktop.store.applications[root]?.lastHeard)
    // Nothing calls the application.
    try desktop.wait("it is slow no longer") {
      desktop.store.applications[root]?.health == .responsive
    }
    #expect(desktop.store.applications[root]?.lastHeard == heard)
  }

  @Test func `time in which this process stood still is no silence of the application`() throws {
    let desktop = try FakeDesktop { $0.callTimeout = .seconds(20) }
    let application = try desktop.launch("App", addWindow)
    desktop.source.start()
    try desktop.settle()
    let root = try #require(desktop.store.applications.keys.first)
    let mirror = try #require(desktop.source.application(root))
    application.service.isHanging = true
    mirror.health.verifyResponsive()
    desktop.loop.run(within: .milliseconds(20)) { false }
    usleep(1_000_000)
    desktop.loop.run(within: .milliseconds(20)) { false }
    #expect(desktop.store.applications[root]?.health == .responsive)
    #expect(mirror.health.silence < HealthMonitor.slowThreshold)
    try desktop.wait("it is found slow") { desktop.store.applications[root]?.health == .slow }
  }

  @Test func `an application that answers in time is not slow because of earlier silence`() throws {
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
    try desktop.wait("it is slow no longer") {
      mirror.health.verifyResponsive()
      return desktop.store.applications[root]?.health == .responsive
    }
    #expect(MonotonicTime.now().since(began) >= .seconds(1))
  }
}

extension FakeDesktop {
  /// Waits until an application has not been called for two seconds.
  fileprivate func waitForRest(of root: ElementID) throws {
    try #require(loop.settle(for: .seconds(2)) { source.calls(to: root) })
  }

  /// Compares one application with its mirror.
  fileprivate func verify(
    _ root: ElementID, deadline: UInt64 = .max
  ) throws -> VerifyReport {
    var report: VerifyReport?
    source.verify(root, deadline: deadline) { report = $0 }
    try wait("it is compared") { report != nil }
    return try #require(report)
  }
}
