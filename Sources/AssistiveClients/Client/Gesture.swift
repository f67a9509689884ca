internal import AccessibilityTree

/// Touch points in text form, relative to a point: "0,-10 0,-40". Times and phases are those of `GestureText`:
/// "0,-10 +100", "down 0,0 1:down 60,0 up 1:up".
enum Gesture {
  /// Whether a text begins like a list of points, and not like a name.
  static func isPath(_ text: String) -> Bool {
    guard let first = words(text).first else { return false }
    return first.contains(",") || isPhase(first)
  }

  /// Parses points; `nil` when the text is not a list of points.
  static func points(_ text: String, from origin: Point) -> [GesturePoint]? {
    parse(words(text), origin)
  }

  /// Parses the path of a finger that goes down at a point; `nil` when the text is not a list of points.
  static func stroke(_ text: String, beginningAt start: Point) -> [GesturePoint]? {
    let words = words(text)
    guard let first = words.first else { return nil }
    return parse(isPhase(first) ? words : ["0,0"] + words, start)
  }

  /// Returns the first point of a path from the corner of an element, if that is outside of the element; `nil` if it is
  /// inside, or the text is not a list of points.
  static func start(of text: String, outside frame: Rect) -> String? {
    guard let word = words(text).first(where: { $0.contains(",") }) else { return nil }
    let numbers = word.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard numbers.count == 2, let x = numbers[0], let y = numbers[1] else { return nil }
    let isInside = x >= 0 && y >= 0 && x < frame.width && y < frame.height
    return isInside ? nil : String(word.prefix(maxShown))
  }

  /// Returns what is wrong with a list of points other than its form; `nil` when it is the form.
  static func problem(in text: String) -> String? {
    let words = words(text)
    if let far = words.first(where: isFar) {
      return "\(far.prefix(maxShown)) is too far away."
    }
    let isTime = { (word: Substring) in
      word.hasPrefix("+") && word.count > 1 && word.dropFirst().allSatisfy(\.isNumber)
    }
    if let time = words.first(where: { isTime($0) && !isShort($0.dropFirst()) }) {
      return "\(time.prefix(maxShown)) is too long: at most +\(GestureText.maxPause) milliseconds."
    }
    return words.first.map(isTime) == true ? "A time follows a point." : nil
  }

  private static let maxShown = 20

  /// Whether an offset leads out of every screen, wherever it begins.
  private static func isFar(_ word: Substring) -> Bool {
    let numbers = word.split(separator: ",").map { Double($0) }
    return numbers.count == 2 && numbers.allSatisfy { $0 != nil }
      && numbers.contains { $0.map { !($0.magnitude <= Point.furthest / 2) } ?? false }
  }

  private static func isShort(_ digits: Substring) -> Bool {
    UInt64(digits).map { $0 <= GestureText.maxPause } ?? false
  }

  private static func parse(_ words: [Substring], _ origin: Point) -> [GesturePoint]? {
    let text = words.map { $0.contains(",") ? "@" + $0 : String($0) }.joined(separator: " ")
    return try? GestureText.parse(text, activationPoint: origin)
  }

  private static func words(_ text: String) -> [Substring] { text.split(separator: " ") }

  private static func isPhase(_ word: Substring) -> Bool {
    GesturePoint.Phase.allCases.contains { word == $0.name || word.hasSuffix(":" + $0.name) }
  }
}
