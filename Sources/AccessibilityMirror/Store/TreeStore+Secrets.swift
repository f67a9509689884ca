public import AccessibilityTree

/// What is secret never enters a revision: password fields, and what a rule names. See "Secrets" in docs/security.md.
extension TreeStore {
  /// Which elements are secret beside password fields. Set before anything is read.
  public var secretRule: SecretRule? {
    get { secrets.rule }
    set { secrets.rule = newValue }
  }

  /// What is known of a secret element; `nil` when it is none.
  public func secretFacts(of id: ElementID) -> SecretFacts? {
    if let secretOrigin { return secretOrigin.facts(id) }
    return secrets.secrets[id]?.facts
  }

  /// Notes a text that a client enters: into a secret element, so that it is found where it is repeated; into another
  /// one, so that the text is not taken for one that the application put there.
  ///
  /// - Parameter isInserted: Whether what the element contains stays.
  /// - Returns: What `didNotEnter` takes back; `nil`: nothing.
  @discardableResult
  public func willEnter(
    _ text: String, into id: ElementID, isInserted: Bool = false
  ) -> TextEntry? {
    if let secretOrigin { return secretOrigin.willEnter(text, id, isInserted) }
    return secrets.willEnter(text, into: id, isInserted: isInserted, in: tree)
  }

  /// Takes back what `willEnter` noted, because nothing was entered.
  public func didNotEnter(_ entry: TextEntry) {
    if let secretOrigin { return secretOrigin.didNotEnter(entry) }
    secrets.didNotEnter(entry)
  }

  /// Returns an element as its application describes it now, without secrets.
  ///
  /// - Parameter id: The element that mirrors it.
  public func concealed(live element: Element, as id: ElementID) -> Element {
    guard let mirrored = tree[id] else { return element }
    return secrets.concealed(live: element, as: id, mirrored: mirrored, in: tree)
  }

  /// Whether a text repeats what a secret element contains.
  public func repeatsSecret(_ text: String) -> Bool {
    secretOrigin?.repeats(text) ?? secrets.repeatsSecret(text)
  }
}

extension TreeStore {
  /// Has an edit made when texts are no longer to be held back.
  fileprivate func scheduleRelease() {
    guard let timer, let time = secrets.nextRelease() else { return }
    timer(time) { [weak self] in
      self?.secrets.scheduledRelease = nil
      self?.edit { _ in }
    }
  }
}

/// The mirror that a store's elements come from: what is secret is redacted there already, and known there.
///
/// The ids are those of the store, not of its origin.
package struct SecretOrigin {
  let facts: (ElementID) -> SecretFacts?
  let willEnter: (String, ElementID, Bool) -> TextEntry?
  let didNotEnter: (TextEntry) -> Void
  let repeats: (String) -> Bool

  package init(
    facts: @escaping (ElementID) -> SecretFacts?,
    willEnter: @escaping (String, ElementID, Bool) -> TextEntry?,
    didNotEnter: @escaping (TextEntry) -> Void, repeats: @escaping (String) -> Bool
  ) {
    self.facts = facts
    self.willEnter = willEnter
    self.didNotEnter = didNotEnter
    self.repeats = repeats
  }
}

extension TreeEdit {
  /// Redacts what is secret in the elements of the edit, before they are compared and observers are told.
  func redactSecrets() {
    guard store.secretOrigin == nil else { return }
    let renamed = touchedApplications.filter { root in
      let (old, new) = (applicationsBefore[root] ?? nil, store.applications[root])
      return old?.name != new?.name || old?.toolkit != new?.toolkit
    }
    let before = before
    let outcome = store.secrets.redact(
      SecretKeeper.Edit(
        time: store.time, touched: touched, seen: seen, applications: store.applications,
        renamed: renamed,
        original: { before[$0] }), in: &store.tree)
    for element in outcome.originals { remember(element) }
    for id in outcome.released { store.willDiscoverValue(of: id) }
    store.scheduleRelease()
    let focused = store.focused
    posted = posted.compactMap { store.secrets.concealed($0, focused: focused, in: store.tree) }
  }
}
