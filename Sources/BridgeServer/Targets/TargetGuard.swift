internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeProtocol

/// Compares the target of an action with what the client expects of it, by the mirror alone.
struct TargetGuard {
  private let expectation: TargetExpectation
  private let store: TreeStore
  private let rhythm: ChangeRhythm

  /// The number of changes since the client's revision that are examined, with the elements above each.
  private static let maxSteps = 200_000

  init(_ expectation: TargetExpectation, in store: TreeStore, _ rhythm: ChangeRhythm) {
    self.expectation = expectation
    self.store = store
    self.rhythm = rhythm
  }

  /// Throws when the expectation names a revision that this run does not have.
  func check() throws(Status) {
    guard let revision = expectation.revision else { return }
    guard expectation.epoch == store.epoch else {
      guard expectation.epoch != 0 else {
        throw Status(
          .epochChanged,
          "TargetExpectation.epoch is missing: a revision is valid only within its epoch; this server "
            + "runs epoch \(store.epoch)",
          remedy: .findInThisRun)
      }
      throw store.otherRun(revision, of: expectation.epoch, remedy: .findInThisRun)
    }
    guard revision <= store.revision else {
      throw Status(
        .outOfRange,
        "revision \(revision) does not exist yet; the current revision is \(store.revision)",
        remedy: .lookAgain)
    }
  }

  /// Returns why the action must not be performed; `nil` when the element is what the client expects.
  func refusal(of id: ElementID) -> ActionRefusal? {
    guard let element = store.tree[id] else { return nil }
    if let role = expectation.role, role != element.role {
      return refusal(of: element, "its role was expected to be \(role.name)")
    }
    if let label = expectation.label, label != element.label ?? "" {
      let advice = ElementIdentity(role: element.role, label: label)
        .namingAdvice(besides: ElementIdentity(element))
      return refusal(of: element, "its label was expected to be \(label.quoted(limit: 60))", advice)
    }
    if let value = expectation.value, value != element.effectiveValue ?? "" || element.isValueCut {
      let now =
        element.effectiveValue.map { "is \($0.quoted(limit: 60, length: element.text?.length))" }
        ?? "has none"
      return refusal(
        of: element, "its value was expected to be \(value.quoted(limit: 60)), and \(now)")
    }
    guard let revision = expectation.revision else { return nil }
    return change(of: element, since: revision).map { reason in
      let former = rhythm.formerIdentity(of: id)
      return refusal(
        of: element, reason,
        former.flatMap { ElementIdentity(element).namingAdvice(besides: $0) })
    }
  }

  private func refusal(
    of element: Element, _ reason: String, _ advice: String? = nil
  ) -> ActionRefusal {
    ActionRefusal(
      .targetChanged,
      "\(element.messageName) is not what was expected: \(reason); nothing was done"
        + (advice.map { "; \($0)" } ?? ""))
  }

  // MARK: Revisions

  /// Returns what changed since a revision; `nil` when the element is still what it was.
  private func change(of element: Element, since revision: Revision) -> String? {
    guard let commits = store.commits(since: revision) else {
      return "revision \(revision) is so old that its changes since then are not known any more"
    }
    var left = Self.maxSteps
    let contents = ItemContents(around: element.id, in: store, rhythm)
    for commit in commits where commit.applications.contains(element.application) {
      left -= commit.renamed.count + commit.formerParents.count + commit.added.count
      guard left >= 0 else { return tooMuch(since: revision) }
      if commit.added.contains(element.id) { return "it was not there at revision \(revision)" }
      if commit.renamed.contains(element.id) {
        return "it was something else at revision \(revision)"
      }
      if commit.formerParents[element.id] != nil {
        return "it was somewhere else at revision \(revision)"
      }
      if let contents, let other = contents.change(since: commit, &left) {
        let name = store.tree[contents.item]?.messageName ?? "\(contents.item)"
        return "the contents of \(name), which it is in, have changed since revision \(revision)"
          + (renaming(of: other).map { ": \($0)" } ?? "")
      }
      guard left >= 0 else { return tooMuch(since: revision) }
    }
    return nil
  }

  /// Says how an element was renamed last: `label "Item 2" was label "Item 1"`.
  private func renaming(of id: ElementID) -> String? {
    guard !store.isSecret(id), let former = rhythm.formerIdentity(of: id),
      let now = store.tree[id], former != ElementIdentity(now)
    else { return nil }
    return "\(now.messageName) was \(former.name)"
  }

  private func tooMuch(since revision: Revision) -> String {
    "too much has changed since revision \(revision) to tell"
  }
}
