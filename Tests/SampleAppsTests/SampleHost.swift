import AccessibilityMirror
import AccessibilityTree
import AccessibilityViews
import Testing

@testable import SampleApps

/// A hosted sample, and the commits that it made.
final class SampleHost {
  let store: TreeStore
  let source: ViewHost
  private(set) var commits: [Commit] = []
  private var observation: Observation?

  init(_ name: String = "calculator") throws {
    var time: UInt64 = 0
    store = TreeStore(epoch: 1) {
      time += 1
      return time
    }
    source = try SampleCatalog.source(named: name, store: store, origin: Point(x: 100, y: 50))
    observation = store.observe { [unowned self] in commits.append($0) }
    source.start()
  }

  func id(_ label: String) throws -> ElementID {
    try #require(all.first { $0.label == label && $0.role != .application }?.id)
  }

  func element(_ label: String) throws -> Element {
    try #require(store.tree[id(label)])
  }

  var all: [Element] { store.snapshot() }

  @discardableResult
  func perform(
    _ command: ActionCommand, on label: String, deadline: UInt64 = .max
  ) throws -> ActionOutcome {
    perform(command, on: try id(label), deadline: deadline)
  }

  @discardableResult
  func perform(
    _ command: ActionCommand, on id: ElementID, deadline: UInt64 = .max
  ) -> ActionOutcome {
    var outcomes: [ActionOutcome] = []
    source.perform(ActionRequest(element: id, command: command, deadline: deadline)) {
      outcomes.append($0)
    }
    #expect(outcomes.count == 1, "an action is answered once, before `perform` returns")
    return outcomes.first ?? .refused(ActionRefusal(.timedOut, "never answered"))
  }

  func press(_ labels: String...) throws {
    for label in labels {
      guard case .performed = try perform(.press, on: label) else {
        Issue.record("pressing \(label) was refused")
        return
      }
    }
  }

  var result: String? {
    get throws { try element("Result").value }
  }
}
