internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeProtocol
internal import BridgeTransport

/// What can be read back is read from the application before a receipt says that it is not there.
extension ActionCall {
  /// Reads from the application what the combo box shows of which the action chose an option: in the mirror it may be older than
  /// the choice. An application that is slow to answer may still be about to choose, and is asked again.
  func readBack(until end: MonotonicTime, _ body: @escaping () -> Void) {
    guard miss == nil, !isGone else { return body() }
    guard let box = condition.comboBox else { return readTarget(body) }
    let asked = MonotonicTime.now()
    target.source.readAgain(box) { [self] _ in
      let now = MonotonicTime.now()
      guard settler.hasKnownEffect == false, now.since(asked) >= Self.slowAnswer, now < end else {
        return body()
      }
      readBack(until: end, body)
    }
  }

  /// Answers that an element is in the mirror that was to be brought there, once it is read: that is the effect, also where it was
  /// there before.
  func answer(brought part: ElementID, by method: String) {
    settler.stop()
    let answer = { [self] in
      let isThere = service.store.tree.contains(part)
      if let found = service.store.tree[part] { note = "\(found.messageName) is \(part)" }
      let effect: Receipt.Effect = isGone ? .ended : isThere ? .seen : .notSeen
      respond(method, false, effect: effect, quiet: true, isRepeatable: true)
    }
    if request.answersImmediately { return answer() }
    target.source.readAgain(part) { _ in answer() }
  }

  /// Reads the target once more where it does not have what the action set: of an application that is busy, the mirror may be
  /// behind.
  private func readTarget(_ body: @escaping () -> Void) {
    guard condition.isReadBack, !condition.isOfSecret, service.store.tree.contains(element),
      settler.hasKnownEffect == false
    else { return body() }
    target.source.readAgain(element) { [self] isRead in
      isUnread = !isRead
      body()
    }
  }

  /// Has the mirror learn that the application called the target something else behind the action than right before it: no event may
  /// tell of that, as where GTK 3 names what had no name of its own.
  ///
  /// What a browser says is a copy of the page, which may be renamed before the action.
  func readNewName() {
    guard let sighting, let after = sighting.after, !sighting.isOfCopy, after != sighting.before,
      service.store.tree.read(element, { ElementIdentity($0) != after }) == true
    else { return }
    target.source.readAgain(element) { _ in }
  }

  /// Whether it is not known that the target does not have what the action set.
  var mayHaveIt: Bool {
    (isUnread || reservations.contains(.isToldLater)) && textCheck == nil
      && settler.hasKnownEffect == false
  }

  /// Whether the application may say for now what was before the action, or behind an earlier one.
  var mayBeUntold: Bool { condition.isReadBack && target.source.maySayNothing(of: element) }

  /// Whether anything of the target, or of the combo box that it is an option of, is other since the request. What else has changed
  /// may be told late, of an action before.
  var hasTargetChanged: Bool {
    guard let commits = service.store.commits(since: revisionBefore) else { return true }
    var told: Set = [element]
    if let box = condition.comboBox { told.insert(box) }
    // Not `contains(where:)`: its closure ends the optimiser of Swift 6.3.1 in release builds.
    for commit in commits where !told.isDisjoint(with: commit.changed) { return true }
    return false
  }

  static let untoldNote =
    "its window is behind others, and a browser may not say what became of a page until that is shown: 'focus' the window "
    + "with synthesised input, and look again"
  static let unreadNote =
    "the application has not said yet what became of it: look again before going on"

  /// How long an application takes to answer that is slow.
  private static let slowAnswer = Duration.milliseconds(50)
}
