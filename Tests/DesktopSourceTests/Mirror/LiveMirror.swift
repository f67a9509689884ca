import AccessibilityMirror
import AccessibilityTree
import BridgeTestSupport
import BridgeTransport
import Testing

@testable import DesktopSource

/// A mirror of the shared desktop lab, on a loop that the test itself runs.
final class LiveMirror {
  let loop: EventLoop
  let store: TreeStore
  let source: DesktopSource
  private(set) var notifications: [AccessibilityTree.Notification] = []
  private var observation: Observation?

  init(_ lab: DesktopLab) async throws {
    let result = try await lab.run(
      "dbus-send",
      [
        "--session", "--print-reply=literal", "--dest=org.a11y.Bus", "/org/a11y/bus",
        "org.a11y.Bus.GetAddress",
      ])
    loop = try EventLoop()
    store = TreeStore(epoch: 1) { MonotonicTime.now().nanoseconds }
    var configuration = DesktopConfiguration()
    configuration.busAddress = result.standardOutput.filter { !$0.isWhitespace }
    source = DesktopSource(store: store, loop: loop, configuration: configuration)
    observation = store.observe { [weak self] in self?.notifications += $0.notifications }
    source.start()
  }

  deinit { source.stop() }

  struct NotInTime: Error {
    let what: String
  }

  func wait(
    _ what: String, for time: Duration = .seconds(60), until condition: () -> Bool
  ) throws {
    guard loop.run(for: time, until: condition) else { throw NotInTime(what: what) }
  }

  /// The root of the application of a process, once it is all read.
  func application(named name: String) throws -> ElementID {
    func find() -> Application? {
      store.applications.values.first { $0.name.contains(name) && $0.load == .complete }
    }
    try wait("\(name) is read") { find().map { !source.isReading($0.root) } ?? false }
    return try #require(find()).root
  }

  /// Elements of an application that fulfil a condition, in reading order.
  func elements(of root: ElementID, where condition: (Element) -> Bool) -> [Element] {
    store.tree.subtree(of: root).compactMap { store.tree[$0] }.filter(condition)
  }

  func perform(_ command: ActionCommand, on element: ElementID) throws -> ActionOutcome {
    var outcome: ActionOutcome?
    let deadline = store.time + 10_000_000_000
    source.perform(ActionRequest(element: element, command: command, deadline: deadline)) {
      outcome = $0
    }
    try wait("\(command.kind) is done") { outcome != nil }
    return try #require(outcome)
  }

  /// Waits for quiet, and compares the mirror with the application.
  func verify(_ root: ElementID) throws -> VerifyReport {
    _ = loop.run(for: .seconds(1)) { false }
    try wait("quiet") { !source.isReading(root) }
    var report: VerifyReport?
    source.verify(root) { report = $0 }
    try wait("verified", for: .seconds(120)) { report != nil }
    return try #require(report)
  }
}
