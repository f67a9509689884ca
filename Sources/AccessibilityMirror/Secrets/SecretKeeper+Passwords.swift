internal import AccessibilityTree

/// Passwords that are known, wherever their applications repeat them.
extension SecretKeeper {
  /// Notes a text that a client enters; `nil`: there is nothing to take back.
  ///
  /// - Parameter isInserted: Whether what the element contains stays.
  func willEnter(
    _ text: String, into id: ElementID, isInserted: Bool, in tree: Tree
  ) -> TextEntry? {
    if secrets[id]?.isSuspected != false {
      willEnter(text, intoOpen: id, isInserted: isInserted, in: tree)
    }
    guard let former = secrets[id], let application = tree.read(id, { $0.application }),
      let content = secrets[id]?.willEnter(text, isInserted: isInserted)
    else { return nil }
    entries += 1
    latestEntry = LatestEntry(
      entry: TextEntry(number: entries), id: id, former: former, application: application,
      passwords: passwords.of(application))
    if former.isPassword {
      // A short part of a password says little.
      let texts = text.scalarCount < SecretText.minLength ? [content] : [text, content]
      for text in texts where passwords.insert(text, of: application) {
        learned.insert(application)
      }
    }
    return latestEntry?.entry
  }

  /// Takes back what was noted, because it was not entered: a word that was refused is no password.
  ///
  /// Once more was noted, it stays: what is known now may be the later text.
  func didNotEnter(_ entry: TextEntry) {
    guard let latestEntry, latestEntry.entry == entry else { return }
    self.latestEntry = nil
    secrets[latestEntry.id]?.forgetEntry(since: latestEntry.former)
    typings[latestEntry.id]?.forgetEntry()
    passwords.restore(latestEntry.passwords, of: latestEntry.application)
  }

  /// What was known before the latest text was entered.
  struct LatestEntry {
    let entry: TextEntry
    let id: ElementID
    let former: Secret
    let application: ElementID
    let passwords: [KnownPassword]
  }

  /// Notes what a secret element contains. Returns whether a text is new.
  func learn(_ element: Element, as secret: inout Secret, of application: ElementID) -> Bool {
    let changes = secret.facts.changes
    let isNew = secret.learn(element)
    guard secret.facts.changes != changes else { return isNew }
    if latestEntry?.application == application { latestEntry = nil }
    if secret.isPassword, let text = element.effectiveValue,
      passwords.insert(text, of: application)
    {
      learned.insert(application)
    }
    return isNew
  }

  /// Notes which texts may turn out to repeat a password, because they changed while it was in its field.
  func recordTexts(_ edit: Edit, in tree: Tree) {
    let applications = Set(
      secrets.lazy.filter { $0.value.isPassword && $0.value.facts.length != 0 }
        .compactMap { id, _ in tree.read(id) { $0.application } })
    guard !applications.isEmpty else { return }
    for id in edit.touched where secrets[id] == nil {
      guard let element = tree[id], applications.contains(element.application),
        element.texts != edit.original(id)?.texts
      else { continue }
      recentTexts.insert(id)
    }
  }

  /// Returns an element without the passwords of its application that are known.
  ///
  /// - Parameter old: The element before: what it had in clear then stays, unless that grows to be one. `nil`: there was
  ///   none.
  func concealedPasswords(_ element: Element, before old: Element?, in tree: Tree) -> Element {
    // The copy that an application describes now is of no application.
    let root = tree.read(element.id) { $0.application } ?? element.application
    let known = passwords.of(root)
    guard !known.isEmpty else { return element }
    let former = formerTexts(of: element, before: old)
    func conceal(_ text: String, since former: String? = nil) -> String {
      guard old?.hasText(text) != true, secrets[element.id]?.names.contains(text) != true else {
        return text
      }
      return known.reduce(text) { text, password in
        former.flatMap { password.redactedGrowth(of: text, since: $0) }
          ?? password.redacted(in: text)
      }
    }
    var concealed = element
    if let value = element.value, !isEntered(element, in: tree) {
      concealed.value = conceal(value, since: former.value)
      if concealed.value != value {
        concealed.text = nil
        concealed.objectPlaces = []
      }
    }
    // What people enter is in the texts within a field, too.
    if let label = element.label, !element.role.isText || !isEntered(element, in: tree) {
      concealed.label = conceal(label, since: former.label)
    }
    concealed.hint = element.hint.map { conceal($0) }
    concealed.placeholder = element.placeholder.map { conceal($0) }
    concealed.inputLabels = element.inputLabels.map { conceal($0) }
    // What people entered may be in the attributes of its field, too.
    let content = isEntered(element, in: tree) ? element.value ?? "" : ""
    concealed.attributes.removeAll { attribute in
      known.contains { $0.isRepeated(in: attribute.value) && !$0.isRepeated(in: content) }
        && old?.attributes.contains(attribute) != true
    }
    if concealed != element { concealed.isRedacted = true }
    return concealed
  }

  /// What an element said before, or the text that it has replaced.
  func formerTexts(
    of element: Element, before old: Element?
  ) -> (label: String?, value: String?) {
    if let old { return (old.label, old.value) }
    let text = element.role.isText ? element.parent.flatMap { formerTexts[$0] } : nil
    return (text, text)
  }

  /// Notes a text that went.
  func recordText(_ element: Element?) {
    guard !passwords.isEmpty, let element, element.role.isText, let parent = element.parent,
      let text = element.label ?? element.value
    else { return }
    if formerTexts.count == Self.maxFormerTexts { formerTexts = [:] }
    formerTexts[parent] = text
  }

  private static let maxFormerTexts = 256

  /// Whether people entered what an element contains.
  func isEntered(_ element: Element, in tree: Tree) -> Bool {
    if element.takesText { return true }
    return tree.ancestors(of: element.id).prefix(Self.maxPieceDepth).contains { id in
      tree.read(id) { $0.takesText } == true
    }
  }
}

/// A text that a client enters into a secret element.
public struct TextEntry: Equatable, Sendable {
  let number: UInt64
}

extension Element {
  /// Whether people can enter what the element contains: of a combo box that is not editable they choose.
  fileprivate var takesText: Bool {
    states.contains(.editable)
      || role.isTextEntry && role != .comboBox && !states.contains(.readOnly)
  }
}
