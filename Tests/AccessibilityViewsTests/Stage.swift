import AccessibilityMirror
import AccessibilityTree
import Testing

@testable import AccessibilityViews

/// Views in a window, and the commits that they made.
final class Stage {
  let store: TreeStore
  let host: ViewHost
  private(set) var commits: [Commit] = []
  private var observation: Observation?
  private let clock: Clock

  private final class Clock {
    var time: UInt64 = 0
  }

  init(@ViewBuilder _ content: @escaping () -> some View) {
    let clock = Clock()
    self.clock = clock
    store = TreeStore(epoch: 1) { clock.time }
    host = ViewHost(
      name: "sample:stage", app: StageApp(content: content), store: store,
      origin: Point(x: 100, y: 50))
    clock.time = 1
    observation = store.observe { [unowned self] in commits.append($0) }
    host.start()
  }

  /// Advances the clock, in nanoseconds.
  func wait(_ nanoseconds: UInt64) { clock.time += nanoseconds }

  /// All elements below the window, in reading order.
  var elements: [Element] {
    let window = store.tree.roots.first.flatMap { store.tree[$0]?.children.first }
    return window.map { store.tree.subtree(of: $0).dropFirst().compactMap { store.tree[$0] } } ?? []
  }

  var labels: [String] { elements.map { $0.label ?? "" } }

  func element(_ label: String) throws -> Element {
    try #require(elements.first { $0.label == label }, "no \(label) among \(labels)")
  }

  @discardableResult
  func perform(_ command: ActionCommand, on label: String) throws -> ActionOutcome {
    perform(command, on: try element(label).id)
  }

  @discardableResult
  func perform(_ command: ActionCommand, on id: ElementID) -> ActionOutcome {
    var outcomes: [ActionOutcome] = []
    host.perform(ActionRequest(element: id, command: command, deadline: .max)) {
      outcomes.append($0)
    }
    return outcomes.first ?? .refused(ActionRefusal(.timedOut, "never answered"))
  }

  func press(_ labels: String...) throws {
    for label in labels {
      let outcome = try perform(.press, on: label)
      #expect(outcome == .performed(method: "Stage.press"))
    }
  }

  func refusal(_ command: ActionCommand, on label: String) throws -> ActionRefusal {
    let revision = store.revision
    guard case .refused(let refusal) = try perform(command, on: label) else {
      Issue.record("\(command) on \(label) was performed")
      throw Unrefused()
    }
    #expect(store.revision == revision, "what is refused changes nothing")
    return refusal
  }

  /// Returns the notifications of the commits since the last call.
  func news() -> [Notification] {
    defer { commits = [] }
    return commits.flatMap(\.notifications)
  }

  /// Compares the store with the views when all of them are evaluated again.
  func verify() {
    guard let root = host.application else { return }
    host.verify(root, deadline: .max) { report in
      #expect(report.failure == "" && report.differences.isEmpty, "\(report.differences)")
    }
  }

  private struct Unrefused: Error {}
}

private struct StageApp<Content: View>: App {
  static var title: String { "Stage" }
  let content: () -> Content

  var body: some Scene {
    WindowGroup("Stage") { content() }
  }
}
