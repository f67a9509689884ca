internal import AccessibilityTree

/// Redacts secret elements in a tree, before a revision is made of it.
///
/// A password field, an element that the rule names, and what is within these is secret from then on, whatever its
/// role or name becomes: it stays secret while the password is shown. So is what replaces it
/// (SecretKeeper+Replacing.swift).
final class SecretKeeper {
  var rule: SecretRule?
  var secrets: [ElementID: Secret] = [:]
  /// The elements beside and above secret ones, which may repeat what these contain.
  var neighbours: [ElementID: Set<ElementID>] = [:]
  /// The elements that name or describe a secret one.
  var descriptions: Set<ElementID> = []
  /// The elements that refer to another one as its label or description, by that one.
  var referrers: [ElementID: Set<ElementID>] = [:]
  /// Secret elements that are gone, the latest last: their applications may still tell what was in them.
  private(set) var gone: [Secret] = []
  /// Secret fields that are gone, the latest last: what takes their places is secret.
  var formerFields: [FormerField] = []
  /// When the elements appeared that may turn out to replace a secret field.
  var newcomers = Newcomers()
  /// What fields contained that are gone and were not secret.
  var openTexts = OpenTexts()
  /// Elements whose texts are left out until it is known whether they replace a secret field.
  var held: [ElementID: HeldElement] = [:]
  /// How the texts of fields came about that are new, or that may have replaced a secret field.
  var typings: [ElementID: Typing] = [:]
  /// The fields that are suspected for the length of their texts alone.
  var doubts: [ElementID: Doubt] = [:]
  /// What suspected elements contain, in case they turn out to be ordinary ones.
  var suspected: [ElementID: HeldElement] = [:]
  /// Elements in the place of a former field: a text as long as its contents is left out.
  var standIns: Set<ElementID> = []
  /// The passwords that are known.
  var passwords = KnownPasswords()
  /// The text that a client entered last, while nothing else became known.
  var latestEntry: LatestEntry?
  /// How many texts clients entered.
  var entries: UInt64 = 0
  /// The applications of which a password became known since the last edit.
  var learned: Set<ElementID> = []
  var recentTexts = RecentTexts()
  /// The last text that went from within an element: what replaces it may be that text and one letter more.
  var formerTexts: [ElementID: String] = [:]
  var latestAnnouncement = ""
  /// The elements that show a password, or what may be one, and that text: below them are the pieces of it.
  var shownIn: [ElementID: Set<String>] = [:]
  /// What is left out for its length alone, by the elements that may be about to consist of a field.
  var guesses: [ElementID: Guess] = [:]
  /// Texts that have as many characters as a field contains and are no secret, by the elements that have them.
  var clearedTexts: [ElementID: Set<String>] = [:]
  /// When an edit will be made because of `held`.
  var scheduledRelease: UInt64?

  /// An edit: what it touched, and how that was before.
  struct Edit {
    /// The time of the mirror's clock, in nanoseconds.
    let time: UInt64
    let touched: [ElementID]
    /// The same elements.
    let seen: Set<ElementID>
    let applications: [ElementID: Application]
    /// Applications whose names changed.
    let renamed: [ElementID]
    let original: (ElementID) -> Element?
  }

  /// Redacts what is secret, and what may be.
  func redact(_ edit: Edit, in tree: inout Tree) -> Outcome {
    recordReferrers(edit, in: tree)
    forgetRemoved(edit, in: tree)
    recordHidden(edit, in: tree)
    var redaction = Redaction(touched: edit.seen)
    let released =
      release(in: &tree, &redaction) + liftSuspicions(edit, in: &tree, &redaction)
      + liftGuesses(edit, in: &tree, &redaction)
    let found = findSecrets(edit, released, in: &tree, &redaction)
    guard
      !(secrets.isEmpty && found.isEmpty && formerFields.isEmpty && released.isEmpty
        && passwords.isEmpty && shownIn.isEmpty)
    else { return Outcome() }
    for finding in found { add(finding, in: tree, &redaction) }
    for id in edit.touched where secrets[id] != nil { redaction.secret.insert(id) }
    for id in redaction.secret { conceal(id, in: &tree, &redaction, original: edit.original) }
    extendDescriptions(edit, in: tree)
    recordTexts(edit, in: tree)
    concealRepetitions(edit, released, in: &tree, &redaction)
    weighDoubts(at: edit.time, in: tree)
    weighGuesses(at: edit.time, in: tree)
    return Outcome(
      originals: redaction.originals,
      released: released.filter { held[$0] == nil && secrets[$0] == nil })
  }

  struct Outcome {
    /// The former state of the elements that the edit itself did not touch.
    var originals: [Element] = []
    /// The elements whose texts are shown now and were held back.
    var released: [ElementID] = []
  }

  /// One pass over an edit.
  struct Redaction {
    let touched: Set<ElementID>
    var secret: Set<ElementID> = []
    /// Secret elements of which a text or a neighbour was seen for the first time.
    var learned: [ElementID] = []
    var originals: [Element] = []

    mutating func willChange(_ element: Element) {
      if !touched.contains(element.id) { originals.append(element) }
    }
  }
}

// MARK: What is secret

extension SecretKeeper {
  typealias Finding = (id: ElementID, kind: Secret.Kind, former: Secret?, isSuspected: Bool)

  /// Finds what is secret from now on, and holds back what may be.
  ///
  /// - Parameter released: Elements that were held back, and are judged again.
  private func findSecrets(
    _ edit: Edit, _ released: [ElementID], in tree: inout Tree, _ redaction: inout Redaction
  ) -> [Finding] {
    var found: [Finding] = []
    let recent = recordNewcomers(edit, in: tree)
    for id in edit.touched + released where secrets[id] == nil && held[id] == nil {
      guard let (role, parent) = tree.read(id, { ($0.role, $0.parent) }) else { continue }
      if role == .passwordField {
        found.append((id, .field, nil, false))
      } else if let (kind, isSuspected) = inherited(by: id, from: parent, in: tree) {
        found.append((id, kind, nil, isSuspected))
      } else if !(secrets.isEmpty && formerFields.isEmpty && passwords.isEmpty) {
        switch judge(id, edit, recent, wasHeld: released.contains(id), in: tree) {
        case .secret(let former, let isSuspected):
          found.append((id, .field, former, isSuspected))
        case .undecided(let end): hold(id, until: end, in: &tree, &redaction)
        case .open: break
        }
      }
    }
    guard let rule else { return found }
    let candidates = candidates(edit, rule, in: tree).filter { secrets[$0] == nil }
    for id in rule.matches(candidates, tree, edit.applications) {
      let isField = tree.read(id) { $0.role.isTextEntry || $0.states.contains(.editable) } ?? false
      found.append((id, isField ? .field : .content, nil, false))
    }
    return found
  }

  /// The elements that the rule may name after an edit.
  private func candidates(_ edit: Edit, _ rule: SecretRule, in tree: Tree) -> [ElementID] {
    guard rule.dependsOnAncestors else { return edit.touched }
    var candidates = Set(edit.touched)
    let moved = edit.touched.filter { id in
      guard let old = edit.original(id), let new = tree[id] else { return false }
      return old.parent != new.parent || old.role != new.role || old.label != new.label
        || old.identifier != new.identifier || old.attributes != new.attributes
    }
    for id in moved + edit.renamed { candidates.formUnion(tree.subtree(of: id)) }
    return Array(candidates)
  }

  private func inherited(
    by id: ElementID, from parent: ElementID?, in tree: Tree
  ) -> (Secret.Kind, isSuspected: Bool)? {
    guard let secret = parent.flatMap({ secrets[$0] }) else { return nil }
    return inherited(by: id, from: secret.kind, in: tree).map { ($0, secret.isSuspected) }
  }

  /// What an element within a secret one is; `nil`: nothing, such as the button that shows a password.
  func inherited(by id: ElementID, from kind: Secret.Kind, in tree: Tree) -> Secret.Kind? {
    tree.read(id) { element in
      // The texts within an editor are editable in Chromium, too.
      if element.role.isTextEntry { return .field }
      if kind == .content { return .content }
      return element.role.isControl || element.role == .image ? nil : .part
    } ?? nil
  }

  private func add(_ finding: Finding, in tree: Tree, _ redaction: inout Redaction) {
    var pending = [(finding.id, finding.kind)]
    while let (next, kind) = pending.popLast() {
      if secrets[next] == nil {
        let known = next == finding.id ? finding.former : nil
        secrets[next] = Secret(
          kind, replacing: kind == .field ? known ?? predecessor(of: next, in: tree) : nil,
          isSuspected: finding.isSuspected)
        held[next] = nil
        redaction.secret.insert(next)
      }
      for child in tree.read(next, { $0.children }) ?? [] where secrets[child] == nil {
        if let inherited = inherited(by: child, from: kind, in: tree) {
          pending.append((child, inherited))
        }
      }
    }
  }

  private func forgetRemoved(_ edit: Edit, in tree: Tree) {
    let removed = edit.touched.filter { !tree.contains($0) }
    recentTexts.remove(Set(removed))
    for id in removed {
      (shownIn[id], guesses[id], clearedTexts[id]) = (nil, nil, nil)
      formerTexts[id] = nil
      recordText(edit.original(id))
      passwords.forget(id)
      neighbours[id] = nil
      referrers[id] = nil
      descriptions.remove(id)
      if secrets[id] == nil, held[id] == nil, let element = edit.original(id) {
        openTexts.record(element, at: edit.time)
      }
      held[id] = nil
      typings[id] = nil
      suspected[id] = nil
      standIns.remove(id)
      if let secret = secrets.removeValue(forKey: id) {
        gone.append(secret)
        if gone.count > Self.maxGone { gone.removeFirst(gone.count - Self.maxGone) }
        if secret.kind == .field, recordFormer(id, secret, edit, in: tree) { continue }
        for neighbour in secret.neighbours { neighbours[neighbour]?.remove(id) }
      } else if edit.original(id)?.parent == nil {
        forgetFormer { $0.application == id }
      }
    }
  }

  /// How many elements are remembered after they are gone.
  private static let maxGone = 256
}
