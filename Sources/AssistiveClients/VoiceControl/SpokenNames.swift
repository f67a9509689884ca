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

    /// Returns how well what was said fits an action of the element, alone or with the name of the element.
    func fit(action: [String], _ wanted: [String]) -> ActionFit? {
      if let fit = Fit(action, wanted) { return ActionFit(action: fit, element: .whole) }
      let rest = SpokenNames.rest(
        of: SpokenNames.spelled(wanted), beside: SpokenNames.spelled(action))
      return rest.flatMap(fit(spelled:)).map { ActionFit(action: .whole, element: $0) }
    }

    /// Returns how well the name fits where numbers and symbols are spelled otherwise.
    fileprivate func fit(spelled wanted: [String]) -> Fit? {
      names.compactMap { Fit(SpokenNames.spelled($0), wanted) }.min()
    }
  }

  /// In reading order.
  private(set) var entries: [Entry] = []
  private let scene: Scene

  /// Collects the elements on the screen with which something can be done.
  init(of scene: Scene) {
    self.scene = scene
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

  /// How well what was said matches an action and its element.
  struct ActionFit: Comparable {
    let action: Fit
    let element: Fit

    static func < (one: ActionFit, other: ActionFit) -> Bool {
      (one.action, one.element) < (other.action, other.element)
    }
  }

  /// Returns the elements that a spoken name refers to: those with exactly that name, otherwise those whose
  /// name begins with it, otherwise those whose name contains it. Where there are none, numbers and symbols may be spelled
  /// otherwise, and the name may be said with what tells it from others.
  ///
  /// - Parameter isCandidate: Whether an element is considered.
  func matches(
    _ spoken: String, where isCandidate: (ElementID) -> Bool = { _ in true }
  ) -> [ElementID] {
    let wanted = Self.words(spoken)
    let candidates = entries.filter { isCandidate($0.id) }
    let named = Self.best(candidates) { $0.fit(wanted) }
    if !named.isEmpty { return named }
    let spelled = Self.spelled(wanted)
    let others = Self.best(candidates) { $0.fit(spelled: spelled) }
    return others.isEmpty ? matches(inContext: spelled, candidates) : others
  }

  /// Returns the elements that fit best.
  private static func best(_ entries: [Entry], _ fit: (Entry) -> Fit?) -> [ElementID] {
    let fits = entries.map(fit)
    guard let best = fits.compactMap(\.self).min() else { return [] }
    return zip(entries, fits).filter { $1 == best }.map(\.0.id)
  }

  /// Returns the elements with a name before or after which it is said what tells them from others: "background red",
  /// "red in background".
  private func matches(inContext wanted: [String], _ candidates: [Entry]) -> [ElementID] {
    let parts = candidates.map { entry in
      (
        entry: entry,
        contexts: entry.names.map(Self.spelled).compactMap { Self.rest(of: wanted, beside: $0) }
      )
    }.filter { !$0.contexts.isEmpty }
    guard !parts.isEmpty else { return [] }
    let namesakes = Namesakes(entries.map(\.id), in: scene)
    let fits = parts.compactMap { part -> (fit: Fit, id: ElementID)? in
      guard let context = namesakes.context(of: part.entry.id) else { return nil }
      let words = Self.spelled(Self.words(context))
      let fit = part.contexts.compactMap { Fit(words, $0) }.min()
      return fit.map { ($0, part.entry.id) }
    }
    let best = fits.map(\.fit).min()
    return fits.filter { $0.fit == best }.map(\.id)
  }

  /// Returns what is said before or after a name; `nil` where the name is not said, or nothing else is.
  private static func rest(of wanted: [String], beside name: [String]) -> [String]? {
    let rest =
      if wanted.starts(with: name) {
        Array(wanted.dropFirst(name.count).drop(while: links.contains))
      } else if wanted.reversed().starts(with: name.reversed()) {
        Array(wanted.dropLast(name.count))
      } else { [String]() }
    return rest.isEmpty ? nil : rest
  }

  /// Words between a name and what it belongs to.
  private static let links: Set<String> = ["of", "in", "on", "at", "for", "from", "the"]

  /// Returns how well the best name of an element matches; `nil` when none does.
  func fit(of id: ElementID, _ wanted: [String]) -> Fit? {
    entries.first { $0.id == id }?.fit(wanted)
  }

  /// The list of names: the first name of each element that has one. Elements of one name come with what tells them
  /// apart.
  var shown: [SpokenLine] {
    let named = entries.filter { !$0.shown.isEmpty }
    let counts = Dictionary(named.map { ($0.shown.lowercased(), 1) }, uniquingKeysWith: +)
    let namesakes = Namesakes(entries.map(\.id), in: scene)
    return named.map { entry in
      let isAmbiguous = counts[entry.shown.lowercased(), default: 0] > 1
      let context = isAmbiguous ? namesakes.context(of: entry.id) : nil
      let text = [entry.shown, context].compactMap(\.self).joined(separator: ", ")
      return SpokenLine(.choice, text, element: entry.id)
    }
  }

  /// Splits a text into words of letters and digits. A name that consists only of symbols is one word.
  static func words(_ text: String) -> [String] {
    let words = text.lowercased().split { !($0.isLetter || $0.isNumber) }.map(String.init)
    guard words.isEmpty else { return words }
    let symbols = text.filter { !$0.isWhitespace }
    return symbols.isEmpty ? [] : [symbols]
  }

  /// Returns words with numbers as digits, and with the symbols of arithmetic as words.
  fileprivate static func spelled(_ words: [String]) -> [String] {
    var spelled: [String] = []
    var rest = words[...]
    while let first = rest.first {
      // The longest number is "one hundred and twenty five".
      let number = (1...5).reversed().lazy.compactMap { count in
        SpokenNumber.value(rest.prefix(count).joined(separator: " ")).map { (count, $0) }
      }.first
      rest = rest.dropFirst(number?.0 ?? 1)
      spelled.append(number.map { String($0.1) } ?? symbols[first] ?? first)
    }
    return spelled
  }

  /// The words for what a key shows or is called.
  private static let symbols = [
    "×": "times", "x": "times", "*": "times", "multiply": "times", "÷": "divide", "/": "divide",
    "+": "plus", "add": "plus", "−": "minus", "-": "minus", "–": "minus", "subtract": "minus",
    "=": "equals", "equal": "equals", "%": "percent", ".": "point", "dot": "point",
  ]
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
