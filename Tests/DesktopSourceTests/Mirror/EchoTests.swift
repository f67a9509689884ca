import AccessibilityTree
import BridgeTestSupport
import BridgeTransport
import Testing

@testable import DesktopSource

/// Applications that send events because they are read: reading must end nevertheless.
@Suite(.serialized, .ownThreadInTurn)
struct EchoTests {
  /// What an application does when it is called.
  enum Answering: CaseIterable {
    /// Sends events, as GTK 3's menu buttons do.
    case saysAState, saysItMoved, saysItsChildrenChanged, strangersSpeak
    /// Changes without an event.
    case movesSilently, isCalledOtherwise
  }

  private func answer(
    _ kind: Answering, _ application: FakeApplication, _ object: FakeObject, _ member: String,
    number: Int32
  ) throws {
    switch (kind, member) {
    case (.saysAState, "GetState"):
      try application.emit(object, "StateChanged", "checked", 0)
    case (.saysItMoved, "GetExtents"):
      try application.emit(object, "BoundsChanged")
    case (.saysItsChildrenChanged, "GetChildren"):
      try application.emit(object, "ChildrenChanged", "add")
    case (.strangersSpeak, "GetRole"):
      let stranger = FakeObject("/stranger/\(number)", "", role: 43, parent: object.path)
      try application.emit(stranger, "PropertyChange", "accessible-name")
    case (.movesSilently, "GetExtents"): object.extents.0 = number
    case (.isCalledOtherwise, "GetRole"): object.name = "Name \(number)"
    default: break
    }
  }

  @Test func `calls to an application that reacts to them end when nobody reads its mirror`() throws
  {
    let desktop = try FakeDesktop()
    var number: Int32 = 0
    for kind in Answering.allCases {
      let application = try desktop.launch("\(kind)", addWindow)
      application.whenAsked = { [unowned application] object, member in
        number += 1
        try? answer(kind, application, object, member, number: number)
      }
    }
    desktop.source.start()
    try waitForSilence(desktop)
  }

  @Test func `a deferred event is never dropped, and waits longer each time`() throws {
    var echoes = EchoFilter()
    func key(_ number: Int) -> EchoFilter.Key {
      EchoFilter.Key(element: nil, path: "/\(number)", event: .bounds)
    }
    let held = EchoFilter.HeldEvent(
      signal: AccessibilitySignal(event: .bounds, detail1: 0, detail2: 0, content: .none),
      object: nil)
    for _ in 0..<EchoFilter.maxPerObject { echoes.count(key(1)) }
    #expect(echoes.isOverLimit(key(1)) && !echoes.isOverLimit(key(2)))
    var pauses: [Duration] = []
    for _ in 0..<20 {
      echoes.hold(key(1), held)
      pauses.append(echoes.pause)
      #expect(echoes.release()?.count == 1)
    }
    #expect(pauses[0] == EchoFilter.echoWindow && pauses[3] == EchoFilter.echoWindow * 8)
    #expect(pauses[19] == EchoFilter.maxPause)
    // When there are too many to hold, the table knows that some are missing.
    for number in 0...EchoFilter.maxHeldEvents { echoes.hold(key(number), held) }
    #expect(echoes.isHolding)
    #expect(echoes.release() == nil)
    #expect(!echoes.isHolding)
    echoes.reset()
    #expect(echoes.pause == EchoFilter.echoWindow && !echoes.isOverLimit(key(1)))
  }

  @Test func `changes of an application that reacts to calls are followed`() throws {
    let desktop = try FakeDesktop()
    var number: Int32 = 0
    let application = try desktop.launch("App", addWindow)
    application.whenAsked = { [unowned application] object, member in
      number += 1
      for kind in [Answering.saysAState, .saysItMoved, .saysItsChildrenChanged] {
        try? answer(kind, application, object, member, number: number)
      }
    }
    desktop.source.start()
    try waitForSilence(desktop)
    let (window, button) = (try #require(application["/o/1"]), try #require(application["/o/2"]))
    // Several in a row, so that most arrive while the application is read because of earlier ones.
    for round in Int32(1)...20 {
      button.name = "Name \(round)"
      button.extents.0 = 100 + round
      let child = application.add("Child \(round)", under: window)
      try application.emit(button, "PropertyChange", "accessible-name", 0, 0, .string(button.name))
      try application.emit(button, "BoundsChanged")
      try application.emitChildrenChanged(window, "add", child)
      _ = desktop.loop.run(within: .milliseconds(20)) { false }
    }
    try desktop.wait("the last of it is there") {
      desktop.element("Name 20")?.frame?.rect.x == 120 && desktop.element("Child 20") != nil
    }
    try waitForSilence(desktop)
  }

  @Test func `events that are held back do not keep a client waiting beside a label that ticks`()
    throws
  {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App", addWindow)
    desktop.source.start()
    try desktop.wait("it is read") { desktop.store.applications.values.first?.load == .complete }
    let button = try #require(application["/o/2"])
    var number = 0
    func tick() {
      number += 1
      button.name = "Name \(number)"
      try? application.emit(button, "PropertyChange", "accessible-name")
      desktop.loop.schedule(after: .milliseconds(30)) { tick() }
    }
    tick()
    let root = try #require(desktop.store.applications.keys.first)
    let mirror = try #require(desktop.source.application(root))
    try desktop.wait("events are held back") { mirror.eventGate.isHoldingEvents }
    desktop.source.watchingChanged(true)
    let isFree = desktop.loop.run(within: .seconds(1)) { !desktop.source.isReading(root) }
    #expect(isFree)
  }

  /// Waits until everything is read and no call was made for three seconds.
  private func waitForSilence(_ desktop: FakeDesktop) throws {
    let isSilent = desktop.loop.settle(for: .seconds(3)) {
      desktop.applications.map(\.service.received.count)
    }
    let calls = desktop.applications.map { "\($0.root.name) \($0.service.received.count)" }
    #expect(isSilent, "still asked: \(calls)")
    for application in desktop.store.applications.values {
      #expect(application.load == .complete, "\(application.name)")
    }
  }
}
