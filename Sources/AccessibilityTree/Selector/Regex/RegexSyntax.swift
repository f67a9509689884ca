/// A parsed pattern.
indirect enum RegexNode {
  case empty
  case set(ScalarSet)
  case assertion(RegexAssertion)
  case sequence([RegexNode])
  case alternatives([RegexNode])
  /// `maximum` is `nil` for no limit.
  case repetition(RegexNode, minimum: Int, maximum: Int?)
}

enum RegexAssertion {
  case textStart
  case textEnd
  case lineStart
  case lineEnd
  case wordBoundary
  case noWordBoundary
}

/// A set of Unicode scalars: sorted ranges that do not touch, with a table for ASCII.
struct ScalarSet: Sendable {
  private(set) var ranges: [ClosedRange<UInt32>] = []
  private(set) var ascii: (UInt64, UInt64) = (0, 0)

  static let all = ScalarSet([0...0x10FFFF])
  static let newline = ScalarSet([0x0A...0x0A])
  static let digit = ScalarSet([0x30...0x39])
  static let space = ScalarSet([
    0x09...0x0D, 0x20...0x20, 0x85...0x85, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A,
    0x2028...0x2029, 0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000,
  ])
  /// Letters, marks, digits and the underscore of every script.
  static let word: ScalarSet = {
    var ranges: [ClosedRange<UInt32>] = []
    for value in UInt32(0)...0x3_FFFF {
      guard let scalar = Unicode.Scalar(value), isWord(scalar) else { continue }
      if let last = ranges.last, last.upperBound + 1 == value {
        ranges[ranges.count - 1] = last.lowerBound...value
      } else {
        ranges.append(value...value)
      }
    }
    return ScalarSet(ranges)
  }()

  static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      return scalar == "_" || ("0"..."9").contains(scalar) || ("a"..."z").contains(scalar)
        || ("A"..."Z").contains(scalar)
    }
    return scalar.properties.isAlphabetic || scalar.properties.generalCategory == .decimalNumber
      || scalar.properties.generalCategory == .nonspacingMark
  }

  init(_ ranges: [ClosedRange<UInt32>]) {
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = self.ranges.last, range.lowerBound <= last.upperBound &+ 1 {
        let upper = max(last.upperBound, range.upperBound)
        self.ranges[self.ranges.count - 1] = last.lowerBound...upper
      } else {
        self.ranges.append(range)
      }
    }
    for value in UInt32(0)..<128 where search(value) {
      if value < 64 { ascii.0 |= 1 << UInt64(value) } else { ascii.1 |= 1 << UInt64(value - 64) }
    }
  }

  init(_ scalar: Unicode.Scalar) {
    self.init([scalar.value...scalar.value])
  }

  var inverted: ScalarSet {
    var result: [ClosedRange<UInt32>] = []
    var next: UInt32 = 0
    for range in ranges {
      if range.lowerBound > next { result.append(next...(range.lowerBound - 1)) }
      next = range.upperBound + 1
    }
    if next <= 0x10FFFF { result.append(next...0x10FFFF) }
    return ScalarSet(result)
  }

  func union(_ other: ScalarSet) -> ScalarSet { ScalarSet(ranges + other.ranges) }

  func contains(_ value: UInt32) -> Bool {
    if value < 64 { return ascii.0 & (1 << UInt64(value)) != 0 }
    if value < 128 { return ascii.1 & (1 << UInt64(value - 64)) != 0 }
    return search(value)
  }

  private func search(_ value: UInt32) -> Bool {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if value > ranges[middle].upperBound { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(value)
  }

  /// With the other case of every letter in it. Ranges of more than 1,000 scalars beyond ASCII are
  /// taken as they are.
  var ignoringCase: ScalarSet {
    var result = ranges
    for range in ranges {
      let upper = range.count > 1_000 ? min(range.upperBound, 0x17F) : range.upperBound
      guard range.lowerBound <= upper else { continue }
      for value in range.lowerBound...upper {
        guard let scalar = Unicode.Scalar(value) else { continue }
        for mapping in [scalar.properties.lowercaseMapping, scalar.properties.uppercaseMapping] {
          let scalars = mapping.unicodeScalars
          guard let other = scalars.first, scalars.count == 1 else { continue }
          result.append(other.value...other.value)
        }
      }
    }
    return ScalarSet(result)
  }
}
