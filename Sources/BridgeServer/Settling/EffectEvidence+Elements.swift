internal import AccessibilityMirror
internal import AccessibilityTree

/// What becomes of elements.
extension EffectEvidence {
  mutating func examine(_ commit: Commit) {
    guard commit.applications.contains(application) else { return }
    left -= commit.changed.count + commit.removed.count
    for id in commit.changed { examine(id, in: commit) }
    let lost = lost(in: commit)
    // What goes with the target goes by what was done to it.
    let isWithTarget = lost.contains(target) && !awaited.areOn(commit.removed)
    for id in lost {
      if !isWithTarget,
        awaited.mayHaveChanged(commit.place(of: id, in: store.tree), at: commit.revision)
          || isUnseen(id, at: commit.revision) || isFormerTextOfLast(id, in: commit)
      {
        redrawing.lose(id, late: true)
        countLate()
      } else if start == .isOver {
        redrawing.lose(id)
      } else {
        count(true)
      }
    }
  }

  /// The elements that a commit removed, without those that come and go by themselves.
  private mutating func lost(in commit: Commit) -> [ElementID] {
    // Others are those, and what was in them.
    var (lost, others): ([ElementID], Set<ElementID>) = ([], [])
    var hasNoise = false
    for id in commit.removed {
      // A dialog that its button closes takes it along.
      if id == target, !noise.isAroundTarget {
        lost.append(id)
        continue
      }
      guard let parent = commit.formerParents[id] ?? nil else { continue }
      let isLeft = store.tree.contains(parent)
      let isNoise =
        isLeft && isInApplication(parent) && id != page.id && noise.hasNoisyChildren(parent)
        || rhythm.messages.isPassing(id, besides: path) || hiddenWindows.hadRemoved(id)
        || isLeft && hasGoneBack(parent)
      if !isNoise, !others.contains(parent), hasPassed(id, in: commit) {
        // What people act on in it is none.
        redrawing.pass(id)
        hasNoise = true
        continue
      }
      if isNoise { hasNoise = true }
      if isNoise || others.contains(parent) || isLeft && !isInApplication(parent) {
        others.insert(id)
      } else {
        lost.append(id)
      }
    }
    if hasNoise { count(true) }
    return lost
  }

  private mutating func examine(_ id: ElementID, in commit: Commit) {
    guard isInApplication(id), !commit.refocused.contains(id), !redrawing.isNew(id),
      !redrawing.wasRegrown(id, at: commit.revision),
      // It is about to be removed, which counts then.
      store.tree.read(id, { $0.states.contains(.defunct) }) == false
    else { return }
    // LibreOffice gives the empty line of its formula bar another height at the first key.
    if commit.moved.contains(id), store.tree.read(id, { $0.isEmptyText }) == true { return }
    // GTK 4 shows and hides its spinners by itself.
    if id != target, !commit.added.contains(id), !commit.renamed.contains(id),
      store.tree.read(id, { $0.isBlank }) == true
    {
      return count(true)
    }
    let press = pressOfButton(id)
    if press == .press || id == target && isOnlyPressed { return }
    if hiddenWindows.contains(id, besides: path, in: store.tree) { return count(true) }
    switch focusing?.change(of: id) {
    case .focus: return
    // It says anew what can be done in it, for example; the rest of it is as it was.
    case .description: return count(true)
    case .more, nil: break
    }
    if formerFocus.isUnselectedWithoutFocus(id) { return count(true) }
    let isNew = commit.added.contains(id)
    // Chromium shows where a link leads in a window of its own, which says nothing.
    if isNew, page.id != nil, store.isWindow(id), store.tree.read(id, { $0.saysNothing }) == true {
      return count(true)
    }
    if isNew { noise.note(id) }
    if emptied?.contains(id, at: commit.revision) == true, !noise.isNoisy(id), start == .isOver,
      awaited.isMostLikely(of: id)
    {
      return count(false)
    }
    if !rhythm.isRestless(id), !isScrolled(id, in: commit),
      awaited.mayHaveChanged(id, at: commit.revision, isNew: isNew)
        || isUnseen(id, at: commit.revision)
    {
      if noise.isNoisy(id) { return count(true) }
      if isNew { redrawing.gain(id, late: true) }
      return countLate()
    }
    if isScrollOfBefore, id != target, isScrollBar(id) { return countLate() }
    if rhythm.messages.isTakenAway(id, besides: path) || hasGoneBack(id, at: commit.revision) {
      return count(true)
    }
    if rhythm.partialChanges.wasReadFurther(id, at: commit.revision) { return }
    // However much else of it changes by itself. It counts as long as it is so.
    if id == target, isChoiceSeen {
      hasReport = true
      return
    }
    if start != .isOver, !rhythm.isRestless(id), isEffectAtStart(id, in: commit) {
      return count(false, isReport: true, mayBeStart: false)
    }
    if isNew, noise.isNew(id), start == .isOver { return redrawing.gain(id) }
    if rhythm.partialChanges.wasRegrouped(id, at: commit.revision) { return count(true) }
    if id != target, rhythm.partialChanges.wentOnShowing(id, at: commit.revision, since: request) {
      return count(true)
    }
    if commit.renamed.contains(id), let (name, isNoise) = page.rename(id) {
      return count(isNoise, isReport: name == .ofPage)
    }
    if silentMoves.find(id, in: commit) { return }
    // GTK 3 places the parts of all cells of a column as it has those of the row that it drew last.
    if commit.moved.contains(id), isPartOfCell(id) { return }
    let isMoved =
      commit.moved.contains(id) || press == .place
      || rhythm.partialChanges.wasMeasured(id, at: commit.revision)
      || mayFindMoves && isMoveFoundLate(id, at: commit.revision)
    if isMoved, !noise.isNoisy(id) {
      hasMoves = true
      return
    }
    let isRenamed = commit.renamed.contains(id) && (id == target || !recentlyRenamed.contains(id))
    let isNoise = noise.isNoisy(id) || !commit.renamed.contains(id) && noise.isBesideGrowth(id)
    if id == target, !isNoise, start == .isOver, !isTargetOther(in: commit) {
      if !choice.wasOther { hasTargetChanges = true }
      return
    }
    if !isNoise, start == .isOver, numbers.count(id, at: commit.revision) { return }
    count(isNoise, isReport: isRenamed || commit.added.contains(id))
  }

  /// Whether an element went back by itself to what it was a moment ago, as far as is known.
  ///
  /// - Parameter revision: `nil`: at any since the request.
  private func hasGoneBack(_ id: ElementID, at revision: Revision? = nil) -> Bool {
    rhythm.passing.hasGoneBack(id, at: revision, since: request, on: target, in: path)
  }

  /// Whether a text was removed of which the element around it says another one since the last action.
  private func isFormerTextOfLast(_ id: ElementID, in commit: Commit) -> Bool {
    guard !awaited.isSure(commit.revision), let parent = commit.formerParents[id] ?? nil else {
      return false
    }
    return awaited.isFormerTextOfLast(redrawing.text(ofRemoved: id), in: parent)
  }

  /// Whether an element came a moment ago, and went by itself, as far as is known.
  private func hasPassed(_ id: ElementID, in commit: Commit) -> Bool {
    guard let place = commit.place(of: id, in: store.tree) else { return false }
    return rhythm.passing.hasGoneBack(
      id, removedFrom: place, at: commit.revision, since: request, on: target, in: path)
  }

  /// Whether what is scrolled now may be so by the action before, of which it comes to rest only now.
  var isScrollOfBefore: Bool { scrollBars == nil && awaited.last?.isScrolling == true }

  /// Whether an element has a number that follows from what is in sight. In GTK 4 a view has that itself.
  private func isScrollBar(_ id: ElementID) -> Bool {
    store.tree.read(id) {
      $0.role == .scrollBar || $0.range != nil && ($0.role == .generic || $0.role == .scrollArea)
    } == true
  }

  /// Whether an element changed where nobody sees it, which may as well be of what was done before, however soon it is told.
  private func isUnseen(_ id: ElementID, at revision: Revision) -> Bool {
    unseen.contains(id, at: revision) && !awaited.isSure(revision) && !awaited.isOfTarget(id)
  }

  private func isPartOfCell(_ id: ElementID) -> Bool {
    let cell = store.tree.read(id) { $0.role == .cell ? $0.parent : nil } ?? nil
    return cell.flatMap { store.tree.read($0) { $0.role == .cell } } == true
  }

  /// Whether all that became of an element is what an action that scrolls is for.
  private func isScrolled(_ id: ElementID, in commit: Commit) -> Bool {
    guard scrollBars != nil, !commit.added.contains(id) else { return false }
    return commit.moved.contains(id)
      || rhythm.partialChanges.wasOnlyPlaced(id, at: commit.revision)
      || rhythm.partialChanges.wasOnlyShown(id, at: commit.revision)
  }

  /// Whether all that became of an element may be that something was scrolled before. Pages do not report that: what is in sight
  /// is found when it is read next.
  private func isMoveFoundLate(_ id: ElementID, at revision: Revision) -> Bool {
    rhythm.partialChanges.wasRecounted(id, at: revision)
      || id != target && page.id != nil && rhythm.partialChanges.wasOnlyShown(id, at: revision)
  }

  /// What has become of the target, or of that of an action before, where that is a push button.
  private func pressOfButton(_ id: ElementID) -> HeldButton.Change? {
    if id == target, button != nil, let before, let now = store.tree[id] {
      return HeldButton.Change(from: before, to: now)
    }
    return formers.last { $0.id == id }?.change(in: store.tree)
  }

  /// Whether the target is a box or an item that says no more than that it is being pressed, or was: Java says so of the items of its
  /// menus. What is switched by a press, as a toggle button, stays down.
  private var isOnlyPressed: Bool {
    guard let before, before.role.isDownForMoment, let now = store.tree[target] else {
      return false
    }
    func withoutPress(_ element: Element) -> Element {
      var element = element
      element.states.subtract([.pressed, .armed, .focused])
      return element
    }
    return withoutPress(before) == withoutPress(now)
  }

  /// Whether the start of the application does not change an element so.
  private func isEffectAtStart(_ id: ElementID, in commit: Commit) -> Bool {
    guard id == target else {
      // Pages open dialogs by themselves, too.
      return start == .isRecent && commit.added.contains(id) && store.isWindow(id)
        && store.tree.page(of: id) == nil
    }
    // Its frame and actions are read last.
    return !commit.discovered.contains(id) && isTargetOther(in: commit)
  }

  /// Whether the target says other than at the request what it is called, its value or its states.
  private func isTargetOther(in commit: Commit) -> Bool {
    guard let before, let now = store.tree[target] else { return false }
    let states = now.states.symmetricDifference(before.states)
    return commit.renamed.contains(target) || now.value != before.value
      || now.range != before.range || !states.isSubset(of: [.focused, .visible, .showing])
  }
}

extension Element {
  /// Whether it says nothing, has nothing in it, and nobody can do anything with it.
  fileprivate var isBlank: Bool {
    role == .generic && !hasLabel && value == nil && children.isEmpty && actions.isEmpty
      && states.isDisjoint(with: [.focusable, .selectable, .checkable, .expandable])
  }

  /// Whether it has neither a label nor anything in it.
  fileprivate var saysNothing: Bool { !hasLabel && children.isEmpty }

  /// Whether it is a text without words, of which nobody sees where it is.
  fileprivate var isEmptyText: Bool {
    guard role == .paragraph || role == .text || role == .label else { return false }
    return !hasLabel && value?.isEmpty != false && children.isEmpty && text?.length ?? 0 == 0
  }
}

extension Role {
  /// Whether what has the role is down only while it is pressed: what comes of that is another state.
  fileprivate var isDownForMoment: Bool {
    switch self {
    case .checkBox, .radio, .menuItem, .menuItemCheckBox, .menuItemRadio: true
    default: false
    }
  }
}

extension Commit {
  /// Returns what a removed element was in that is still there.
  fileprivate func place(of id: ElementID, in tree: Tree) -> ElementID? {
    var around = formerParents[id] ?? nil
    while let id = around, !tree.contains(id) { around = formerParents[id] ?? nil }
    return around
  }
}
