internal import AccessibilityTree

/// How the text of a field came about: people enter it key by key, applications at once.
struct Typing {
  /// The text that was seen last.
  private(set) var text: String
  /// The number of characters before the first key.
  private var start: Int
  private var keys = 0
  /// Whether the latest change was that of a key.
  private(set) var isKey = false
  /// Whether the text is what a client entered, also with other signs between its letters, or has grown from that by
  /// keys.
  private(set) var isEntry = false
  private var entry: String?

  init(_ text: String) {
    self.text = text
    start = text.scalarCount
  }

  /// Whether all of the text was entered key by key.
  var isWhole: Bool { start == 0 && keys > 1 }

  /// Whether it was entered key by key so far that it cannot be a secret of so many characters, shown anew.
  func isTyped(insteadOf length: Int?) -> Bool { keys > 1 && start < max(1, length ?? 0) }

  /// Whether a word in the text was entered rather than put there.
  var isEntered: Bool { isKey || keys > 1 || isEntry }

  /// Notes the text that the field has now.
  mutating func follow(_ new: String) {
    guard new != text else { return }
    let (old, length) = (text, new.scalarCount)
    let growth = length - old.scalarCount
    text = new
    let wasEntry = isEntry
    isEntry = entry.map { new.isWritten(as: $0) } == true
    isKey = false
    guard length > 0, new.keeps(old) || old.keeps(new) else { return begin(at: length) }
    // Fewer characters than those of a secret that can be told from others.
    isKey = growth < SecretText.minLength
    if isKey { isEntry = isEntry || wasEntry }
    if isKey, growth > 0 {
      keys += 1
    } else if isKey ? length < min(start, SecretText.minLength) : keys < 2 {
      // So little is left of what was there that it says nothing.
      begin(at: length)
    }
  }

  private mutating func begin(at length: Int) { (start, keys) = (length, 0) }

  /// Notes what a client is about to enter.
  ///
  /// - Parameter isInserted: Whether what is there stays. Then only what follows clients' own texts is known.
  mutating func willEnter(_ new: String, isInserted: Bool) {
    let isKnown = !isInserted || text.isEmpty || text == entry
    entry = isKnown ? (isInserted ? text : "") + new : nil
  }

  mutating func forgetEntry() { entry = nil }
}

extension String {
  /// Whether the text is another one, or has the same letters and digits, as in "12-34" for "1234".
  fileprivate func isWritten(as other: String) -> Bool {
    func signs(_ text: String) -> String { text.filter { $0.isLetter || $0.isNumber } }
    return self == other || other.scalarCount >= SecretText.minLength && signs(self) == signs(other)
  }

  /// Whether a text became this one by an insertion.
  fileprivate func keeps(_ old: String) -> Bool {
    let inserted = utf8.count - old.utf8.count
    guard inserted >= 0 else { return false }
    let start = zip(utf8, old.utf8).prefix { $0 == $1 }.count
    return utf8.dropFirst(start + inserted).elementsEqual(old.utf8.dropFirst(start))
  }
}

extension Element {
  /// The text of a field; `nil`: it was not read yet.
  fileprivate var knownText: String? { text?.length == 0 ? "" : effectiveValue }
}

/// What people and clients enter into fields that are not secret, or only suspected to be.
extension SecretKeeper {
  /// Notes how the text of a field came about, while that may be of use.
  func follow(_ id: ElementID, before old: Element?, in tree: Tree) -> Typing? {
    // What a field has that was not read before may have been there.
    if let text = tree[id]?.knownText {
      typings[id, default: Typing(old?.knownText ?? text)].follow(text)
    }
    return typings[id]
  }

  func forgetTypings() {
    guard !typings.isEmpty else { return }
    typings = typings.filter { id, _ in
      secrets[id] != nil || held[id] != nil || newcomers[id] != nil
    }
  }

  /// Notes a text that a client enters into a field that is not known to be secret.
  func willEnter(_ text: String, intoOpen id: ElementID, isInserted: Bool, in tree: Tree) {
    let isShown = secrets[id] == nil && held[id] == nil
    let former = isShown ? tree.read(id) { $0.effectiveValue } ?? nil : nil
    typings[id, default: Typing(former ?? "")].willEnter(text, isInserted: isInserted)
  }

  /// Shows the suspected fields into which somebody entered what they contain now. Returns the elements.
  func liftSuspicions(
    _ edit: Edit, in tree: inout Tree, _ redaction: inout Redaction
  ) -> [ElementID] {
    var lifted: [ElementID] = []
    func lift(_ id: ElementID) {
      for part in tree.subtree(of: id) where secrets[part]?.isSuspected == true {
        show(part, in: &tree, &redaction)
        lifted.append(part)
      }
    }
    weighDoubts(at: edit.time, in: tree)
    for id in edit.touched {
      guard let secret = secrets[id], secret.isSuspected, secret.kind == .field,
        let value = tree.read(id, { $0.effectiveValue }) ?? nil, value != Element.redactedText
      else { continue }
      typings[id, default: Typing(value)].follow(value)
      guard let typing = typings[id],
        typing.isEntry
          || typing.isTyped(insteadOf: secret.formerLength)
            && !passwords.isBegun(by: value, in: tree.read(id) { $0.application })
      else { continue }
      lift(id)
    }
    for (id, doubt) in doubts where doubt.end.map({ $0 <= edit.time }) == true {
      newcomers.remove(id)
      doubts[id] = nil
      lift(id)
    }
    return lifted
  }

  /// Makes a suspected element an ordinary one.
  private func show(_ id: ElementID, in tree: inout Tree, _ redaction: inout Redaction) {
    let secret = secrets.removeValue(forKey: id)
    for neighbour in secret?.neighbours ?? [] { neighbours[neighbour]?.remove(id) }
    guard let original = suspected.removeValue(forKey: id), let shown = tree[id] else { return }
    redaction.willChange(shown)
    try? tree.modify(id) { $0 = original.restored(shown) }
  }
}
