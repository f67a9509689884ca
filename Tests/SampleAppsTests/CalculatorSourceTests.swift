import AccessibilityMirror
import AccessibilityTree
import Testing

@testable import SampleApps

@Suite struct `Calculator sample` {
  @Test func `P1 the tree has a window, the Result display and nineteen buttons`() throws {
    let host = try SampleHost()
    #expect(host.all.first?.role == .application)
    let window = try host.element("Calculator")
    #expect(window.role == .window)
    #expect(host.all.count { $0.role == .button } == 19)
    let result = try host.element("Result")
    #expect(result.value == "0")
    #expect(result.actions == [Action(.custom, name: "Clear"), Action(.focus)])
    #expect(window.children.first == result.id)
    #expect(try host.element("multiply").actions == [Action(.press), Action(.focus)])
    let application = try #require(host.store.applications.values.first)
    #expect(application.source == "sample:calculator")
    #expect(application.load == .complete)
    #expect(host.source.status.phase == .running)
  }

  @Test func `frames do not overlap and are inside the window`() throws {
    let host = try SampleHost()
    let window = try #require(try host.element("Calculator").frame?.rect)
    let frames = host.all.filter { $0.role == .button || $0.role == .text }
      .compactMap(\.frame?.rect)
    #expect(frames.count == 20)
    #expect(window.x == 100 && window.y == 50)
    for (index, frame) in frames.enumerated() {
      #expect(frame.x >= window.x && frame.x + frame.width <= window.x + window.width)
      #expect(frame.y >= window.y && frame.y + frame.height <= window.y + window.height)
      #expect(!frames[(index + 1)...].contains { $0.intersects(frame) })
    }
  }

  @Test func `P1 an operator is selected until its second number begins`() throws {
    let host = try SampleHost()
    try host.press("7", "multiply")
    #expect(try host.element("multiply").traits == [.button, .selected])
    #expect(try host.element("multiply").states.contains(.selected))
    try host.press("add")
    #expect(try !host.element("multiply").states.contains(.selected))
    #expect(try host.element("add").states.contains(.selected))
    try host.press("8")
    #expect(host.all.allSatisfy { !$0.states.contains(.selected) })
  }

  @Test func `P1 equals changes only the value`() throws {
    let host = try SampleHost()
    try host.press("7", "add", "8")
    let before = host.commits.count
    let result = try host.id("Result")
    try host.press("equals")
    #expect(host.commits.count == before + 1)
    let commit = try #require(host.commits.last)
    #expect(commit.changed == [result])
    #expect(commit.added.isEmpty && commit.removed.isEmpty)
    #expect(commit.notifications == [.valueChanged(element: result, old: "8", new: "15")])
  }

  @Test func `N2 a press that changes no attribute makes no revision`() throws {
    let host = try SampleHost()
    let revision = host.store.revision
    try host.press("equals", "clear", "0", "change sign", "change sign")
    try host.perform(.custom("Clear"), on: "Result")
    #expect(host.store.revision > revision, "-0 is shown in between")
    let settled = host.store.revision
    try host.press("0", "0", "clear", "equals")
    #expect(host.store.revision == settled)
    #expect(host.store.commits(since: settled)?.isEmpty == true)
  }

  @Test func `the custom action Clear empties the display`() throws {
    let host = try SampleHost()
    try host.press("4", "2")
    #expect(
      try host.perform(.custom("Clear"), on: "Result") == .performed(method: "Calculator.custom"))
    #expect(try host.result == "0")
  }

  @Test(arguments: [
    ("Result", ActionCommand.press, ActionRefusal.Reason.unsupported, "custom \"Clear\""),
    ("Result", .custom("Erase"), .unsupported, "custom action \"Erase\""),
    ("Result", .setText("5"), .unsupported, "set-text"),
    ("7", .increment, .unsupported, "its actions: press"),
    ("7", .custom("Clear"), .unsupported, "button \"7\""),
    ("Calculator", .press, .unsupported, "has no actions"),
    ("equals", .delete, .unsupported, "delete"),
  ])
  func `A16 an action that is not offered is refused with the offered ones`(
    label: String, command: ActionCommand, reason: ActionRefusal.Reason, hint: String
  ) throws {
    let host = try SampleHost()
    let revision = host.store.revision
    guard case .refused(let refusal) = try host.perform(command, on: label) else {
      Issue.record("\(command) on \(label) was performed")
      return
    }
    #expect(refusal.reason == reason)
    #expect(refusal.message.contains(hint), "\(refusal.message)")
    #expect(host.store.revision == revision)
  }

  @Test func `A16 refusals name the deadline, the stale element, the full display or the failure`()
    throws
  {
    let host = try SampleHost()
    func reason(_ outcome: ActionOutcome) -> ActionRefusal.Reason? {
      guard case .refused(let refusal) = outcome else { return nil }
      return refusal.reason
    }
    #expect(reason(try host.perform(.press, on: "1", deadline: 0)) == .timedOut)
    #expect(reason(host.perform(.press, on: host.store.makeID())) == .stale)
    let root = try #require(host.source.application)
    #expect(reason(host.perform(.press, on: root)) == .unsupported)
    for _ in 0..<12 { try host.press("9") }
    #expect(reason(try host.perform(.press, on: "9")) == .outOfRange)
    try host.press("divide", "0", "equals")
    #expect(try host.result == "Cannot divide by zero")
    #expect(reason(try host.perform(.press, on: "add")) == .rejected)
    host.source.stop()
    #expect(reason(try host.perform(.press, on: "1")) == .notResponding)
  }

  @Test func `the mirror equals a new presentation after use, and differences are found`() throws {
    let host = try SampleHost()
    try host.press("1", "divide", "3", "equals", "multiply")
    let root = try #require(host.source.application)
    var reports: [VerifyReport] = []
    host.source.verify(root, deadline: .max) { reports.append($0) }
    #expect(reports.first?.compared == 21)
    #expect(reports.first?.differences.isEmpty == true)
    let (seven, eight) = (try host.id("7"), try host.id("8"))
    try host.store.edit { edit in
      try edit.update(seven) { $0.label = "seven" }
      try edit.remove(eight)
    }
    host.source.verify(root, deadline: .max) { reports.append($0) }
    #expect(reports.last?.differences.count == 3)
  }

  @Test func `an unknown sample is refused with the names of the samples`() {
    let store = TreeStore(epoch: 1) { 0 }
    #expect(SampleCatalog.names.contains("calculator"))
    do {
      _ = try SampleCatalog.source(named: "abacus", store: store)
      Issue.record("there is no abacus")
    } catch {
      #expect(
        error.description.contains("abacus") && error.description.contains("calculator"))
    }
  }
}
