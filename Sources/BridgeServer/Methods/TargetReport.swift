internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeProtocol

/// What the target of an action was, from the request to the receipt.
struct TargetReport {
  private let element: ElementID
  private let store: TreeStore
  /// As mirrored at the request; `nil` when it was gone.
  private let requested: ElementIdentity?
  /// The value of a text, which is what it says; `nil` for other elements.
  private let said: String?
  private let isSecret: Bool
  private let revision: Revision
  /// Whether it may have been something else at the request than it was in the mirror.
  private let mayBeOther: Bool
  /// What the element must be for the action; `nil` when the client expects nothing that a source could compare.
  let expected: ExpectedTarget?

  init(
    _ target: ActionTarget, _ request: PerformRequest, in store: TreeStore, _ rhythm: ChangeRhythm
  ) {
    element = target.element
    self.store = store
    requested = store.tree.read(element) { ElementIdentity($0) }
    said = store.said(by: element)
    isSecret = store.isSecret(element)
    revision = store.revision
    mayBeOther = rhythm.mayBeOther(element)
    // A source knows what is redacted.
    guard !isSecret, let requested, request.expectation != nil || target.isFoundByLabel else {
      expected = nil
      return
    }
    expected = ExpectedTarget(
      requested, hasAnyLabel: request.expectation?.isOfRoleAlone == true,
      labels: request.expectation == nil ? target.labels : nil, value: request.expectation?.value)
  }

  /// Whether the target may be renamed and be what the selector asks for all the same: then that is no other target.
  var allowsOtherLabels: Bool { expected?.labels != nil }

  /// Whether an element that is something is the requested one, which may have another label if a selector allows it.
  private func isSame(_ identity: ElementIdentity, as other: ElementIdentity) -> Bool {
    guard let expected, expected.labels != nil else { return identity == other }
    return expected.isMet(by: identity) && expected.isMet(by: other)
  }

  /// Adds to a receipt what the element was.
  ///
  /// - Parameter sighting: What the application said when it acted.
  func write(to receipt: inout Receipt, _ sighting: TargetSighting?) {
    let now = store.tree.read(element) { ElementIdentity($0) }
    let sighting = isSecret || store.isSecret(element) ? nil : sighting
    guard let target = sighting?.before ?? requested else { return }
    // Chromium empties the names of what it takes down, as the button that closed its dialog.
    let isTakenDown =
      now == nil && sighting?.after?.role == target.role && sighting?.after?.label?.isEmpty != false
    let other = [isTakenDown ? nil : sighting?.after, now, requested].lazy.compactMap { $0 }.first {
      !isSame($0, as: target)
    }
    receipt.target = target.shortened(to: ElementIdentity.maxSentLabel)
    receipt.targetOther = other?.shortened(to: ElementIdentity.maxSentLabel)
    // What is taken down loses its name first. Where names change by themselves, it may have been another one.
    receipt.targetChanged =
      other != nil || (now != nil || mayBeOther) && isRenamed(whenGone: false)
  }

  /// Whether something else than the requested element may have been acted on: the application called it something
  /// else by then, or it was renamed meanwhile and often is. Where names are read from a copy of what is acted on, only
  /// what is reported after the action tells that the copy was not behind.
  ///
  /// - Parameter isReported: Whether the application has told since what was done.
  func isOfOther(_ sighting: TargetSighting?, _ rhythm: ChangeRhythm, isReported: Bool) -> Bool {
    if let sighting, !isSecret, let requested, !isSame(sighting.before, as: requested) {
      return true
    }
    if sighting?.isOfCopy == true, !isReported, expected?.labels == nil,
      mayBeOther || rhythm.mayBeOther(element)
    {
      return true
    }
    return rhythm.isOftenRenamed(element) && isChanged(sighting)
      || ItemContents(around: element, in: store, rhythm).map {
        $0.changesOften && isOther($0)
      } == true
  }

  /// Whether the row or item that the element is in shows something else since the request.
  private func isOther(_ contents: ItemContents) -> Bool {
    guard let commits = store.commits(since: revision) else { return true }
    var left = Self.maxSteps
    for commit in commits where contents.change(since: commit, &left) != nil { return true }
    return left < 0
  }

  /// The number of changes since the request that are examined, with the elements above each.
  private static let maxSteps = 100_000

  private func isChanged(_ sighting: TargetSighting?) -> Bool {
    // Without an answer behind the action, nobody knows what the element was.
    if let sighting {
      guard let after = sighting.after, isSame(after, as: sighting.before) else { return true }
    }
    return isRenamed(whenGone: true)
  }

  /// Whether the mirrored element was renamed since the request, even if it has its former name again, other than the
  /// selector allows.
  ///
  /// - Parameter whenGone: What holds of one that is gone, where a selector allows other labels: nobody knows which it had.
  private func isRenamed(whenGone: Bool) -> Bool {
    if let expected, expected.labels != nil {
      return store.tree.read(element) { !expected.isMet(by: ElementIdentity($0)) } ?? whenGone
    }
    let isRenamed =
      store.commits(since: revision)?.contains { $0.renamed.contains(element) } ?? true
    // What a text says is no name of it.
    return isRenamed && said == store.said(by: element)
  }
}

extension ElementIdentity {
  /// Returns the identity with a label of at most a number of bytes; one that is cut ends in "…".
  func shortened(to length: Int) -> ElementIdentity {
    ElementIdentity(role: role, label: label?.cut(toBytes: length))
  }
}

extension TreeStore {
  /// Returns the value of an element that is a text.
  fileprivate func said(by id: ElementID) -> String? {
    tree.read(id) { $0.role.isText ? $0.value : nil } ?? nil
  }

  /// Whether texts of an element are left out.
  func isSecret(_ id: ElementID) -> Bool {
    secretFacts(of: id) != nil || tree.read(id) { $0.isRedacted } == true
  }
}
