internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeProtocol
internal import BridgeTransport

/// What is known of the effect, and the receipt that says it.
extension ActionCall {
  func respond(_ refusal: ActionRefusal) {
    settler.stop()
    let refusal = service.store.tree.naming(refusal, of: element)
    send(
      receipt(
        .refused, refusal: Status(refusal: refusal, element: element), quiet: true,
        retry: refusal.mayHaveActed ? .unsafe : .safe))
  }

  func respond(
    _ method: String, _ isSynthesised: Bool, effect: Receipt.Effect, quiet: Bool,
    isRepeatable: Bool = false
  ) {
    let hadNothingToDo = settler.isOfChosen && (effect == .notSeen || effect == .uncertain)
    // Keys that had no effect where they were meant may have had one elsewhere.
    let isRepeatable =
      isRepeatable || hadNothingToDo
      || request.command.isRepeatable && effect != .targetChanged
        && (effect == .seen || !isSynthesised)
    var receipt = receipt(effect, quiet: quiet, retry: isRepeatable ? .safe : .unsafe)
    if hadNothingToDo { receipt.note.addNote("nothing more is to come") }
    if reservations.contains(.isPartial), effect == .seen { noteRest(in: &receipt) }
    receipt.method = isGone ? "\(method); \(goneDescription)" : method
    if effect == .uncertain, settler.mayOnlyBeSelection {
      receipt.note.addNote("what changed may follow from selecting it first")
    }
    if effect == .uncertain, settler.mayTellOfBefore { receipt.note.addNote(Self.untoldNote) }
    if let recasing = condition.recasing(of: element, in: service.store) {
      receipt.note.addNote(recasing)
    }
    // Something else is the effect, such as a message.
    if effect == .seen, let takenBack { receipt.method += "; \(takenBack)" }
    if effect == .notSeen, mayBeUntold {
      receipt.note.addNote(Self.untoldNote)
      receipt.retry = .unsafe
    } else if effect == .notSeen, let miss {
      receipt.shortfall = Status(
        .conditionNotMet, setBack ?? miss.message, element: element,
        advice: miss.advice ?? Remedy.lookFirst.rawValue)
      if miss.mayHaveActed { receipt.retry = .unsafe }
    } else if effect == .notSeen, mayHaveIt {
      if isUnread { receipt.note.addNote(Self.unreadNote) }
      // Its application would do it once more, or the opposite.
      if reservations.contains(.isToldLater) { receipt.retry = .unsafe }
    } else if effect == .notSeen, !request.answersImmediately {
      let hasChanged = hasChangedMeanwhile
      receipt.shortfall = shortfall(changedMeanwhile: hasChanged)
      // What took a text and let go of it, such as the field of a chat, has done something with it.
      if hasChanged, receipt.shortfall != nil, condition.isLetGo(by: element, in: service.store) {
        receipt.retry = .unsafe
      }
    }
    send(receipt)
  }

  /// Says of an action that did only a part of what it stands for whether its application has done more than that.
  private func noteRest(in receipt: inout Receipt) {
    let isFollowed = !receipt.labelChanges.isEmpty || !receipt.appeared.isEmpty
    guard isFollowed, !settler.hasLateChanges else {
      receipt.effect = .partial
      receipt.outcome = Receipt.Effect.partial.outcome
      return
    }
    receipt.note.addNote(Self.followed)
  }

  private static let followed = "what appeared or was renamed followed from setting it"

  /// That what was set was there, and is no longer, where that was seen.
  private var setBack: String? {
    guard miss?.mayHaveActed == true, hasChangedMeanwhile else { return nil }
    return condition.shortfall(
      of: element, in: service.store, changedMeanwhile: true,
      service.configuration.limits.budget)
  }

  /// Why the action failed whose effect can be read back; `nil` where it is there, or is not known.
  private func shortfall(changedMeanwhile: Bool) -> Status? {
    var words = condition.shortfall(
      of: element, in: service.store, changedMeanwhile: changedMeanwhile,
      service.configuration.limits.budget)
    if case .other(let difference) = textCheck { words = difference }
    if words == nil, let takenBack {
      return Status(.conditionNotMet, takenBack, element: element, remedy: .lookFirst)
    }
    let isRounded = service.store.tree.read(element) { $0.roundedNumber != nil } ?? false
    let mayType =
      !request.allowSynthesis && !condition.choosesOption && !changedMeanwhile && !isRounded
    return words.map {
      Status(
        .conditionNotMet, $0, element: element, remedy: mayType ? .actAsPerson : .lookFirst)
    }
  }

  /// What the application has taken back of what was done.
  private var takenBack: String? {
    settler.takenBack?.description(of: service.store.tree[element]?.messageName ?? "it")
  }

  /// Whether the value of the target was another one since the request.
  private var hasChangedMeanwhile: Bool {
    !condition.isOfSecret
      && hasNotified { if case .valueChanged(element, _, _) = $0 { true } else { false } }
  }

  /// Whether anything of a kind was notified since the request.
  func hasNotified(_ isMeant: (AccessibilityTree.Notification) -> Bool) -> Bool {
    service.store.commits(since: revisionBefore)?.contains {
      $0.notifications.contains(where: isMeant)
    }
      ?? false
  }

  var isGone: Bool { service.settlers.isGone(target.application) }

  /// Why the application is no longer there.
  private var goneDescription: String {
    let status = target.source.status
    guard status.phase == .unavailable else { return "the application is gone" }
    return "the source is no longer available: \(status.detail)"
  }

  /// What is known of the effect now. When the application is gone, nothing is: it may have ended for another reason.
  ///
  /// - Parameter quiet: Whether the application became quiet.
  func effect(quiet: Bool) -> Receipt.Effect {
    if isGone { return .ended }
    var hasKnownEffect = settler.hasKnownEffect
    switch textCheck {
    case .same: return .seen
    case .other: hasKnownEffect = false
    case .rewritten: hasKnownEffect = nil
    case .unknown: return .uncertain
    case nil:
      if hasKnownEffect == true { return wholeText == nil ? .seen : .uncertain }
    }
    // First, since an application that stops answering has not told what it acted on either.
    if report.isOfOther(
      sighting, service.settlers.rhythm, isReported: settler.isReported)
    {
      return .targetChanged
    }
    if !quiet, settler.isNotResponding { return .notResponding }
    if hasKnownEffect == false || miss != nil { return .notSeen }
    if settler.hasChanged { return .seen }
    return settler.hasNoise && settler.takenBack == nil ? .uncertain : .notSeen
  }

  func receipt(
    _ effect: Receipt.Effect, refusal: Status? = nil, quiet: Bool, retry: Receipt.Retry
  ) -> Receipt {
    var receipt = Receipt(
      outcome: effect.outcome, refusal: refusal, element: element, revisionBefore: revisionBefore,
      revisionAfter: service.store.revision,
      performedUs: UInt64(max(0, performedAfter.microseconds)),
      settledUs: UInt64(max(0, MonotonicTime.now().since(began).microseconds)), isQuiet: quiet,
      effect: effect, retry: retry)
    report.write(to: &receipt, sighting)
    receipt.labelChanges = labels.end()
    if receipt.targetChanged { receipt.labelChanges.removeAll { $0.element == element } }
    receipt.stateChanges = states.end()
    receipt.obstacle = obstacle ?? dialogInFront
    receipt.note = note
    if effect.isSeen || effect == .uncertain { receipt.appeared = settler.appeared }
    return receipt
  }

  /// The modal dialog that was in front of the target, and still is.
  private var dialogInFront: Status? {
    let tree = service.store.tree
    guard let dialog else { return nil }
    // A menu that the action opened makes its window active.
    let now = tree.modalDialog(before: element)
    guard now == dialog || now == nil && tree.openModalWindow(beside: element) == dialog else {
      return nil
    }
    return tree.obstacle(dialog, before: element)
  }

  private func send(_ receipt: Receipt) {
    recordOutcome("\(receipt.outcome)", reason: receipt.refusal?.reason.name)
    var effects = EffectCollector(
      application: target.application, settler: settler, since: revisionBefore,
      until: receipt.revisionAfter, for: call, service)
    let response = PerformResponse.encoded(receipt, update: effects.collect())
    call.respond(encoded: response)
    guard let record else { return }
    record.finish(
      service.receipts.keepsWhole(response.count)
        ? response : PerformResponse.encoded(receipt, update: nil))
  }
}

extension Receipt.Effect {
  /// The outcome of an action with this effect.
  fileprivate var outcome: Receipt.Outcome {
    switch self {
    case .seen: .confirmed
    case .refused: .refused
    case .partial, .uncertain, .notSeen, .targetChanged, .notResponding, .ended: .unconfirmed
    }
  }
}

extension ActionCommand {
  /// Whether doing it twice is the same as doing it once.
  fileprivate var isRepeatable: Bool {
    switch self {
    case .setValue, .setText, .setSelection, .focus, .select, .deselect, .expand, .collapse,
      .scrollIntoView, .hover:
      true
    default: false
    }
  }
}
