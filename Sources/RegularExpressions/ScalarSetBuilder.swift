/// Collects what a set holds and sorts it once, so that a set of n ranges costs n·log n.
struct ScalarSetBuilder {
  /// Taken as they are.
  private var ranges: [ClosedRange<UInt32>] = []
  /// Taken with the other case of each letter, where case is ignored.
  private var letters: [ClosedRange<UInt32>] = []
  private var holdsWords = false
  private var holdsOthers = false

  /// How many ranges were added.
  var count: Int { ranges.count + letters.count }

  mutating func add(_ range: ClosedRange<UInt32>, isLetter: Bool) {
    if isLetter { letters.append(range) } else { ranges.append(range) }
  }

  /// `false`, and nothing is added, when the set cannot be said by ranges.
  mutating func add(_ set: ScalarSet, isLetter: Bool) -> Bool {
    if set.isInverted { return false }
    if isLetter { letters += set.ranges } else { ranges += set.ranges }
    holdsWords = holdsWords || set.holdsWords
    holdsOthers = holdsOthers || set.holdsOthers
    return true
  }

  func build(ignoringCase: Bool) -> ScalarSet {
    let all = ignoringCase ? ranges + ScalarSet(letters).ignoringCase.ranges : ranges + letters
    return ScalarSet(all, holdsWords: holdsWords, holdsOthers: holdsOthers)
  }
}
