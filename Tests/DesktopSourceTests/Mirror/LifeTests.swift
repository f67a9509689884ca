import AccessibilityMirror
import AccessibilityTree
import BridgeTestSupport
import BridgeTransport
import Glibc
import Testing

@testable import DesktopSource

@Suite(.serialized, .ownThreadInTurn)
struct LifeTests {
  @Test func `applications start, quit and crash`() throws {
    let desktop = try FakeDesktop()
    desktop.source.start()
    try desktop.wait("running") { desktop.source.status.phase == .running }
    let first = try desktop.launch("First", addWindow)
    try desktop.announce()
    try desktop.settle(1)
    let second = try desktop.launch("Second", addWindow)
    try desktop.announce()
    try desktop.settle(2)
    let id = try #require(desktop.element("Second")?.id)

    second.service.vanish()
    try desktop.wait("the second crashed") { desktop.store.applications.count == 1 }
    #expect(desktop.store.isStale(id))
    #expect(
      desktop.notifications.contains {
        if case .applicationChanged(let application) = $0 {
          application.root == id && application.health == .gone
        } else {
          false
        }
      })
    try desktop.quit(first)
    try desktop.wait("the first quit") { desktop.store.tree.isEmpty }
  }

  @Test func `a large application is reported as gone once, while it is removed`() throws {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("Large") { application in
      addWindow(application)
      let window = try #require(application["/o/1"])
      for number in 0..<3000 { application.add("Item \(number)", under: window) }
    }
    desktop.source.start()
    try desktop.settle()
    let root = try #require(desktop.store.applications.keys.first)
    application.service.vanish()
    var wasListed = false
    try desktop.wait("it is removed") {
      if desktop.store.applications[root]?.health == .gone { wasListed = true }
      return desktop.store.applications.isEmpty
    }
    #expect(wasListed)
    let ends = desktop.notifications.filter {
      if case .applicationChanged(let application) = $0 {
        application.health == .gone
      } else {
        false
      }
    }
    #expect(ends.count == 1)
    #expect(desktop.store.tree.isEmpty)
  }

  @Test func `a hanging application is served from its last state, and recovers`() throws {
    let desktop = try FakeDesktop { $0.callTimeout = .milliseconds(400) }
    let hanging = try desktop.launch("Hanging", addWindow)
    let other = try desktop.launch("Other") {
      addWindow($0)
      $0["/o/1"]!.name = "Other window"
      $0["/o/2"]!.name = "Third"
    }
    desktop.source.start()
    try desktop.settle()
    let root = try #require(desktop.element("Hanging")?.id)
    hanging.service.isHanging = true
    let slider = try #require(hanging["/o/4"])
    slider.value = 99
    try hanging.emit(slider, "PropertyChange", "accessible-value")
    try desktop.wait("it is found not to respond") {
      desktop.store.applications[root]?.health == .notResponding
    }
    #expect(desktop.element("Volume") != nil)

    let button = try #require(other["/o/2"])
    button.name = "Fourth"
    try other.emit(button, "PropertyChange", "accessible-name", 0, 0, .string("Fourth"))
    try desktop.wait("the other goes on") { desktop.element("Fourth") != nil }

    hanging.service.isHanging = false
    try desktop.wait("it is well again") {
      desktop.store.applications[root]?.health == .responsive
        && desktop.store.tree.elements(labelled: "Volume").contains { $0.range?.current == 99 }
    }
    try desktop.settle()
    try desktop.expectTrue()
  }

  @Test func `an application that hangs from the start is listed, and read when it answers`()
    throws
  {
    let desktop = try FakeDesktop { $0.callTimeout = .milliseconds(300) }
    let hanging = try desktop.launch("Hanging", addWindow)
    hanging.service.isHanging = true
    desktop.source.start()
    try desktop.wait("it is found not to respond") {
      desktop.store.applications.values.first?.health == .notResponding
    }
    hanging.service.isHanging = false
    try desktop.settle()
    try desktop.expectTrue()
  }

  @Test func `when the bus ends, everything is removed, and the source searches for a new bus`()
    throws
  {
    let desktop = try FakeDesktop()
    _ = try desktop.launch("App", addWindow)
    desktop.source.start()
    try desktop.settle()
    let id = try #require(desktop.element("One")?.id)
    desktop.bus.stop()
    try desktop.wait("it is noticed") { desktop.source.status.phase == .unavailable }
    #expect(desktop.store.tree.isEmpty)
    #expect(desktop.store.isStale(id))
    #expect(desktop.source.status.detail.contains(desktop.bus.address))
  }

  @Test func `the loss and the return of the bus are each logged once`() throws {
    let lines = Lines()
    var address = ""
    let desktop = try FakeDesktop {
      // Without the GUID of the daemon, which another one will replace.
      $0.busAddress = $0.busAddress.map { String($0.prefix { $0 != "," }) }
      $0.log = { lines.add($0) }
      address = $0.busAddress ?? ""
    }
    _ = try desktop.launch("App", addWindow)
    desktop.source.start()
    try desktop.settle()
    #expect(lines.all.isEmpty)
    try desktop.bus.restart()
    try desktop.wait("it is noticed") { desktop.source.status.phase == .unavailable }

    let registry = try FakeBusService(desktop.bus, desktop.loop)
    registry.on("org.a11y.atspi.Registry", "RegisterEvent") { _ throws(BusError) in .values([]) }
    registry.on("org.a11y.atspi.Accessible", "GetChildren") { _ throws(BusError) in
      .values([.array(of: "(so)", [])])
    }
    var named: Result<Void, BusError>?
    registry.connection.requestName(DesktopBus.registryName) { named = $0 }
    try desktop.wait("there is a registry again") { named != nil }
    try desktop.wait("it is back") { desktop.source.status.phase == .running }
    #expect(lines.all.count == 2, "\(lines.all)")
    #expect(lines.all.first?.hasPrefix("lost the accessibility bus at \(address)") == true)
    #expect(lines.all.last == "reconnected to the accessibility bus at \(address)")
  }

  @Test func `an action that is under way when the bus is lost reports it`() throws {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App", addWindow)
    desktop.source.start()
    try desktop.settle()
    application.service.isHanging = true
    let outcome = try desktop.outcome(of: .press, on: "One") { desktop.bus.stop() }
    let message = outcome.refusal?.message ?? ""
    #expect(
      message.contains("The connection to the accessibility bus or to the application was lost"),
      "\(outcome)")
  }

  @Test func `an action on a stopped application is refused as soon as that is known`() throws {
    let desktop = try FakeDesktop { $0.callTimeout = .milliseconds(400) }
    let application = try desktop.launch("App", addWindow)
    desktop.source.start()
    try desktop.settle()
    application.service.isHanging = true
    let began = MonotonicTime.now()
    let refusal = try desktop.outcome(of: .press, on: "One", within: 100).refusal
    #expect(refusal?.reason == .notResponding, "\(String(describing: refusal))")
    #expect(refusal?.message.contains("the action was not performed") == true)
    #expect(MonotonicTime.now().since(began) < .seconds(80))
  }

  @Test func `at the deadline, an action reports whether the application was called to act`() throws
  {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App", addWindow)
    desktop.source.start()
    try desktop.settle()
    application.service.on("org.a11y.atspi.Action", "DoAction") { [unowned application] _ in
      application.service.isHanging = true
      return .silence
    }
    let sent = try desktop.outcome(of: .press, on: "One", within: 5)
    guard case .unanswered("Action.DoAction(click), not answered by the deadline", _, _) = sent
    else {
      Issue.record("\(sent)")
      return
    }

    let unsent = try desktop.outcome(of: .press, on: "One", within: 0.5).refusal
    #expect(unsent?.reason == .timedOut)
    #expect(unsent?.message.contains("the action was not sent") == true, "\(unsent?.message ?? "")")
  }

  @Test func `a dialog is read before the action that opened it is answered`() throws {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App", addWindow)
    desktop.source.start()
    try desktop.settle()
    application.service.on("org.a11y.atspi.Action", "DoAction") { [unowned application] _ in
      let dialog = application.add("Dialog", role: 16, under: application.root)
      application.add("Really?", under: dialog)
      try? application.emitChildrenChanged(application.root, "add", dialog)
      return .silence
    }
    let began = MonotonicTime.now()
    let outcome = try desktop.outcome(of: .press, on: "One", within: 100)
    #expect(outcome.method?.hasSuffix("not answered yet") == true, "\(outcome)")
    #expect(MonotonicTime.now().since(began) < .seconds(80))
    try desktop.wait("the dialog is read") { desktop.element("Really?") != nil }
  }

  @Test func `an application without a name so far has the name of its process`() throws {
    let desktop = try FakeDesktop()
    let hanging = try desktop.launch("Hanging", addWindow)
    hanging.service.isHanging = true
    var names: [String] = []
    let observation = desktop.store.observe { commit in
      for case .applicationChanged(let application) in commit.notifications {
        names.append(application.name)
      }
    }
    defer { observation.cancel() }
    desktop.source.start()
    let process = try #require(ProcessFiles.name(of: getpid()))
    try desktop.wait("it is called so") { desktop.store.applications.values.first?.name == process }
    hanging.service.isHanging = false
    try desktop.wait("it has said its name") {
      desktop.store.applications.values.first?.name == "Hanging"
    }
    #expect(!names.contains(""), "\(names)")
  }

  @Test func `a missing bus is reported, with the address that was tried`() throws {
    let loop = try EventLoop()
    let store = TreeStore(epoch: 1) { 0 }
    var configuration = DesktopConfiguration()
    configuration.busAddress = "unix:path=/nonexistent/bus"
    let source = DesktopSource(store: store, loop: loop, configuration: configuration)
    source.start()
    #expect(loop.run { source.status.phase == .unavailable })
    #expect(source.status.detail.contains("/nonexistent/bus"))
    source.stop()
    #expect(source.status.phase == .stopped)
  }

  @Test func `a name that an element had only for a moment during an action is told`() throws {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App", addWindow)
    let button = try #require(application["/o/2"])
    application.service.on("org.a11y.atspi.Action", "DoAction") { [unowned application] _ in
      for name in ["Delete", "One"] {
        button.name = name
        try? application.emit(
          button, "PropertyChange", "accessible-name", 0, 0, .string(name))
      }
      return .values([.bool(true)])
    }
    desktop.source.start()
    try desktop.settle()
    let one = ElementIdentity(role: .button, label: "One")
    let delete = ElementIdentity(role: .button, label: "Delete")
    let outcome = try desktop.outcome(of: .press, on: "One")
    #expect(outcome.target == TargetSighting(before: one, after: delete))
  }

  @Test func `after an action, the neighbouring elements are read again`() throws {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App", addWindow)
    application.service.on("org.a11y.atspi.Action", "DoAction") { _ throws(BusError) in
      .values([.bool(true)])
    }
    desktop.source.start()
    try desktop.settle()
    let button = try #require(desktop.element("One")?.id)
    // The press moves the slider, without an event.
    application["/o/4"]?.value = 77
    var outcome: ActionOutcome?
    desktop.source.perform(
      ActionRequest(
        element: button, command: .press, deadline: desktop.store.time + 5_000_000_000)
    ) { outcome = $0 }
    try desktop.wait("the action is done and its effect read") {
      outcome != nil && desktop.element("Volume")?.range?.current == 77
    }
    guard case .performed = outcome else {
      Issue.record("\(String(describing: outcome))")
      return
    }
  }
}

/// Records log lines.
private final class Lines: Sendable {
  private let lines = Lock([String]())
  var all: [String] { lines.withLock { $0 } }
  func add(_ line: String) { lines.withLock { $0.append(line) } }
}

extension FakeDesktop {
  /// Performs an action on the only element with a label. Calls `meanwhile` when the action has begun.
  fileprivate func outcome(
    of command: ActionCommand, on label: String, within seconds: Double = 10,
    meanwhile: @escaping () -> Void = {}
  ) throws -> ActionOutcome {
    let id = try #require(element(label)?.id)
    var outcome: ActionOutcome?
    let request = ActionRequest(
      element: id, command: command, deadline: store.time + UInt64(seconds * 1e9))
    source.perform(request) { outcome = $0 }
    loop.schedule(after: .milliseconds(100)) { meanwhile() }
    try wait("it ends") { outcome != nil }
    return try #require(outcome)
  }
}
