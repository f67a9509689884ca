/// Collects the members of a set and sorts them once, so that building a set of n ranges takes n·log n steps.
struct ScalarSetBuilder {
  /// Ranges that are added unchanged.
  private var ranges: [ClosedRange<UInt32>] = []
  /// Ranges that are added with the other case of each letter when case is ignored.
  private var letters: [ClosedRange<UInt32>] = []
  private var holdsWords = false
  private var holdsOthers = false

  /// The number of ranges added.
  var count: Int { ranges.count + letters.count }

  mutating func add(_ range: ClosedRange<UInt32>, isLetter: Bool) {
    if isLetter { letters.append(range) } else { ranges.append(range) }
  }

  /// Adds a set. Returns `false` and adds nothing when the set cannot be expressed as ranges.
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
