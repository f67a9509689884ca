/// Tracks which object has the focus, for toolkits that report only part of its moves.
final class FocusTracker: StructurePart {
  let structure: StructureReader

  init(_ structure: StructureReader) {
    self.structure = structure
  }

  /// Records that the focus moved to `object`. Only one element of an application has it, but not every toolkit
  /// reports which element lost it.
  func focusMoved(to object: MirroredObject) {
    application.focus.claimant = nil
    if let text = application.focus.holder, text !== object, object.isItemOfSilentView,
      text.isTextWithFocus
    {
      application.focus.claimant = object
      return reads.mark(text, .states, .high)
    }
    if let previous = application.focus.holder, previous !== object, previous.stage == .shown,
      previous.peer.dialect.delegatesFocus, previous.facts.states.contains(.focused)
    {
      publisher.set(previous.facts.states.subtracting(.focused), \.facts.states, of: previous)
      publisher.recomposeItems(of: previous)
    }
    // Its element may have the focus although its states do not contain it.
    if let previous = application.focus.holder { publisher.touch(previous, .all) }
    recheck()
    application.focus.holder = object
    application.focus.renew(object)
    application.focus.awaitedPath = nil
    publisher.recomposeFocused()
  }

  /// Handles the answer of an object that was asked for its states. A view of Qt 5 reports that its current item has the focus whenever
  /// that becomes another one (`QTreeView::currentChanged`), and never whether it has the focus itself; a text says that it has.
  func statesAnswered(by object: MirroredObject) {
    guard let item = application.focus.claimant, object === application.focus.holder,
      !object.stale.contains(.states)
    else { return }
    application.focus.claimant = nil
    if !object.facts.states.contains(.focused), item.stage == .shown { focusMoved(to: item) }
  }

  /// Has the states of all objects that report the focus read again. When its window becomes active or
  /// inactive, an element gains or loses the focus, and not every toolkit reports that. Several objects may
  /// report that they have it, such as a list and its row.
  func recheck() {
    if let holder = application.focus.holder, holder.stage == .shown {
      reads.mark(holder, .states, .high)
      publisher.touch(holder, .all)
    }
    application.focus.prune()
    for object in application.focus.objects {
      // The answer for the cell tells of its parts: one that came first would give it the focus.
      if !object.hasStatesOfCell { reads.mark(object, .states, .high) }
      publisher.touch(object, .all)
    }
    for entry in application.focus.hidingEntries { publisher.touch(entry, .all) }
    if !application.focus.isReportedByEvents { publisher.recomposeCurrentItems() }
  }

  /// Handles an event that the text in an entry gained or lost the focus, which tells neither. It lost the focus only if such an
  /// event gave it that: where it was only taken to have it, what gets it next says so right behind this event.
  func hiddenFocusChanged(of entry: MirroredObject) {
    let hadFocus =
      application.focus.holder === entry && entry.hasHiddenFocus(entry.facts.states)
    application.focus.holder = hadFocus ? nil : entry
    application.focus.awaitedPath = nil
    publisher.touch(entry, .all)
    publisher.recomposeFocused()
  }

  /// Handles an event that an object gained or lost the focus. A current item reported the focus already, so
  /// that its states do not change. Nor do those of an object whose answer overtook the event.
  func focusChanged(_ isSet: Bool, of object: MirroredObject) {
    if isSet, object.facts.states.contains(.focused), application.focus.holder !== object {
      focusMoved(to: object)
      publisher.touch(object, .all)
    }
    guard !object.peer.dialect.currentItems.isEmpty else { return }
    if !application.focus.isReportedByEvents {
      application.focus.isReportedByEvents = true
      publisher.recomposeCurrentItems()
    }
    if !isSet, object === application.focus.holder, object.hasSilentFocus(object.facts.states) {
      application.focus.holder = nil
      publisher.touch(object, .all)
      publisher.recomposeFocused()
    }
    if isSet { application.focus.awaitedPath = nil }
    // Whether the items of `object` have the focus depends on it, and there may be no event for them.
    publisher.recomposeItems(of: object)
    if isSet, let active = object.activeDescendant, let item = table[active] {
      reads.mark(item, .states, .high)
    }
    if let parent = object.parent { reads.mark(parent, .states, .high) }
  }

  /// Handles an event that an object gained or lost the focus that is not mirrored, or whose states are not known. Once it is
  /// there, it is the last that an event named.
  func focusChanged(_ isSet: Bool, at path: String) {
    if isSet {
      application.focus.awaitedPath = path
    } else if application.focus.awaitedPath == path {
      application.focus.awaitedPath = nil
    }
  }

  /// Handles an event that an object was hidden: a view whose states never tell of the focus loses it, with its item, and
  /// no other event tells so where nothing else gets it, as when the list of a combo box of Qt 5 closes in a window in which
  /// nothing had the focus.
  func wasHidden(_ object: MirroredObject) {
    // What its event of the focus said stands in its states until they are read.
    guard object.isSilentView(object.facts.states.subtracting(.focused)),
      let holder = application.focus.holder, holder === object || holder.parent === object
    else { return }
    application.focus.holder = nil
    reads.mark(object, .states, .high)
    publisher.touch(holder, .all)
    publisher.recomposeFocused()
  }
}
