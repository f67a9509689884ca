/// A set of Unicode scalars: sorted ranges that neither overlap nor adjoin, with a bitmap for ASCII.
///
/// Beyond ASCII, membership in `\w` and `\W` is looked up in the Unicode properties rather than listed.
struct ScalarSet: Sendable {
  private(set) var ranges: [ClosedRange<UInt32>] = []
  private var ascii: (UInt64, UInt64) = (0, 0)
  /// Whether the set contains all word characters, or all other characters, beyond ASCII.
  private(set) var holdsWords = false
  private(set) var holdsOthers = false
  /// Whether the set contains exactly the scalars that the other members exclude. Used only where the
  /// complement cannot be expressed as ranges.
  private(set) var isInverted = false

  static let all = ScalarSet([0...0x10FFFF])
  static let newline = ScalarSet([0x0A...0x0A])
  static let digit = ScalarSet([0x30...0x39])
  static let space = ScalarSet([
    0x09...0x0D, 0x20...0x20, 0x85...0x85, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A,
    0x2028...0x2029, 0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000,
  ])
  /// Letters, marks, digits and the underscore, of every script.
  static let word: ScalarSet = {
    var set = ScalarSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
    set.holdsWords = true
    return set
  }()
  static let notWord: ScalarSet = {
    var set = ScalarSet([0...0x2F, 0x3A...0x40, 0x5B...0x5E, 0x60...0x60, 0x7B...0x7F])
    set.holdsOthers = true
    return set
  }()

  static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return word.contains(scalar.value) }
    let properties = scalar.properties
    return properties.isAlphabetic || properties.generalCategory == .decimalNumber
      || properties.generalCategory == .nonspacingMark
  }

  init(
    _ ranges: [ClosedRange<UInt32>], holdsWords: Bool = false, holdsOthers: Bool = false
  ) {
    self.holdsWords = holdsWords
    self.holdsOthers = holdsOthers
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = self.ranges.last, range.lowerBound <= last.upperBound + 1 {
        let upper = max(last.upperBound, range.upperBound)
        self.ranges[self.ranges.count - 1] = last.lowerBound...upper
      } else {
        self.ranges.append(range)
      }
    }
    for range in self.ranges where range.lowerBound < 128 {
      for value in range.lowerBound...min(127, range.upperBound) {
        if value < 64 { ascii.0 |= 1 << UInt64(value) } else { ascii.1 |= 1 << UInt64(value - 64) }
      }
    }
  }

  init(_ scalar: Unicode.Scalar) {
    self.init([scalar.value...scalar.value])
  }

  var inverted: ScalarSet {
    if holdsWords || holdsOthers || isInverted {
      var result = self
      result.isInverted.toggle()
      return result
    }
    var result: [ClosedRange<UInt32>] = []
    var next: UInt32 = 0
    for range in ranges {
      if range.lowerBound > next { result.append(next...(range.lowerBound - 1)) }
      next = range.upperBound + 1
    }
    if next <= 0x10FFFF { result.append(next...0x10FFFF) }
    return ScalarSet(result)
  }

  func contains(_ value: UInt32) -> Bool {
    if value < 64 { return (ascii.0 & (1 << UInt64(value)) != 0) != isInverted }
    if value < 128 { return (ascii.1 & (1 << UInt64(value - 64)) != 0) != isInverted }
    return containsBeyondASCII(value) != isInverted
  }

  private func containsBeyondASCII(_ value: UInt32) -> Bool {
    if holdsWords || holdsOthers {
      let isWord = Unicode.Scalar(value).map(Self.isWord) ?? false
      if isWord ? holdsWords : holdsOthers { return true }
    }
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if value > ranges[middle].upperBound { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(value)
  }

  /// The set with the other case of every letter in its ranges added.
  var ignoringCase: ScalarSet {
    var additions = ranges
    for range in ranges { CaseTable.addOtherCases(of: range, to: &additions) }
    var result = ScalarSet(additions, holdsWords: holdsWords, holdsOthers: holdsOthers)
    result.isInverted = isInverted
    return result
  }
}

/// Letters and their other case, for those whose other case is a single scalar.
private enum CaseTable {
  /// Sorted by `scalar`.
  private static let pairs: [(scalar: UInt32, other: UInt32)] = {
    let blocks: [ClosedRange<UInt32>] = [
      0x41...0x58F, 0x10A0...0x10FF, 0x13A0...0x13FF, 0x1C80...0x1CBF, 0x1E00...0x1FFF,
      0x2126...0x218F, 0x24B6...0x24E9, 0x2C00...0x2D2F, 0xA640...0xA7FF, 0xAB70...0xABBF,
      0xFF21...0xFF5A, 0x10400...0x1044F,
    ]
    var pairs: [(scalar: UInt32, other: UInt32)] = []
    for value in blocks.joined() {
      guard let scalar = Unicode.Scalar(value) else { continue }
      for mapping in [scalar.properties.lowercaseMapping, scalar.properties.uppercaseMapping] {
        let scalars = mapping.unicodeScalars
        guard let other = scalars.first, scalars.count == 1, other != scalar else { continue }
        pairs.append((value, other.value))
      }
    }
    return pairs
  }()

  static func addOtherCases(
    of range: ClosedRange<UInt32>, to ranges: inout [ClosedRange<UInt32>]
  ) {
    if range.upperBound < 128 {
      for value in range {
        guard (0x41...0x5A).contains(value) || (0x61...0x7A).contains(value) else { continue }
        ranges.append((value ^ 0x20)...(value ^ 0x20))
      }
      return
    }
    var low = 0
    var high = pairs.count
    while low < high {
      let middle = (low + high) / 2
      if pairs[middle].scalar < range.lowerBound { low = middle + 1 } else { high = middle }
    }
    for pair in pairs[low...] {
      if pair.scalar > range.upperBound { return }
      ranges.append(pair.other...pair.other)
    }
  }
}
