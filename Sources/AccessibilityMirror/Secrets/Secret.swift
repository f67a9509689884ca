internal import AccessibilityTree

/// A secret element: what of it is left out, and what only the store knows of it.
struct Secret {
  enum Kind {
    /// A field: what people entered is left out; its name stays.
    case field
    /// All texts are left out.
    case content
    /// A text within a password field. All texts are left out, and its frame, whose width tells the length.
    case part
  }

  let kind: Kind
  /// Whether it is secret only for its place or length, in which it is like a field that went. What replaces it is secret
  /// if it has the same text.
  let isSuspected: Bool
  /// Whether it is a password field, or has replaced one: what is known of its text is redacted everywhere.
  var isPassword: Bool
  /// What clients entered last.
  private var entered = ""
  /// Whether that is all that the element contains, unless people have changed it since.
  private var isAllEntered = false
  var identity = SecretIdentity()
  /// The elements that may repeat what the element contains.
  var neighbours: Set<ElementID> = []
  /// What the element was called before anything was known of what it contains: that is no repetition.
  private(set) var names: Set<String>
  /// What the element contained lately, to be found where it is repeated; the latest last.
  private var texts: [SecretText] = []
  private(set) var facts = SecretFacts()
  private var latest: (value: String?, text: TextState?) = (nil, nil)
  /// The neighbours of the element that this one replaced.
  let formerNeighbours: Set<ElementID>
  /// How many characters the element that this one replaced contained; `nil`: that is not known.
  let formerLength: Int?

  /// - Parameter former: The element that this one has replaced, whose contents it may have.
  init(_ kind: Kind, replacing former: Secret? = nil, isSuspected: Bool = false) {
    self.kind = kind
    self.isSuspected = isSuspected
    isPassword = !isSuspected && former?.isPassword == true
    texts = former?.texts ?? []
    names = former?.names ?? []
    formerNeighbours = former?.neighbours ?? []
    formerLength = former?.facts.length
  }

  /// Notes what an element contains, and what it is called. Returns whether a text is new.
  mutating func learn(_ element: Element) -> Bool {
    let isBlank = texts.isEmpty
    let isNew = learnTexts(element)
    if isBlank, kind == .field {
      let names = [element.label, element.hint, element.placeholder].compactMap(\.self)
      self.names = Set(
        names.filter { name in !texts.contains { $0.isRepeated(in: name, isNew: true) } })
    }
    return isNew
  }

  private mutating func learnTexts(_ element: Element) -> Bool {
    // Since the element was redacted, its source has changed something else.
    if element.isRedacted, element.text == nil, element.range == nil,
      element.value == nil || element.value == "" || element.value == Element.redactedText
    {
      return false
    }
    if let latest = facts.changes > 0 ? latest : nil, latest.value == element.value,
      latest.text == element.text
    {
      return false
    }
    latest = (element.value, element.text)
    facts.changes += 1
    let length = element.text?.length ?? element.value?.scalarCount
    if isKnown, length != facts.length { isAllEntered = false }
    facts.length = length
    var isNew = remember(element.effectiveValue)
    if kind != .field {
      for text in [element.label, element.hint] where remember(text) { isNew = true }
    }
    return isNew
  }

  /// Notes what a client enters. Returns what the element may contain then.
  ///
  /// - Parameter isInserted: Whether what was there stays.
  mutating func willEnter(_ text: String, isInserted: Bool) -> String {
    isAllEntered = !isInserted || facts.length == 0
    entered = isInserted ? entered + text : text
    _ = remember(text)
    return entered
  }

  /// Forgets what was noted as entered since, because it was refused.
  mutating func forgetEntry(since former: Secret) {
    (entered, isAllEntered, texts) = (former.entered, former.isAllEntered, former.texts)
  }

  /// Whether a text repeats what the element contains.
  ///
  /// - Parameter isNew: Whether the text appeared just now. Then the beginning of what the element contains is enough.
  func isRepeated(in text: String, isNew: Bool) -> Bool {
    repeated(in: text, isNew: isNew) != nil
  }

  /// Returns what the element contains that a text repeats; `nil`: nothing.
  func repeated(in text: String, isNew: Bool) -> SecretText? {
    names.contains(text) ? nil : texts.first { $0.isRepeated(in: text, isNew: isNew) }
  }

  /// Whether a text shows what the element contained. Of texts that have more than a password, only the words that have
  /// it are redacted, as everywhere.
  func isShown(as text: String) -> Bool {
    texts.contains { shown in
      (shown.isMask || !isPassword) && shown.isRepeated(in: text, isNew: false)
    } || isAll(of: text)
  }

  /// Whether a text is nothing but what the element contains.
  func isAll(of text: String) -> Bool {
    let text = text.withoutSpaceAround.prefix(scalars: SecretText.maxLength)
    return texts.contains { $0.text.withoutSpaceAround == text }
  }

  /// Whether a text is as long as what the element contains, of which only bullets are known.
  ///
  /// - Parameter isGuessed: Whether any length will do where none was read yet.
  func isAsLong(_ text: String, isGuessed: Bool) -> Bool {
    (facts.length == text.scalarCount || isGuessed && isUnread)
      && text.scalarCount >= SecretText.minLength
      && text != Element.redactedText && text != identity.label && isMasked && !isKnown
  }

  /// Whether a client entered all that the element contains. What has as many other characters is not it.
  var isKnown: Bool { isAllEntered && facts.length == entered.scalarCount }

  /// Whether nothing is known of what the element contains, not even whether there is anything.
  var isUnread: Bool { facts.length == nil }

  /// Whether a text may be one of the pieces in which its application shows what the element contains, of which only
  /// bullets are known, if at all.
  func mayHavePiece(_ text: String) -> Bool {
    isMasked && text != Element.redactedText && text != identity.label
      && text.scalarCount < facts.length ?? .max
  }

  /// Whether the element has shown no text in clear.
  private var isMasked: Bool { texts.last?.isMask != false }

  /// Keeps a text that can be told from others. Returns whether it is new.
  mutating func remember(_ text: String?) -> Bool {
    guard let text = text.flatMap(SecretText.init), !texts.contains(text) else { return false }
    texts.append(text)
    if texts.count > Self.maxTexts { texts.removeFirst() }
    return true
  }

  /// How many texts are kept.
  private static let maxTexts = 4
}

/// What an action on a secret element needs to see that it had an effect.
public struct SecretFacts: Hashable, Sendable {
  /// The number of characters; `nil` where it is unknown.
  public internal(set) var length: Int?
  /// How often the contents, the caret or the selection were seen to change.
  public internal(set) var changes: UInt64 = 0
}

/// By what a secret element is known again when its application replaces it by another one.
struct SecretIdentity: Hashable {
  var identifier: String?
  var label: String?
  var frame: Frame?

  init() {}

  init(_ element: borrowing Element) {
    (identifier, label, frame) = (element.identifier, element.label, element.frame)
  }

  /// Whether two elements are called the same.
  func hasName(of other: SecretIdentity) -> Bool {
    hasLabel(of: other) || identifier?.isEmpty == false && identifier == other.identifier
  }

  func hasLabel(of other: SecretIdentity) -> Bool {
    label?.isEmpty == false && label == other.label
  }

  var isNameless: Bool { (label ?? "").isEmpty && (identifier ?? "").isEmpty }

  /// Whether two elements without labels have the same frame.
  func isNamelessAtFrame(of other: SecretIdentity) -> Bool {
    (label ?? "").isEmpty && (other.label ?? "").isEmpty && frame != nil && frame == other.frame
  }

  /// Whether the smaller of two elements is largely where the other one is.
  func isAtPlace(of other: SecretIdentity) -> Bool {
    guard let frame, let former = other.frame, frame.space == former.space else { return false }
    let common = frame.rect.intersection(former.rect)
    let smaller = min(
      frame.rect.width * frame.rect.height, former.rect.width * former.rect.height)
    return smaller > 0 && common.width * common.height >= smaller / 2
  }
}
