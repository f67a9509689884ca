/// The actions that elements of a kind have, learned from the first of them, so that the names need not be
/// read from each before an application is complete.
///
/// The result is a forecast: the actions are read from the object itself in the background, and before any
/// action. A kind whose elements differ is never forecast again.
struct LearnedActions {
  /// The properties that elements must share to be assumed to have the same actions.
  struct Kind: Hashable {
    let role: UInt32
    let interfaces: AtspiInterfaces
    let states: AtspiStates
    let count: Int

    init(_ facts: AtspiFacts, count: Int) {
      role = facts.role
      interfaces = facts.interfaces
      // These states change while an element stays the same.
      states = facts.states.subtracting([.showing, .visible, .focused])
      self.count = count
    }
  }

  private enum Lesson {
    case alike([AtspiAction], seen: Int)
    case different
  }

  /// The number of elements of a kind that must agree before their actions are forecast for others.
  static let samples = 6
  /// The maximum number of kinds that are remembered.
  static let limit = 4096

  private var lessons: [Kind: Lesson] = [:]

  /// Returns the actions that an element of a kind most likely has.
  func forecast(_ kind: Kind) -> [AtspiAction]? {
    guard case .alike(let actions, let seen) = lessons[kind], seen >= Self.samples else {
      return nil
    }
    return actions
  }

  /// Records the actions of an element of a kind; returns `false` when they contradict what was forecast for
  /// others.
  mutating func learn(_ kind: Kind, _ actions: [AtspiAction]) -> Bool {
    switch lessons[kind] {
    case nil:
      if lessons.count < Self.limit { lessons[kind] = .alike(actions, seen: 1) }
    case .alike(let known, let seen):
      if known == actions {
        lessons[kind] = .alike(known, seen: min(seen, Self.samples) + 1)
      } else {
        lessons[kind] = .different
        return seen < Self.samples
      }
    case .different: break
    }
    return true
  }
}
