internal import AccessibilityTree
internal import BridgeProtocol

/// What changed in one set and was not sent yet. Consecutive changes of an element are merged into one.
struct MatchChanges {
  private enum Outcome {
    case entered, left, changed
  }

  private var outcomes: [ElementID: Outcome] = [:]

  var count: Int { outcomes.count }

  mutating func enter(_ id: ElementID) {
    // An element that left and is back may differ.
    outcomes[id] = outcomes[id] == .left ? .changed : .entered
  }

  mutating func leave(_ id: ElementID) {
    outcomes[id] = outcomes[id] == .entered ? nil : .left
  }

  mutating func change(_ id: ElementID) {
    if outcomes[id] == nil { outcomes[id] = .changed }
  }

  /// Returns the changes as they are sent, in the order of ids.
  ///
  /// - Parameter index: The position of the selector in the request.
  func message(_ index: Int) -> MatchChange {
    var change = MatchChange(selector: index)
    for (id, outcome) in outcomes.sorted(by: { $0.key < $1.key }) {
      switch outcome {
      case .entered: change.entered.append(id)
      case .left: change.left.append(id)
      case .changed: change.changed.append(id)
      }
    }
    return change
  }
}

extension MatchChange {
  /// The number of ids.
  var count: Int { entered.count + left.count + changed.count }

  /// Removes and returns at most `count` ids of the change.
  mutating func removeFirst(_ count: Int) -> MatchChange {
    var first = MatchChange(selector: selector, isRestarted: isRestarted)
    isRestarted = false
    var room = count
    func take(_ ids: inout [ElementID]) -> [ElementID] {
      let taken = Array(ids.prefix(room))
      ids.removeFirst(taken.count)
      room -= taken.count
      return taken
    }
    first.left = take(&left)
    first.entered = take(&entered)
    first.changed = take(&changed)
    return first
  }
}
