internal import AccessibilitySpeech
internal import AccessibilityTree

/// The names that people can say, and the elements that they refer to (V2).
struct SpokenNames {
  struct Entry {
    let id: ElementID
    /// The displayed name: the first one.
    let shown: String
    /// All names, split into lower-case words.
    let names: [[String]]

    func fit(_ wanted: [String]) -> Fit? { names.compactMap { Fit($0, wanted) }.min() }
  }

  /// In reading order.
  private(set) var entries: [Entry] = []

  /// Collects the elements on the screen with which something can be done.
  init(of scene: Scene) {
    for id in scene.stopsOnScreen {
      guard let element = scene[id], element.respondsToVoice else { continue }
      let label = Speech.name(of: id, in: scene.tree) ?? element.placeholder
      // Input labels come before the label, which may be long.
      let names = element.inputLabels + [label].compactMap { $0 }
      entries.append(
        Entry(id: id, shown: names.first ?? "", names: names.map(Self.words).filter { !$0.isEmpty })
      )
    }
  }

  /// How well a spoken name matches a name of an element; better matches are smaller.
  enum Fit: Int, Comparable {
    case whole
    case beginning
    case within

    /// `nil` when there is no match.
    init?(_ name: [String], _ wanted: [String]) {
      guard !wanted.isEmpty, name.count >= wanted.count else { return nil }
      if name == wanted {
        self = .whole
      } else if name.starts(with: wanted) {
        self = .beginning
      } else if (0...(name.count - wanted.count)).contains(where: {
        name[$0...].starts(with: wanted)
      }) {
        self = .within
      } else {
        return nil
      }
    }

    static func < (one: Fit, other: Fit) -> Bool { one.rawValue < other.rawValue }
  }

  /// Returns the elements that a spoken name refers to: those with exactly that name, otherwise those whose
  /// name begins with it, otherwise those whose name contains it.
  ///
  /// - Parameter isCandidate: Whether an element is considered.
  func matches(
    _ spoken: String, where isCandidate: (ElementID) -> Bool = { _ in true }
  ) -> [ElementID] {
    let wanted = Self.words(spoken)
    let fits = entries.map { isCandidate($0.id) ? $0.fit(wanted) : nil }
    guard let best = fits.compactMap({ $0 }).min() else { return [] }
    return zip(entries, fits).filter { $1 == best }.map(\.0.id)
  }

  /// Returns how well the best name of an element matches; `nil` when none does.
  func fit(of id: ElementID, _ wanted: [String]) -> Fit? {
    entries.first { $0.id == id }?.fit(wanted)
  }

  /// The list of names: the first name of each element that has one.
  var shown: [SpokenLine] {
    entries.filter { !$0.shown.isEmpty }.map { SpokenLine(.choice, $0.shown, element: $0.id) }
  }

  /// Splits a text into words of letters and digits. A name that consists only of symbols is one word.
  static func words(_ text: String) -> [String] {
    let words = text.lowercased().split { !($0.isLetter || $0.isNumber) }.map(String.init)
    guard words.isEmpty else { return words }
    let symbols = text.filter { !$0.isWhitespace }
    return symbols.isEmpty ? [] : [symbols]
  }
}

extension Element {
  /// Whether something can be done with the element by voice: use it, zoom it, drag it, or any other of its actions.
  fileprivate var respondsToVoice: Bool {
    guard isUsable || states.isEmpty else { return false }
    if isAdjustable || isEditable || takesDrops || !inputLabels.isEmpty { return true }
    // Some toolkits offer a menu on nearly every element; on a picture it may be all there is.
    return choices().contains { $0.command != .showMenu || role == .image }
  }
}

/// Spoken numbers.
enum SpokenNumber {
  private static let words = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen", "twenty",
  ]

  /// Parses a number such as "3" or "three"; `nil` for any other text.
  static func value(_ text: String) -> Int? {
    if let number = Int(text) { return number }
    return words.firstIndex(of: text.lowercased())
  }
}
