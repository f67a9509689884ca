import AccessibilityTree
import BridgeTestSupport
import BridgeTransport
import Testing

@testable import DesktopSource

/// Applications that speak because they are asked: asking must come to an end.
@Suite(.serialized, .ownThreadInTurn)
struct EchoTests {
  /// What an application does when it is asked something.
  enum Answering: CaseIterable {
    /// As GTK 3's menu buttons.
    case saysAState, saysItMoved, saysItsChildrenChanged, strangersSpeak
    /// Without an event.
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

  @Test func `an application that nobody looks at is not asked for ever`() throws {
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

  /// All is read, and then nothing is asked for three seconds, within a minute.
  private func waitForSilence(_ desktop: FakeDesktop) throws {
    var counts: [Int] = []
    var since = MonotonicTime.now()
    let isSilent = desktop.loop.run(within: .seconds(60)) {
      let now = MonotonicTime.now()
      let current = desktop.applications.map(\.service.received.count)
      if current != counts {
        counts = current
        since = now
      }
      return now.since(since) > .seconds(3)
    }
    let calls = zip(desktop.applications, counts).map { "\($0.root.name) \($1)" }
    #expect(isSilent, "still asked after a minute: \(calls)")
    for application in desktop.store.applications.values {
      #expect(application.load == .complete, "\(application.name)")
    }
  }
}
