public import AccessibilityTree

/// The combined changes of several commits: the elements to send in their current state, the removed ones,
/// and those that no longer pass a filter.
///
/// A removed element is in no other list, and no list names an element twice.
public struct ChangeSummary {
  private enum Fate {
    case changed, appeared, removed
    /// No longer passes the filter: not sent again, and sent one last time.
    case left, leaving
    /// Appeared and was removed in between: not reported.
    case nothing
  }

  private var fates: [ElementID: Fate] = [:]
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
    for id in commit.left { addLeaving(id, isTold: false) }
  }

  /// Adds the changes that directly follow those of this summary.
  public mutating func add(_ later: ChangeSummary) {
    for id in later.order {
      switch later.fates[id] {
      case .changed: addChange(of: id, isNew: false)
      case .appeared: addChange(of: id, isNew: true)
      case .removed: addRemoval(of: id)
      case .left: addLeaving(id, isTold: false)
      case .leaving: addLeaving(id, isTold: true)
      case .nothing, nil: break
      }
    }
  }

  private mutating func addChange(of id: ElementID, isNew: Bool) {
    switch fates[id] {
    case nil: settle(id, isNew ? .appeared : .changed)
    case .removed, .left, .leaving: fates[id] = .changed
    case .nothing:
      fates[id] = .appeared
      count += 1
    case .changed, .appeared: break
    }
  }

  private mutating func addRemoval(of id: ElementID) {
    switch fates[id] {
    case nil: settle(id, .removed)
    case .changed, .left, .leaving: fates[id] = .removed
    case .appeared: cancel(id)
    case .removed, .nothing: break
    }
  }

  private mutating func addLeaving(_ id: ElementID, isTold: Bool) {
    switch fates[id] {
    case nil: settle(id, isTold ? .leaving : .left)
    case .changed: fates[id] = .leaving
    case .left: if isTold { fates[id] = .leaving }
    case .appeared: cancel(id)
    case .leaving, .removed, .nothing: break
    }
  }

  private mutating func cancel(_ id: ElementID) {
    fates[id] = .nothing
    count -= 1
    forgetNothings()
  }

  /// Removes entries with nothing to report, so that a summary that is never taken stays bounded.
  private mutating func forgetNothings() {
    guard order.count > 2 * count + 256 else { return }
    order.removeAll { id in
      guard fates[id] == .nothing else { return false }
      fates[id] = nil
      return true
    }
  }

  private mutating func settle(_ id: ElementID, _ fate: Fate) {
    fates[id] = fate
    order.append(id)
    count += 1
  }

  public var changed: [ElementID] {
    order.filter {
      switch fates[$0] {
      case .changed, .appeared, .leaving: true
      case .removed, .left, .nothing, nil: false
      }
    }
  }

  public var removed: [ElementID] { order.filter { fates[$0] == .removed } }

  public var left: [ElementID] {
    order.filter { fates[$0] == .left || fates[$0] == .leaving }
  }
}
