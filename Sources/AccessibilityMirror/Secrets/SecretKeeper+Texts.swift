internal import AccessibilityTree
internal import SafeText

/// What secret elements contain, and where it is repeated: in the texts of the elements above, and of those that are
/// related, such as a description.
extension SecretKeeper {
  /// Redacts a secret element.
  func conceal(
    _ id: ElementID, in tree: inout Tree, _ redaction: inout Redaction,
    original: (ElementID) -> Element?
  ) {
    guard let element = tree[id], var secret = secrets[id] else { return }
    if secret.isSuspected {
      suspected[id] = HeldElement(
        original: suspected[id]?.restored(element) ?? element, isContent: secret.kind != .field,
        end: .max, isPart: secret.kind == .part)
    }
    if element.role == .passwordField { secret.isPassword = true }
    var isNews = learn(element, as: &secret, of: element.application)
    secret.identity = SecretIdentity(element)
    // Of an element that consists of the field, Chromium tells the text as soon as the field is replaced.
    if secret.kind == .field, let parent = element.parent,
      tree.read(parent, { [.application, .window, .document].contains($0.role) }) == false
    {
      standIns.insert(parent)
    }
    let near = neighbours(of: element, in: tree)
      .union(secret.formerNeighbours.filter(tree.contains))
    for neighbour in near
    where secret.neighbours.insert(neighbour).inserted {
      neighbours[neighbour, default: []].insert(id)
      isNews = true
    }
    if isNews { redaction.learned.append(id) }
    secrets[id] = secret
    let old = redaction.touched.contains(id) ? original(id) : element
    let concealed = concealedPasswords(
      Self.concealed(element, as: secret, before: old), before: old, in: tree)
    guard concealed != element else { return }
    redaction.willChange(element)
    try? tree.modify(id) { $0 = concealed }
  }

  static func concealed(_ element: Element, as secret: Secret, before old: Element?) -> Element {
    var concealed = element.redacted(isContent: secret.kind != .field)
    if secret.kind == .part { concealed.frame = nil }
    // The description of a field may repeat what it contains.
    return concealed.redacted { secret.isRepeated(in: $0, isNew: old?.hasText($0) != true) }
      ?? concealed
  }

  /// The elements that may repeat what a secret one contains.
  private func neighbours(of element: Element, in tree: Tree) -> Set<ElementID> {
    var found = Set(tree.ancestors(of: element.id))
    for referrer in referrers[element.id] ?? [] {
      found.formUnion(describing(referrer, in: tree))
    }
    for relation in element.relations where relation.kind.describes {
      for target in relation.targets { found.formUnion(describing(target, in: tree)) }
    }
    // The button that shows a password is in its field.
    for child in element.children where secrets[child] == nil { found.insert(child) }
    return found
  }

  /// An element that describes another one, and the first elements within it: these have its texts, too.
  private func describing(_ id: ElementID, in tree: Tree) -> [ElementID] {
    descriptions.insert(id)
    var found = [id]
    var next = 0
    while next < found.count, found.count < Self.maxDescribing {
      found += tree.read(found[next]) { $0.children } ?? []
      next += 1
    }
    return found
  }

  /// How many elements of a description are looked at.
  private static let maxDescribing = 64

  /// Makes what appears within a description a neighbour of what it describes.
  func extendDescriptions(_ edit: Edit, in tree: Tree) {
    guard !descriptions.isEmpty else { return }
    for id in edit.touched where neighbours[id] == nil && secrets[id] == nil {
      let above = tree.ancestors(of: id).prefix(Self.maxDepth)
      guard let description = above.first(where: descriptions.contains) else { continue }
      for secret in neighbours[description] ?? [] {
        neighbours[id, default: []].insert(secret)
        secrets[secret]?.neighbours.insert(id)
      }
    }
  }

  /// How far below a description its texts are looked for.
  private static let maxDepth = 8

  func recordReferrers(_ edit: Edit, in tree: Tree) {
    for id in edit.touched {
      guard let relations = tree.read(id, { $0.relations }), !relations.isEmpty else { continue }
      for relation in relations where relation.kind.describes {
        for target in relation.targets {
          guard referrers[target, default: []].insert(id).inserted, secrets[target] != nil else {
            continue
          }
          for element in describing(id, in: tree) {
            neighbours[element, default: []].insert(target)
            secrets[target]?.neighbours.insert(element)
          }
        }
      }
    }
  }

  /// Redacts texts that repeat what a secret element contains, in the elements that the edit touched and beside the
  /// secrets of which something new was learned.
  func concealRepetitions(
    _ edit: Edit, _ released: [ElementID], in tree: inout Tree, _ redaction: inout Redaction
  ) {
    let recent = formerFields.filter { $0.isRecent(at: edit.time) }
    var candidates = Set(released)
    for id in redaction.learned { candidates.formUnion(secrets[id]?.neighbours ?? []) }
    for id in edit.touched
    where neighbours[id] != nil || !passwords.isEmpty || !shownIn.isEmpty || !recent.isEmpty {
      candidates.insert(id)
    }
    let retold = Set(learned.flatMap { recentTexts.elements(of: $0, in: tree) })
    learned = []
    candidates.formUnion(retold)
    for id in candidates where secrets[id] == nil && held[id] == nil {
      guard let element = tree[id] else { continue }
      let isTold = !released.contains(id)
      let old = redaction.touched.contains(id) ? edit.original(id) : isTold ? element : nil
      var (concealed, texts) = concealedRepetitions(element, before: old, recent, at: edit.time)
      let shown = retold.contains(id) || !isTold ? nil : old
      concealed = concealedPasswords(concealed, before: shown, in: tree)
      texts += told(by: element, since: shown, butNotBy: concealed)
      if concealed != element {
        redaction.willChange(element)
        try? tree.modify(id) { $0 = concealed }
      }
      for text in texts { concealPieces(of: text, in: id, in: &tree, &redaction) }
    }
    concealPieces(among: candidates, recent, in: &tree, &redaction)
  }

  /// Returns the passwords that an element told, all of them or a beginning that has grown.
  private func told(
    by element: Element, since old: Element?, butNotBy concealed: Element
  ) -> [String] {
    guard concealed != element else { return [] }
    let former = formerTexts(of: element, before: old)
    func hasGrown(_ password: KnownPassword, _ text: String?, _ old: String?) -> Bool {
      guard let text, let old else { return false }
      return password.redactedGrowth(of: text, since: old) != nil
    }
    return passwords.of(element.application).filter { password in
      element.texts.contains { $0.contains(password.text) }
        && !concealed.texts.contains { $0.contains(password.text) }
        || hasGrown(password, element.label, former.label)
        || hasGrown(password, element.value, former.value)
    }.map(\.text)
  }

  /// Returns an element without what it repeats of secret elements, and what that is.
  ///
  /// - Parameters:
  ///   - old: The element before; of texts that have changed since, the beginning of a secret is enough, because it
  ///     may still be being typed. `nil`: there was none.
  ///   - recent: The fields that went lately.
  ///   - now: The time, where it is noted what is left out only for its length.
  private func concealedRepetitions(
    _ element: Element, before old: Element?, _ recent: [FormerField], at now: UInt64? = nil
  ) -> (Element, texts: [String]) {
    var fresh = element
    // The source may have set other texts since; those that are still replaced keep the mark.
    if fresh.isRedacted { fresh.isRedacted = fresh.hasRedactedText }
    guard let near = neighbours[element.id] else { return (fresh, []) }
    let former = formerFields.filter { near.contains($0.id) }
    let nearby = near.compactMap { secrets[$0] } + former.map(\.secret)
    let isInPlace = standIns.contains(element.id)
    var texts: [String] = []
    let concealed = fresh.redacted { text in
      let isNew = old?.hasText(text) != true
      let repeated = nearby.lazy.compactMap { $0.repeated(in: text, isNew: isNew) }.first
      if let repeated {
        if !repeated.isMask { texts.append(repeated.text) }
        return true
      }
      guard isNew, isInPlace, !isCleared(text, in: element.id) else { return false }
      let gone = former.filter { field in
        field.secret.isAsLong(text, isGuessed: recent.contains { $0.id == field.id })
      }
      let fields = near.filter { secrets[$0]?.isAsLong(text, isGuessed: false) == true }
      guard !gone.isEmpty || !fields.isEmpty else { return false }
      // Beside fields that are there it may turn out to be none.
      if let now { record(guess: text, in: element, for: fields, gone, at: now) }
      texts.append(text)
      return true
    }
    return (concealed ?? fresh, texts)
  }
}

// MARK: What does not come from the tree

extension SecretKeeper {
  /// Returns a notification without secrets; `nil` when nothing of it is left.
  ///
  /// - Parameter focused: The element that has the focus.
  func concealed(
    _ notification: Notification, focused: ElementID?, in tree: Tree
  ) -> Notification? {
    guard !(secrets.isEmpty && gone.isEmpty && passwords.isEmpty) else { return notification }
    switch notification {
    case .valueChanged(let element, let old, let new):
      let isRepeating = [old, new].contains { $0.map(passwords.isRepeated) == true }
      return isLeftOut(element)
        || isRepeating && tree[element].map { isEntered($0, in: tree) } != true
        ? nil : notification
    case .announcement(let text, let priority, let element):
      if let element, isLeftOut(element) { return nil }
      if isEcho(text, from: element, focused, in: tree) { return nil }
      let hasGrown = passwords.hasGrown(in: text, since: latestAnnouncement)
      latestAnnouncement = text
      guard hasGrown || isRepeated(text, isNew: true) else { return notification }
      return .announcement(text: Element.redactedText, priority: priority, element: element)
    default: return notification
    }
  }

  private func isLeftOut(_ id: ElementID) -> Bool { secrets[id] != nil || held[id] != nil }

  /// Whether a text is that of a key that was typed into a secret field.
  private func isEcho(
    _ text: String, from element: ElementID?, _ focused: ElementID?, in tree: Tree
  ) -> Bool {
    guard let focused, secrets[focused] != nil, text.unicodeScalars.count <= Self.maxEchoLength
    else { return false }
    guard let element else { return true }
    return tree.read(element) { $0.application } == tree.read(focused) { $0.application }
  }

  private static let maxEchoLength = 2

  func repeatsSecret(_ text: String) -> Bool { isRepeated(text, isNew: false) }

  /// Whether a text repeats what a secret element contains, or contained.
  private func isRepeated(_ text: String, isNew: Bool) -> Bool {
    secrets.values.contains { $0.isRepeated(in: text, isNew: isNew) }
      || gone.contains { $0.isRepeated(in: text, isNew: isNew) }
      || passwords.isRepeated(in: text)
  }

  /// Returns an element as an application describes it now, as the tree would have it.
  func concealed(
    live element: Element, as id: ElementID, mirrored: Element, in tree: Tree
  ) -> Element {
    if var secret = secrets[id] {
      _ = learn(element, as: &secret, of: mirrored.application)
      secrets[id] = secret
      // As the mirror does: the passwords of other fields as well, and what was there before stays.
      let concealed = Self.concealed(
        Element(id: id, attributesOf: element), as: secret, before: mirrored)
      return concealedPasswords(concealed, before: mirrored, in: tree)
    }
    if let held = held[id] { return element.redacted(isContent: held.isContent) }
    guard mirrored.isRedacted || neighbours[id] != nil || !passwords.isEmpty else { return element }
    var concealed = Element(id: id, attributesOf: element)
    concealed = concealedRepetitions(concealed, before: concealed, []).0
    concealed = concealedPasswords(concealed, before: mirrored, in: tree)
    // What was redacted in the mirror is not shown beside it.
    concealed.isRedacted = mirrored.isRedacted
    func copy(_ path: WritableKeyPath<Element, String?>) {
      if mirrored[keyPath: path] == Element.redactedText {
        concealed[keyPath: path] = Element.redactedText
      }
    }
    copy(\.value)
    copy(\.label)
    copy(\.hint)
    if mirrored.value == Element.redactedText { concealed.text = nil }
    return concealed
  }
}

extension Element {
  var texts: [String] { [label, value, hint, placeholder].compactMap(\.self) }

  func hasText(_ text: String) -> Bool { texts.contains(text) }

  /// Whether any text was replaced.
  fileprivate var hasRedactedText: Bool { texts.contains { $0.contains(Self.redactedText) } }
}

extension RelationKind {
  /// Whether one of the elements names or describes the other.
  fileprivate var describes: Bool {
    switch self {
    case .labelledBy, .labelFor, .describedBy, .descriptionFor, .details, .detailsFor,
      .errorMessage, .errorFor, .tooltipFor, .controls, .controlledBy:
      true
    default: false
    }
  }
}
