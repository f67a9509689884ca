/// The actions that elements of a kind have, learned from the first of them, so that they need not be read from
/// each before an application is complete.
///
/// The result is a forecast: the actions are read from the object itself in the background, and before any
/// action. A kind whose elements differ is never forecast again.
struct LearnedActions {
  /// The properties that elements must share to be assumed to have the same actions.
  struct Kind: Hashable {
    let role: UInt32
    let interfaces: AtspiInterfaces
    let states: AtspiStates
    /// How many actions the elements have; `nil` for a kind of elements that have not been asked.
    let count: Int?

    init(_ facts: AtspiFacts, count: Int? = nil) {
      role = facts.role
      interfaces = facts.interfaces
      // These states change while an element stays the same.
      states = facts.states.subtracting([.showing, .visible, .focused])
      self.count = count
    }
  }

  private enum Record {
    case uniform([AtspiAction], seen: Int)
    case mixed
  }

  /// The number of elements of a kind that must agree before their actions are forecast for others.
  static let minSamples = 6
  /// The maximum number of kinds that are remembered.
  static let maxKinds = 4096

  private var records: [Kind: Record] = [:]

  /// Returns the actions that an element of a kind most likely has.
  func forecast(_ kind: Kind) -> [AtspiAction]? {
    guard case .uniform(let actions, let seen) = records[kind], seen >= Self.minSamples else {
      return nil
    }
    return actions
  }

  /// Records the actions of an element of a kind; returns `false` when they contradict what was forecast for
  /// others.
  mutating func learn(_ kind: Kind, _ actions: [AtspiAction]) -> Bool {
    switch records[kind] {
    case nil:
      if records.count < Self.maxKinds { records[kind] = .uniform(actions, seen: 1) }
    case .uniform(let known, let seen):
      if known == actions {
        records[kind] = .uniform(known, seen: min(seen, Self.minSamples) + 1)
      } else {
        records[kind] = .mixed
        return seen < Self.minSamples
      }
    case .mixed: break
    }
    return true
  }
}
