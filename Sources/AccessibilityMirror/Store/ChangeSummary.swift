public import AccessibilityTree

/// The combined changes of several commits: the elements to send in their current state, the removed ones,
/// and those that no longer pass a filter.
///
/// A removed element is in no other list, and no list names an element twice.
public struct ChangeSummary {
  private enum Outcome {
    case changed, appeared, removed
    /// No longer passes the filter: not sent again, and sent one last time.
    case left, leaving
    /// Appeared and was removed in between: not reported.
    case cancelled
  }

  private var outcomes: [ElementID: Outcome] = [:]
  /// In the order of their first mention.
  private var order: [ElementID] = []
  /// The number of elements to report.
  public private(set) var count = 0

  public init() {}

  public var isEmpty: Bool { count == 0 }

  /// The approximate memory of the summary, in bytes.
  public var memory: Int { order.count * 48 }

  public mutating func add(_ commit: Commit) {
    for id in commit.changed { addChange(of: id, isNew: commit.added.contains(id)) }
    for id in commit.removed { addRemoval(of: id) }
    for id in commit.left { addLeft(id, isSent: false) }
  }

  /// Adds the changes that directly follow those of this summary.
  public mutating func add(_ later: ChangeSummary) {
    for id in later.order {
      switch later.outcomes[id] {
      case .changed: addChange(of: id, isNew: false)
      case .appeared: addChange(of: id, isNew: true)
      case .removed: addRemoval(of: id)
      case .left: addLeft(id, isSent: false)
      case .leaving: addLeft(id, isSent: true)
      case .cancelled, nil: break
      }
    }
  }

  private mutating func addChange(of id: ElementID, isNew: Bool) {
    switch outcomes[id] {
    case nil: insert(id, isNew ? .appeared : .changed)
    case .removed, .left, .leaving: outcomes[id] = .changed
    case .cancelled:
      outcomes[id] = .appeared
      count += 1
    case .changed, .appeared: break
    }
  }

  private mutating func addRemoval(of id: ElementID) {
    switch outcomes[id] {
    case nil: insert(id, .removed)
    case .changed, .left, .leaving: outcomes[id] = .removed
    case .appeared: cancel(id)
    case .removed, .cancelled: break
    }
  }

  private mutating func addLeft(_ id: ElementID, isSent: Bool) {
    switch outcomes[id] {
    case nil: insert(id, isSent ? .leaving : .left)
    case .changed: outcomes[id] = .leaving
    case .left: if isSent { outcomes[id] = .leaving }
    case .appeared: cancel(id)
    case .leaving, .removed, .cancelled: break
    }
  }

  private mutating func cancel(_ id: ElementID) {
    outcomes[id] = .cancelled
    count -= 1
    compact()
  }

  /// Removes entries with nothing to report, so that a summary that is never taken stays bounded.
  private mutating func compact() {
    guard order.count > 2 * count + 256 else { return }
    order.removeAll { id in
      guard outcomes[id] == .cancelled else { return false }
      outcomes[id] = nil
      return true
    }
  }

  private mutating func insert(_ id: ElementID, _ outcome: Outcome) {
    outcomes[id] = outcome
    order.append(id)
    count += 1
  }

  public var changed: [ElementID] {
    order.filter {
      switch outcomes[$0] {
      case .changed, .appeared, .leaving: true
      case .removed, .left, .cancelled, nil: false
      }
    }
  }

  public var removed: [ElementID] { order.filter { outcomes[$0] == .removed } }

  public var left: [ElementID] {
    order.filter { outcomes[$0] == .left || outcomes[$0] == .leaving }
  }
}
