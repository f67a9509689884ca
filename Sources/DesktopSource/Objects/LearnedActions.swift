/// Which actions elements of a kind have, learned from the first of them, so that the names need not
/// be asked of each before an application is complete.
///
/// What is taken from here is a forecast: it is read from the object itself in the background, and
/// before any action. A kind whose elements differ is never forecast again.
struct LearnedActions {
  /// Elements that had the same actions so far.
  struct Kind: Hashable {
    let role: UInt32
    let interfaces: AtspiInterfaces
    let states: AtspiStates
    let count: Int

    init(_ facts: AtspiFacts, count: Int) {
      role = facts.role
      interfaces = facts.interfaces
      // What comes and goes while an element stays what it is.
      states = facts.states.subtracting([.showing, .visible, .focused])
      self.count = count
    }
  }

  private enum Lesson {
    case alike([AtspiAction], seen: Int)
    case different
  }

  /// Elements of a kind that must agree before others are taken to be like them.
  static let samples = 6
  /// Kinds that are remembered.
  static let limit = 4096

  private var lessons: [Kind: Lesson] = [:]

  /// The actions that an element of a kind has in all likelihood.
  func forecast(_ kind: Kind) -> [AtspiAction]? {
    guard case .alike(let actions, let seen) = lessons[kind], seen >= Self.samples else {
      return nil
    }
    return actions
  }

  /// Takes in what an element of a kind was seen to have; `false` when that contradicts what was
  /// forecast of others.
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
