internal import AccessibilityTree

/// What replaces a secret field, so that the password shows: another field, or a text. Applications remove and add
/// these, and what is around them, in any order and in several edits, and the name, the frame and the text of an
/// element become known one after another.
extension SecretKeeper {
  /// How long after a secret field is gone another element in its place, whatever its name, is taken to replace it.
  static let replacementTime: UInt64 = 10_000_000_000
  /// How long an element that has what a secret field contains is held back, in case the field goes.
  static let coexistenceTime: UInt64 = 1_000_000_000
  /// How long after a new field was there the application may fill it. What appears later in a field that was read as
  /// empty is what somebody enters.
  private static let fillingTime: UInt64 = 2_000_000_000

  enum Judgement {
    /// It is secret, and may have what a former field contained. It is suspected where only its place or length tell so.
    case secret(replacing: Secret, isSuspected: Bool)
    /// That is seen later, at the latest at a time.
    case undecided(until: UInt64)
    case open
  }

  /// What an element is known by, and what it contains.
  private struct Subject {
    let id: ElementID
    let identity: SecretIdentity
    let application: ElementID
    let parent: ElementID?
    let above: [ElementID]
    let value: String?
    let length: Int
    /// Whether an application may turn a password field into such an element.
    let mayShowPassword: Bool

    init?(_ id: ElementID, in tree: Tree) {
      guard let element = tree[id] else { return nil }
      self.id = id
      identity = SecretIdentity(element)
      (application, parent, value) = (element.application, element.parent, element.effectiveValue)
      length = element.text?.length ?? value?.scalarCount ?? 0
      above = tree.ancestors(of: id)
      mayShowPassword = element.mayShowPassword
    }
  }

  /// Judges an element that is not secret so far.
  func judge(
    _ id: ElementID, _ edit: Edit, _ recent: [FormerField], wasHeld: Bool, in tree: Tree
  ) -> Judgement {
    let isEntry = tree.read(id) { $0.isEntry } == true
    guard isEntry || !(recent.isEmpty && passwords.isEmpty) || isBesideField(id, in: tree),
      let subject = Subject(id, in: tree)
    else { return .open }
    guard isEntry else { return judge(text: subject, edit, recent, in: tree) }
    if let former = predecessor(of: subject, at: edit.time, in: tree) {
      return .secret(replacing: former, isSuspected: false)
    }
    let old = wasHeld ? nil : edit.original(id)
    let isFollowed = !recent.isEmpty || newcomers[id] != nil
    let wasEntered = typings[id]?.isEntry == true
    let typing = isFollowed ? follow(id, before: old, in: tree) : nil
    guard subject.length > 0 else { return .open }
    if !wasHeld, let arrival = newcomers[id], edit.time >= arrival + Self.fillingTime,
      edit.original(id)?.text?.length == 0
    {
      newcomers.remove(id)
    }
    if typing?.isEntry == true { return .open }
    if let value = subject.value, passwords.isBegun(by: value, in: subject.application),
      let former = recent.last(where: {
        $0.application == subject.application
          && subject.identity.isAtPlace(of: $0.secret.identity)
      })
    {
      return .secret(replacing: former.secret, isSuspected: true)
    }
    if typing?.isWhole == true { return .open }
    let hadText = edit.original(id).map { ($0.text?.length ?? $0.value?.scalarCount ?? 0) > 0 }
    let isFirst = (wasHeld || hadText != true || wasEntered) && typing?.isKey != true
    var end: UInt64 = 0
    if let value = subject.value, wasOpen(value, of: subject.application, edit) { return .open }
    for former in recent where former.application == subject.application {
      if let value = subject.value, former.secret.isRepeated(in: value, isNew: false),
        typing?.isEntered != true
      {
        let isAll = former.secret.isAll(of: value)
        if isAll || old?.effectiveValue != value {
          return .secret(
            replacing: former.secret, isSuspected: former.secret.isSuspected || !isAll)
        }
      }
      guard !former.secret.isSuspected, newcomers[id] != nil,
        typing?.isTyped(insteadOf: former.secret.facts.length) != true,
        isHome(of: former, above: subject, in: tree)
      else { continue }
      let isAtPlace = subject.identity.isAtPlace(of: former.secret.identity)
      let isScrolled = isScrolled(former, in: tree)
      let isAsLong = !isScrolled && isFirst && hasLength(subject, of: former.secret)
      if isAsLong, !isAtPlace {
        doubts[id] = Doubt(former: former, length: subject.length)
      }
      let mayBeUnread = subject.mayShowPassword && !isScrolled && former.secret.isUnread
      if isAtPlace || isAsLong || mayBeUnread && isBelowParent(of: former, subject, in: tree) {
        return .secret(replacing: former.secret, isSuspected: true)
      }
      let isPlaced = subject.identity.frame != nil || former.secret.identity.frame == nil
      let mayGetName = subject.mayShowPassword && subject.identity.isNameless && !isScrolled
      if !isPlaced || mayGetName {
        end = max(end, former.time + Self.replacementTime)
      }
    }
    if let arrival = newcomers[id], isLikeSecret(subject, isFirst: isFirst, in: tree) {
      end = max(end, arrival + Self.coexistenceTime)
    }
    return end > edit.time ? .undecided(until: end) : .open
  }

  /// Whether a text was served in clear lately, as what another field contained. A password was not.
  private func wasOpen(_ text: String, of application: ElementID, _ edit: Edit) -> Bool {
    let since = edit.time - min(edit.time, Self.replacementTime)
    return openTexts.contains(text, of: application, since: since)
      && !secrets.values.contains { $0.isRepeated(in: text, isNew: false) }
      && !formerFields.contains { $0.secret.isRepeated(in: text, isNew: false) }
  }

  /// Whether a newcomer has what a secret field contains that is still there.
  private func isLikeSecret(_ subject: Subject, isFirst: Bool, in tree: Tree) -> Bool {
    secrets.contains { other, secret in
      guard secret.kind == .field,
        tree.read(other, { $0.application }) == subject.application
      else { return false }
      if subject.value.map({ secret.isRepeated(in: $0, isNew: false) }) == true { return true }
      guard !secret.isSuspected else { return false }
      if subject.identity.hasName(of: secret.identity) { return true }
      if secret.isUnread, subject.mayShowPassword,
        tree.read(other, { $0.parent }) == subject.parent
      {
        return true
      }
      return isFirst && hasLength(subject, of: secret)
    }
  }

  /// Notes which of the password fields are there again that suspected ones may have replaced.
  func weighDoubts(at now: UInt64, in tree: Tree) {
    for (id, doubt) in doubts {
      guard secrets[id]?.isSuspected == true, newcomers[id] != nil || doubt.since != nil else {
        doubts[id] = nil
        continue
      }
      doubts[id]?.since = isBack(doubt, beside: id, in: tree) ? doubt.since ?? now : nil
    }
  }

  /// Whether a password field is there again, with as many bullets, while the element that may have replaced it stays.
  private func isBack(_ doubt: Doubt, beside id: ElementID, in tree: Tree) -> Bool {
    guard let suspect = secrets[id]?.identity,
      tree.read(id, { $0.states.contains(.showing) }) == true
    else { return false }
    return isBack(doubt.former, length: doubt.length, in: tree) {
      !suspect.isAtPlace(of: $0.identity)
    }
  }

  private func hasLength(_ subject: Subject, of secret: Secret) -> Bool {
    subject.mayShowPassword && subject.length >= SecretText.minLength
      && subject.length == secret.facts.length && !secret.isKnown
  }

  /// Judges a text that people cannot edit, in the place of a secret field.
  private func judge(
    text subject: Subject, _ edit: Edit, _ recent: [FormerField], in tree: Tree
  ) -> Judgement {
    let texts = tree.read(subject.id) { [$0.label, $0.value, $0.hint].compactMap(\.self) } ?? []
    guard !texts.isEmpty else { return .open }
    var isShown = false
    for former in recent
    where former.application == subject.application && isHome(of: former, above: subject, in: tree)
    {
      let secret = former.secret
      var isStandIn = texts.contains(where: secret.isShown)
      if !isStandIn, !secret.isSuspected, newcomers[subject.id] != nil, subject.mayShowPassword,
        texts.contains(where: { secret.isAsLong($0, isGuessed: true) })
      {
        isStandIn =
          subject.parent == former.path.first && !isScrolled(former, in: tree)
          || subject.identity.isAtPlace(of: secret.identity)
        if !isStandIn, subject.identity.frame == nil, secret.identity.frame != nil {
          return .undecided(until: former.time + Self.replacementTime)
        }
      }
      guard isStandIn else { continue }
      standIns.insert(subject.id)
      addNeighbour(subject.id, of: former.id)
      isShown = true
    }
    let above = subject.above.prefix(Self.maxPieceDepth)
    if !isShown, let arrival = newcomers[subject.id], edit.time < arrival + Self.coexistenceTime,
      fields(beside: subject.parent, in: tree).contains(where: { field in
        texts.contains { field.isAsLong($0, isGuessed: true) }
      }) || mayBePiece(subject.id, texts, above: above, recent, in: tree)
    {
      return .undecided(until: arrival + Self.coexistenceTime)
    }
    return .open
  }

  /// Whether an element is below the parent of a secret field, and may be about to take its place.
  func isBesideField(_ id: ElementID, in tree: Tree) -> Bool {
    !standIns.isEmpty
      && tree.ancestors(of: id).prefix(Self.maxPieceDepth).contains(where: standIns.contains)
  }

  /// Whether an element is as far below what is left of the place of a field.
  private func isBelowParent(
    of former: FormerField, _ subject: Subject, in tree: Tree
  ) -> Bool {
    guard let index = former.path.firstIndex(where: tree.contains) else { return false }
    return subject.above.prefix(index + 1).contains(former.path[index])
  }

  func fields(beside parent: ElementID?, in tree: Tree) -> [Secret] {
    guard let parent, standIns.contains(parent) else { return [] }
    let near = tree.read(parent) { $0.children.prefix(Self.maxBeside) } ?? []
    return near.compactMap { secrets[$0] }.filter { $0.kind == .field && !$0.isSuspected }
  }

  /// How many elements beside a text are looked at.
  private static let maxBeside = 32

  /// Notes that an element may repeat what a former field contained.
  private func addNeighbour(_ id: ElementID, of former: ElementID) {
    neighbours[id, default: []].insert(former)
    guard let index = formerFields.firstIndex(where: { $0.id == former }) else { return }
    formerFields[index].secret.neighbours.insert(id)
  }

  /// Whether the document or window of a former field is still there, and that of an element: a page is none of the
  /// dialogs that its browser shows.
  private func isHome(of former: FormerField, above subject: Subject, in tree: Tree) -> Bool {
    guard let home = former.home, let index = subject.above.firstIndex(of: home) else {
      return false
    }
    func isDocument(_ id: ElementID) -> Bool { tree.read(id) { $0.role == .document } == true }
    return isDocument(home) || !subject.above[..<index].contains(where: isDocument)
  }

  /// The secret field that an element has replaced, or is about to; `nil`: none is known.
  func predecessor(of id: ElementID, in tree: Tree) -> Secret? {
    Subject(id, in: tree).flatMap { predecessor(of: $0, at: nil, in: tree) }
  }

  /// - Parameter now: The time; `nil`: only what went long ago is looked for.
  private func predecessor(of subject: Subject, at now: UInt64?, in tree: Tree) -> Secret? {
    let identity = subject.identity
    let former = formerFields.last { former in
      guard former.application == subject.application, !former.secret.isSuspected else {
        return false
      }
      let isRecent = now.map(former.isRecent) == true
      if isRecent, identity.hasLabel(of: former.secret.identity) { return true }
      guard isHome(of: former, above: subject, in: tree) else { return false }
      if isRecent, identity.hasName(of: former.secret.identity) { return true }
      guard let nearest = former.path.first(where: tree.contains), subject.above.contains(nearest)
      else { return false }
      return identity.hasName(of: former.secret.identity)
        || identity.isNamelessAtFrame(of: former.secret.identity)
          // What was there moves to where a field is hidden.
          && (!tree.contains(former.id) || newcomers[subject.id] != nil)
    }
    if let former { return former.secret }
    return secrets.first { other, secret in
      guard secret.kind == .field, !secret.isSuspected, identity.hasName(of: secret.identity),
        let (role, parent, application) = tree.read(other, { ($0.role, $0.parent, $0.application) })
      else { return false }
      return parent == subject.parent
        || role == .passwordField && application == subject.application
          && identity.hasLabel(of: secret.identity)
    }?.value
  }
}

extension Element {
  /// Whether a text can be entered: a combo box without a text of its own is a choice, or is around a field.
  fileprivate var isEntry: Bool {
    states.contains(.editable) ? !role.isText : role.isTextEntry && role != .comboBox
  }

  /// Whether an application may show a password in it: any text can be in it.
  fileprivate var mayShowPassword: Bool {
    switch role {
    case .spinButton, .dateField, .slider, .dial, .popUpButton, .checkBox, .switch, .radio: false
    case .comboBox: states.contains(.editable)
    default: true
    }
  }
}
