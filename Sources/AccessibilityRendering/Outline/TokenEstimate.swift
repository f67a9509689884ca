/// Estimates how many tokens a text has for a language model with the vocabulary o200k, without the vocabulary.
///
/// Splits the text as that vocabulary does, into words, groups of three digits and runs of marks, and estimates each
/// piece by its length and script. For usual outlines the estimate is above the true number, by less than a seventh;
/// `TokenEstimateTests` has the figures.
package struct TokenEstimate: Hashable, Sendable {
  /// In sixteenths of a token.
  private(set) var sixteenths = 0

  package init() {}

  package init(of text: some StringProtocol) {
    add(text)
  }

  /// The number of tokens, rounded up.
  package var tokens: Int { (sixteenths + 15) / 16 }

  package mutating func add(_ text: some StringProtocol) {
    var scanner = Scanner()
    for scalar in text.unicodeScalars { scanner.take(scalar) }
    scanner.endPiece()
    sixteenths += scanner.sixteenths
  }
}

/// Adds up the estimates of the pieces of a text.
private struct Scanner {
  enum Piece {
    case none, letters, digits, marks, blanks, lines
  }

  var sixteenths = 0
  private var piece = Piece.none
  private var length = 0
  private var upper = 0
  private var foreign = 0
  private var consonants = 0
  private var longestConsonants = 0
  private var doubled = 0
  private var previousIsLower = false
  /// Whether there is a blank before the current piece.
  private var followsBlank = false
  /// The letters of a word of ASCII, in lower case.
  private var word: [UInt8] = []

  mutating func take(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x61...0x7A: letter(scalar, isUpper: false)
    case 0x41...0x5A: letter(scalar, isUpper: true)
    case 0x30...0x39:
      // A blank before a number is a token of its own.
      if piece == .blanks { sixteenths += 16 }
      begin(.digits)
      length += 1
    case 0x20, 0x09:
      begin(.blanks)
      length += 1
    case 0x0A, 0x0D: begin(.lines)
    case 0..<0x80:
      begin(.marks)
      length += 1
    default: foreignScalar(scalar)
    }
  }

  private mutating func begin(_ next: Piece) {
    if piece != next { endPiece() }
    piece = next
  }

  private mutating func letter(_ scalar: Unicode.Scalar, isUpper: Bool) {
    if piece == .marks, length == 1, !followsBlank {
      // A mark between words is mostly a part of the second one.
      sixteenths += 6
      length = 0
      piece = .none
    }
    if piece != .letters || isUpper && previousIsLower { endPiece() }
    piece = .letters
    length += 1
    if isUpper { upper += 1 }
    let lower = UInt8(truncatingIfNeeded: scalar.value) | 0x20
    // Doubled in Finnish and its relatives, which have longer words.
    if word.last == lower, [0x61, 0x69, 0x6B, 0x75].contains(lower) { doubled += 1 }
    word.append(lower)
    previousIsLower = !isUpper
    switch scalar {
    case "a", "e", "i", "o", "u", "y", "A", "E", "I", "O", "U", "Y": consonants = 0
    default:
      consonants += 1
      longestConsonants = max(longestConsonants, consonants)
    }
  }

  private mutating func foreignScalar(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0xA0...0xBF, 0x2000...0x206F, 0x20A0...0x20CF, 0x2100...0x2BFF:
      begin(.marks)
      length += 1
      // Most marks beyond ASCII have a token of their own, or two.
      sixteenths +=
        scalar.value == 0x2026 || scalar.value == 0x2013 || scalar.value == 0xD7 ? 4 : 12
    case 0xC0...0x36F:
      if piece != .letters { endPiece() }
      piece = .letters
      length += 1
      foreign += 1
      consonants = 0
      previousIsLower = true
    case 0x370...0x1FFF:
      if piece != .letters { endPiece() }
      piece = .letters
      sixteenths += Self.cost(ofLetter: scalar.value)
      previousIsLower = true
    case 0x3040...0x30FF:
      endPiece()
      sixteenths += 13
    case 0x3000...0xD7FF, 0xF900...0xFAFF:
      endPiece()
      sixteenths += 18
    default:
      endPiece()
      sixteenths += 48
    }
  }

  /// The estimate of a letter of another alphabet: words have some two and a half letters a token.
  private static func cost(ofLetter value: UInt32) -> Int {
    switch value {
    case 0xB00...0xB7F: 19
    case 0xA00...0xA7F: 13
    case 0x900...0xDFF: 9
    case 0x1200...0x139F, 0x13A0...0x177F, 0x1800...0x1DFF: 33
    case 0x410...0x44F: 6
    case 0x400...0x52F: 11
    // Letters of Kurdish and Uyghur beside those of Arabic.
    case 0x671...0x6FF: 12
    case 0x590...0x5FF: 8
    default: 7
    }
  }

  mutating func endPiece() {
    switch piece {
    case .none: break
    case .letters: sixteenths += wordCost
    case .digits: sixteenths += 16 * ((length + 2) / 3)
    case .marks: sixteenths += 16 * ((length + 1) / 2)
    // One blank belongs to what follows it.
    case .blanks: sixteenths += length > 1 ? 16 : 0
    case .lines: sixteenths += 16
    }
    followsBlank = piece == .blanks
    (piece, length, upper, foreign, consonants, longestConsonants) = (.none, 0, 0, 0, 0, 0)
    doubled = 0
    previousIsLower = false
    word.removeAll(keepingCapacity: true)
  }

  /// The estimate of a word of Latin letters.
  private var wordCost: Int {
    if length == 0 { return 0 }
    if foreign == 0, upper <= 1, length > 3, CommonWords.contains(word) { return 16 }
    var cost = length <= 2 ? 17 : length == 3 ? 20 : 13 + 11 * length / 3
    if upper > 1 { cost = max(cost, 8 * length + 6) }
    if longestConsonants > 4 { cost = max(cost, 8 * length) }
    return cost + 9 * foreign + 5 * doubled
  }
}
