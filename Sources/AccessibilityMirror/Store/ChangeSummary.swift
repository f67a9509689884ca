public import AccessibilityTree

/// The sum of several commits: which elements to send as they are now, which are gone, and which a
/// filter lets through no more.
///
/// None that is gone is in another list, and none is named twice in a list.
public struct ChangeSummary {
  private enum Fate {
    case changed, appeared, removed
    /// Let through no more, without and with a last word on how it is.
    case left, leaving
    /// Appeared and vanished in between: nobody's business.
    case nothing
  }

  private var fates: [ElementID: Fate] = [:]
  /// In the order that they were first named.
  private var order: [ElementID] = []
  /// How many of them are worth telling.
  public private(set) var count = 0

  public init() {}

  public var isEmpty: Bool { count == 0 }

  /// About how much memory it takes, in bytes.
  public var memory: Int { order.count * 48 }

  public mutating func add(_ commit: Commit) {
    for id in commit.changed { addChange(of: id, isNew: commit.added.contains(id)) }
    for id in commit.removed { addRemoval(of: id) }
    for id in commit.left { addLeaving(id, isTold: false) }
  }

  /// Adds what happened right after what this summary covers.
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

  /// A summary that nobody takes stays as small as what it has to tell.
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
