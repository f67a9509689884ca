internal import AccessibilityTree
internal import SafeText

/// A password whose text is known.
struct KnownPassword: Hashable {
  let text: String
  private let search: ByteSearch
  /// Whether it may be in other texts by chance, so that only a text that consists of it repeats it.
  private let isShort: Bool

  /// A shorter text cannot be told from others.
  private static let minLength = 2
  private static let minCutLength = 6

  init?(_ text: String) {
    let text = text.prefix(scalars: SecretText.maxLength)
    guard text.scalarCount >= Self.minLength, text != Element.redactedText,
      !SecretText.isMask(text), text.contains(where: { !$0.isWhitespace })
    else { return nil }
    self.text = text
    search = ByteSearch(Array(text.utf8))
    isShort = text.scalarCount < SecretText.minLength
  }

  func isRepeated(in other: String) -> Bool {
    isShort ? other == text : search.isFound(in: other.utf8.span) || isCut(to: other)
  }

  /// Whether a text is what an application has left of the password, which it cut or trimmed. Shorter ones, and such in
  /// other texts, may be there by chance.
  private func isCut(to other: String) -> Bool {
    guard other.utf8.count < text.utf8.count else { return false }
    let other = other.withoutSpaceAround
    return other.scalarCount >= Self.minCutLength && text.withoutSpaceAround.hasPrefix(other)
  }

  /// Whether a text may be one of the pieces in which an application shows the password.
  func hasPiece(_ piece: String) -> Bool { !isShort && text.hasPiece(piece) }

  /// Returns a text with `redactedText` in the place of each word that has the password in it.
  func redacted(in other: String) -> String {
    guard isRepeated(in: other) else { return other }
    if isCut(to: other) { return Element.redactedText }
    let (bytes, wanted) = (Array(other.utf8), Array(text.utf8))
    var (result, copied, place): ([UInt8], Int, Int) = ([], 0, 0)
    while place + wanted.count <= bytes.count {
      guard bytes[place...].starts(with: wanted) else {
        place += 1
        continue
      }
      let start = bytes[copied..<place].lastIndex(where: Self.isSpace).map { $0 + 1 } ?? copied
      let end = bytes[(place + wanted.count)...].firstIndex(where: Self.isSpace) ?? bytes.count
      result += bytes[copied..<start] + Array(Element.redactedText.utf8)
      (copied, place) = (end, end)
    }
    return String(decoding: result + bytes[copied...], as: UTF8.self)
  }

  /// Returns a text without the beginning of the password at its end, if that has grown there; `nil`: it has not.
  ///
  /// - Parameter old: The text before; what is redacted of it was such a beginning.
  func redactedGrowth(of text: String, since old: String) -> String? {
    guard text != old, text.scalarCount >= Self.minLength else { return nil }
    var start =
      text.index(text.endIndex, offsetBy: -self.text.count, limitedBy: text.startIndex)
      ?? text.startIndex
    while start < text.endIndex {
      let (head, tail) = (text[..<start], text[start...])
      if head.last?.isWhitespace != false, tail.unicodeScalars.count >= Self.minLength,
        self.text.hasPrefix(tail), !isShort || head.isEmpty
      {
        guard old.hasPrefix(head) else { return nil }
        let former = old.dropFirst(head.count)
        let isBeginning = !former.isEmpty && tail != former && tail.hasPrefix(former)
        return isBeginning || former == Element.redactedText ? head + Element.redactedText : nil
      }
      start = text.index(after: start)
    }
    return nil
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}

/// The passwords of applications that are known: clients entered them, or their fields showed them.
struct KnownPasswords {
  private var passwords: [ElementID: [KnownPassword]] = [:]

  /// How many are kept of an application.
  private static let maxPasswords = 32
  /// How many characters a key adds or removes.
  private static let maxStep = 2

  var isEmpty: Bool { passwords.isEmpty }

  func of(_ application: ElementID) -> [KnownPassword] { passwords[application] ?? [] }

  func isRepeated(in text: String) -> Bool {
    passwords.values.contains { $0.contains { $0.isRepeated(in: text) } }
  }

  /// Whether a text is a password of an application, or its beginning from two characters on.
  func isBegun(by text: String, in application: ElementID?) -> Bool {
    guard let application, text.scalarCount > 1 else { return false }
    return of(application).contains { $0.text.hasPrefix(text) }
  }

  /// Whether a text ends with the beginning of a password, which has grown.
  func hasGrown(in text: String, since old: String) -> Bool {
    passwords.values.contains { $0.contains { $0.redactedGrowth(of: text, since: old) != nil } }
  }

  mutating func forget(_ application: ElementID) { passwords[application] = nil }

  mutating func restore(_ known: [KnownPassword], of application: ElementID) {
    passwords[application] = known.isEmpty ? nil : known
  }

  /// Keeps a password. Returns whether it is new.
  mutating func insert(_ text: String, of application: ElementID) -> Bool {
    guard let password = KnownPassword(text), !of(application).contains(password) else {
      return false
    }
    var known = of(application)
    // Of what is typed key by key, only the end counts; of what is deleted so, the beginning, too.
    if let last = known.last?.text,
      Self.isStep(from: last, to: text)
        || Self.isStep(from: text, to: last) && known.dropLast().last?.text.hasPrefix(last) == true
    {
      known.removeLast()
    }
    known.append(password)
    if known.count > Self.maxPasswords { known.removeFirst() }
    passwords[application] = known
    return true
  }

  private static func isStep(from old: String, to new: String) -> Bool {
    new.hasPrefix(old) && new.scalarCount <= old.scalarCount + maxStep
  }
}

/// Elements whose texts changed lately while there was a password that they may repeat.
struct RecentTexts {
  private var ids: [ElementID] = []

  private static let maxCount = 256

  mutating func insert(_ id: ElementID) {
    guard !ids.contains(id) else { return }
    if ids.count == Self.maxCount { ids.removeFirst() }
    ids.append(id)
  }

  mutating func remove(_ removed: Set<ElementID>) {
    if !removed.isEmpty { ids.removeAll(where: removed.contains) }
  }

  func elements(of application: ElementID, in tree: Tree) -> [ElementID] {
    ids.filter { tree.read($0) { $0.application } == application }
  }
}

extension String {
  /// Whether a text, without the white space around it, is a part of this one, or has all of it.
  func hasPiece(_ piece: String) -> Bool {
    let piece = piece.withoutSpaceAround
    guard !piece.isEmpty else { return false }
    return contains(piece) || piece.contains(self)
  }

  var withoutSpaceAround: String {
    guard let start = firstIndex(where: { !$0.isWhitespace }),
      let end = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[start...end])
  }
}
