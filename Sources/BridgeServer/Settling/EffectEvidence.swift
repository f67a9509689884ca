internal import AccessibilityMirror
internal import AccessibilityTree

/// What changed in an application since an action was requested, told apart by what also changes without actions.
///
/// A page does not control the program that shows it. Of what is outside the page of the target, only new windows, dialogs
/// and pages, announcements, the focus, and the titles of the windows around it are effects. That a window is named after the
/// page, and that the page itself gets the focus, is what a browser does when it shows a page.
///
/// While the application or a document in it was being loaded at the request, or a moment before, what changes may be
/// its start. Only what becomes of the target is an effect then, and after all was loaded a window that opens, and what a
/// program that shows no page writes into a field.
struct EffectEvidence {
  private let application: ElementID
  private let target: ElementID
  /// The page that the target is in.
  private var page: TargetPage
  private let button: HeldButton?
  private let store: TreeStore
  private let rhythm: ChangeRhythm
  private var revision: Revision
  /// The revision at the request.
  private let request: Revision
  private let start: Start
  /// The target before the action.
  private let before: Element?
  /// The number of changes that are still examined.
  private var left = 20_000

  /// The elements that were added since the request, each with whether that happens by itself.
  private var added: [ElementID: Bool] = [:]

  /// Whether the target was in a part that changes without actions, such as a list that grows.
  private let isInGrowth: Bool

  /// The targets of the actions before that have just ended, the last one at the end.
  private let formers: [FormerTarget]

  /// The actions before that had no effect yet, which may come now.
  private var awaited: AwaitedEffects
  /// Whether the application tells at once of what the action changes, so that this is known to be of it.
  var isToldAtOnce = false
  /// Whether the target was selected before this action, as a click does: what follows from that may come now.
  var isAfterSelecting = false
  /// Whether what changes late may be of something else that was done before.
  var mayBeOfBefore: Bool { !awaited.isEmpty || isAfterSelecting }
  /// From when on what changes may be that, and is too late to be known as an effect of this action: of elements that were there
  /// before, and of anything else, which has to be read first.
  private var lateSince: (known: Revision?, other: Revision?) = (nil, nil)
  /// Whether something changed that may be of what was done before.
  private(set) var hasLateChanges = false
  /// Whether that may only have followed from the selecting.
  var mayOnlyBeSelection: Bool { hasLateChanges && awaited.isEmpty }

  /// Of what was hidden before, more is told late.
  private var hiddenWindows: HiddenWindows
  /// What was hidden at the request, and is shown.
  private var revealed: RevealedElements
  /// Windows that become active give the focus back to what had it.
  private let returns: FocusReturns
  /// What had the focus at the request.
  private var formerFocus: FormerFocus

  /// The target and what it is in.
  let path: Set<ElementID>

  /// The elements that were renamed a moment before the request, when the target may have been: they may go on to be.
  private let recentlyRenamed: Set<ElementID>

  /// How the action moves the focus to its target before it does anything, which is no effect of what it does then; `nil`
  /// for an action that does not.
  private let focusing: Focusing?
  /// What an action that scrolls moves.
  private let scrollBars: ScrollPositions?
  /// The dialog that the target is in.
  private let dialog: ClosingDialog?
  /// What was added and removed.
  private var redrawing: Redrawing
  /// The dialogs that were opened.
  private var openedDialogs: OpenedDialogs
  private let newApplications: NewApplications

  /// Whether something changed that does not change by itself.
  private var hasEffect = false
  /// Whether the application has told what was done: by elements that it renamed, added or removed. Where the focus is,
  /// and what reads find late, may follow from an earlier action.
  private var hasReport = false
  /// Whether something changed that also changes by itself.
  private var hasOtherChanges = false
  /// Whether something became of the target that changes nothing of what it says. That may be a first sign that it is about
  /// to be drawn again.
  private var hasTargetChanges = false
  /// What became of the target as a choice.
  private var choice: TargetChoice
  /// Whether that may be of an action before.
  private var isChoiceOfBefore = false
  /// Whether elements moved, or were counted anew in their sets where that may be found late. That is an effect where nothing
  /// changed by itself, which may move others, and they were not moved before.
  private var hasMoves = false
  /// Whether what an action that ended just before has moved may be found only now: browsers report no move.
  private let mayFindMoves: Bool
  /// What moved in pages of which no event tells.
  private var silentMoves: SilentMoves

  /// How far the application had come with its start at the request.
  private enum Start {
    case isLoading
    /// It was loaded a moment before.
    case isRecent
    case isOver
  }

  /// - Parameters:
  ///   - mayFindMoves: Whether what was moved before, by an action or a person, may be found only now.
  ///   - reportsMoves: Whether the application tells when elements move.
  ///   - formers: The targets of the actions before that have just ended, the last one at the end.
  ///   - awaited: The actions before that had no effect yet, which may come now.
  init(
    _ target: ElementID, _ kind: ActionKind?, mayFindMoves: Bool, reportsMoves: Bool,
    after formers: [FormerTarget], awaiting awaited: [EndedAction], in application: ElementID,
    button: HeldButton?, dialog: ClosingDialog?,
    _ store: TreeStore, _ rhythm: ChangeRhythm, _ returns: FocusReturns
  ) {
    self.application = application
    self.target = target
    page = TargetPage(of: target, store, rhythm)
    self.button = button
    focusing = kind == .keys ? Focusing(of: target, store) : nil
    let scrolls = kind == .scroll || kind == .scrollIntoView
    scrollBars = scrolls ? ScrollPositions(around: target, in: store.tree) : nil
    self.store = store
    redrawing = Redrawing(target, in: application)
    newApplications = NewApplications(in: store)
    hiddenWindows = HiddenWindows(of: application)
    revealed = RevealedElements(of: application)
    self.dialog = dialog
    self.rhythm = rhythm
    self.returns = returns
    self.mayFindMoves = mayFindMoves
    silentMoves = SilentMoves(areExpected: !reportsMoves && kind == .press, store, rhythm)
    self.formers = formers
    formerFocus = FormerFocus(beside: target, store)
    path = Set([target] + store.tree.ancestors(of: target))
    self.awaited = AwaitedEffects(on: target, in: path, kind, after: awaited, store.tree)
    openedDialogs = OpenedDialogs(
      around: path, mayBeUnasked: rhythm.dialogs.hasOpened(application, at: store.time))
    isInGrowth = rhythm.growth(around: target) != nil
    recentlyRenamed = rhythm.mayBeRenamed(target) ? rhythm.recentlyRenamed : []
    revision = store.revision
    request = store.revision
    start =
      rhythm.loads.isLoading(application)
      ? .isLoading : rhythm.loads.isBeingLoaded(application) ? .isRecent : .isOver
    before = store.tree[target]
    choice = TargetChoice(of: target, before, in: store)
  }

  /// Whether an effect was seen.
  var isSeen: Bool {
    hasEffect || isChoiceSeen || hasOtherElements
      || formerFocus.isElsewhere
      || hasTargetChanges && redrawing.isEmpty
      || isDialogClosed || isDialogOpened || isScrolled
      || hasMoves && !hasNoise && start == .isOver
  }

  /// Whether what the target offers as a choice is made otherwise than at the request, and not by itself.
  var isChoiceSeen: Bool {
    choice.isOther && !isChoiceOfBefore && !rhythm.isOftenChosen(target)
  }

  /// What the application took back that the target was checked or unchecked; `nil`: nothing, or that happens by itself.
  var takenBack: TakenBack? { rhythm.isOftenChosen(target) ? nil : choice.takenBack }

  /// Whether the application has told what was done.
  var isReported: Bool {
    hasReport || hasOtherElements || isDialogClosed || isDialogOpened || isScrolled
  }

  /// What a person notices first of what was added or shown and does not come by itself.
  var appeared: [ElementID] {
    let tree = store.tree
    // What is new may be shown a moment later.
    let shown = revealed.ids(in: tree).filter { !redrawing.hasGained($0) && !isNoisy($0) }
    return tree.noticeable(among: redrawing.newcomers(in: tree) + shown)
  }

  private var isScrolled: Bool { scrollBars?.areOther(in: store, rhythm) == true }

  private var isDialogOpened: Bool { openedDialogs.areInFront(in: store.tree) }

  /// Whether the dialog that the target is in was closed.
  private var isDialogClosed: Bool {
    dialog.map { $0.isClosed && !awaited.isIn($0.dialog) } ?? false
  }

  /// Whether something changed that also changes by itself, or was only drawn again.
  var hasNoise: Bool {
    hasOtherChanges || choice.wasOther || formerFocus.hasMoved || hasMoves && mayFindMoves
      || silentMoves.areFound || dialog?.isClosed == true
      || !redrawing.isEmpty && !hasOtherElements || newApplications.hasCome
  }

  /// Whether something was added or removed, other than that the target was drawn again as it was.
  private var hasOtherElements: Bool {
    !redrawing.isEmpty && !redrawing.isOfSame(in: store.tree)
  }

  /// Notes that what changed at a revision came while the application was asked to act.
  mutating func noteSure(_ revision: Revision) { awaited.noteSure(revision) }

  /// Remembers what a commit removed, while the store still knows it.
  mutating func remember(_ commit: Commit) {
    redrawing.remember(commit, in: store)
    hiddenWindows.remember(commit, in: store)
    revealed.remember(commit, in: store)
    // A table selects the cell that it gives the focus to before the keys do anything.
    if focusing?.change(of: target).map({ $0 == .more }) ?? true {
      let wasOther = choice.isOther
      choice.update()
      if choice.isOther != wasOther {
        isChoiceOfBefore = awaited.mayIncludeTarget && isOfBefore(target, at: commit.revision)
      }
    }
  }

  /// Takes what changes from a revision on for what may follow from what was done before, unless it is of the target.
  ///
  /// - Parameter includesOthers: Whether also what is told of more than a change of an element that was there before, such as
  ///   new windows and the focus.
  mutating func endQuickEffects(at revision: Revision, includesOthers: Bool) {
    lateSince.known = lateSince.known ?? revision
    if includesOthers { lateSince.other = lateSince.other ?? revision }
  }

  private func isLate(_ revision: Revision, isKnown: Bool = false) -> Bool {
    (isKnown ? lateSince.known : lateSince.other).map { revision >= $0 } ?? false
  }

  /// Examines what was committed since the last time.
  ///
  /// - Parameter isOwn: Returns whether a notification may be an effect of the action.
  mutating func update(isOwn: (Notification, Revision) -> Bool) {
    guard revision < store.revision else { return }
    let commits = store.commits(since: revision)
    revision = store.revision
    // So much happened that it is not known any more.
    guard let commits else {
      hasOtherChanges = true
      return
    }
    hiddenWindows.update(in: store.tree)
    for commit in commits where left > 0 {
      for id in commit.added where !isOfBefore(id, at: commit.revision) {
        openedDialogs.note(id, in: store)
      }
      examine(commit)
      for notification in commit.notifications where isOwn(notification, commit.revision) {
        examine(notification, at: commit.revision)
      }
    }
  }

  private mutating func examine(_ commit: Commit) {
    guard commit.applications.contains(application) else { return }
    left -= commit.changed.count + commit.removed.count
    for id in commit.changed { examine(id, in: commit) }
    let lost = lost(in: commit)
    // What goes with the target goes by what was done to it.
    let isWithTarget = lost.contains(target) && !awaited.areOn(lost)
    for id in lost {
      if !isWithTarget, isOfBefore(commit.place(of: id, in: store.tree), at: commit.revision) {
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
      if id == target, !isInGrowth {
        lost.append(id)
        continue
      }
      guard let parent = commit.formerParents[id] ?? nil else { continue }
      let isLeft = store.tree.contains(parent)
      let isNoise =
        isLeft && isInApplication(parent) && id != page.id && hasNoisyChildren(parent)
        || rhythm.messages.isPassing(id, besides: path) || hiddenWindows.hadRemoved(id)
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
    let press = pressOfButton(id)
    if press == .press { return }
    if hiddenWindows.contains(id, besides: path, in: store.tree) { return count(true) }
    switch focusing?.change(of: id) {
    case .focus: return
    // It says anew what can be done in it, for example; the rest of it is as it was.
    case .description: return count(true)
    case .more, nil: break
    }
    if formerFocus.isUnselectedWithoutFocus(id) { return count(true) }
    let isNew = commit.added.contains(id)
    if isNew, let parent = store.tree.read(id, { $0.parent }) ?? nil {
      // A new window is no row of a list, and no page belongs to another one.
      let isPage = store.tree.read(id) { $0.role } == .document
      let isApart = store.isWindow(id) || isPage && !rhythm.replacesChildren(parent)
      added[id] = !isApart && hasNoisyChildren(parent)
    }
    if !rhythm.isRestless(id), !isScrolled(id, in: commit),
      isOfBefore(id, at: commit.revision, isNew: isNew)
    {
      if isNoisy(id) { return count(true) }
      if isNew { redrawing.gain(id, late: true) }
      return countLate()
    }
    if rhythm.messages.isTakenAway(id, besides: path) { return count(true) }
    // However much else of it changes by itself. It counts as long as it is so.
    if id == target, isChoiceSeen {
      hasReport = true
      return
    }
    if start != .isOver, !rhythm.isRestless(id), isEffectAtStart(id, in: commit) {
      return count(false, isReport: true, mayBeStart: false)
    }
    if isNew, added[id] == false, start == .isOver { return redrawing.gain(id) }
    if rhythm.partialChanges.wasRegrouped(id, at: commit.revision) { return count(true) }
    if id != target, rhythm.partialChanges.wentOnShowing(id, at: commit.revision, since: request) {
      return count(true)
    }
    if commit.renamed.contains(id), let (name, isNoise) = page.rename(id) {
      return count(isNoise, isReport: name == .ofPage)
    }
    if silentMoves.find(id, in: commit) { return }
    let isMoved =
      commit.moved.contains(id) || press == .place
      || mayFindMoves && isMoveFoundLate(id, at: commit.revision)
    if isMoved, !isNoisy(id) {
      hasMoves = true
      return
    }
    let isRenamed = commit.renamed.contains(id) && (id == target || !recentlyRenamed.contains(id))
    let isNoise = isNoisy(id) || !commit.renamed.contains(id) && isBesideGrowth(id)
    if id == target, !isNoise, start == .isOver, !isTargetOther(in: commit) {
      if !choice.wasOther { hasTargetChanges = true }
      return
    }
    count(isNoise, isReport: isRenamed || commit.added.contains(id))
  }

  /// Whether what changed may be of something that was done before: an action that had no effect yet, or that the target was
  /// selected.
  ///
  /// - Parameters:
  ///   - id: What changed, or what it was in; `nil`: it is not known.
  ///   - isNew: Whether more than a change of an element that was there is told, which has to be read first.
  private func isOfBefore(
    _ id: ElementID?, at revision: Revision, isNew: Bool = true
  ) -> Bool {
    let isLate = isLate(revision, isKnown: !isNew)
    if isLate || !isToldAtOnce, awaited.mayInclude(id, at: revision, in: store.tree) { return true }
    guard isLate else { return false }
    // Selecting opens no window.
    if awaited.isEmpty, isNew, let id, store.isWindow(id) { return false }
    return id.map { !isOfTarget($0) } ?? true
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

  /// Whether an element is the target, or in it, or what it is in within its window or page.
  private func isOfTarget(_ id: ElementID) -> Bool {
    if path.contains(id) {
      return store.tree.read(id) { !$0.isWindow && $0.role != .document } == true
    }
    return store.tree.isAncestor(target, of: id)
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

  /// Whether what happens to an element happens without actions, as with the contents of rows that come and go, or
  /// outside the target's page.
  private func isNoisy(_ id: ElementID) -> Bool {
    added[id] ?? (rhythm.isRestless(id) || changesOften(id) || page.isOutside(id))
  }

  /// Whether what is in an element comes and goes without actions, or is outside the target's page.
  private func hasNoisyChildren(_ id: ElementID) -> Bool {
    added[id] ?? (rhythm.changesChildren(id) || changesOften(id) || page.isOutside(id))
  }

  /// Whether an element is one that changes often, such as a progress bar, or unseen. Where its toolkit does not report that, only the
  /// reads around actions find it, and what they find may have changed long before.
  private func changesOften(_ id: ElementID) -> Bool {
    id != target
      && store.tree.read(id) {
        // How long a scroll bar is that is not shown is found by chance.
        $0.traits.contains(.updatesFrequently)
          || $0.role == .scrollBar && !$0.states.contains(.showing)
      } == true
  }

  /// Whether an element is in a part that changes without actions, such as a list that grows, and the target is not: its
  /// place in the list changes, for example.
  private func isBesideGrowth(_ id: ElementID) -> Bool {
    guard id != target, let growth = rhythm.growth(around: id) else { return false }
    return growth != target && !store.tree.isAncestor(growth, of: target)
  }

  /// Whether what the target is in gets the focus with it, such as a frame of a page. Keys may give the focus to any other part
  /// around their target.
  private func isFocusedWithTarget(_ id: ElementID) -> Bool {
    // The target may have been removed.
    guard path.contains(id) else { return false }
    return focusing == nil || store.tree.read(id) { $0.role } == .document
  }

  private mutating func examine(_ notification: Notification, at revision: Revision) {
    switch notification {
    case .announcement(_, _, let element):
      guard element.map(isInApplication) ?? true else { return }
      if isLate(revision) || isOfBefore(element, at: revision) { return countLate() }
      count(element.map(rhythm.isRestless) ?? false)
    // A page that was opened just now gets the focus late, and so does what was pressed before.
    case .focusMoved(_, let to?):
      if to != target, isInApplication(to) {
        if focusing?.isContainer(to) == true { return }
        let isReturn =
          focusing?.isReturn(to) == true || returns.isReturn(to: to, since: request)
        let isOfFormer = formers.last { $0.id == to }?.isUnfocused == true
        let isNoise = isFocusedWithTarget(to) || isOfFormer || isReturn
        if !isNoise, isLate(revision) || isOfBefore(to, at: revision) { return countLate() }
        // It may go back at once.
        if isNoise || start != .isOver { count(isNoise) } else { formerFocus.move() }
      }
    case .scrolled(let container, _, _, _):
      guard isInApplication(container) else { return }
      if scrollBars == nil || !isOfTarget(container), isOfBefore(container, at: revision) {
        return countLate()
      }
      if silentMoves.findScroll(of: container) { return }
      if mayFindMoves, page.id != nil { hasMoves = true } else { count(isNoisy(container)) }
    // A new window is a new element. One that becomes active, as at its start, is no effect of a press.
    case .screenChanged: break
    // The start fills no field that was read before.
    case .valueChanged(let id, _, _) where start == .isRecent && page.id == nil:
      guard isInApplication(id), store.tree.read(id, { $0.role.isTextEntry }) == true else {
        return
      }
      if isOfBefore(id, at: revision) { return countLate() }
      count(isNoisy(id), mayBeStart: false)
    // The rest is seen by the elements.
    case .layoutChanged, .valueChanged, .focusMoved, .applicationChanged, .speech: break
    }
  }

  private mutating func countLate() {
    hasLateChanges = true
    count(true)
  }

  private mutating func count(
    _ isNoise: Bool, isReport: Bool = false, mayBeStart: Bool = true
  ) {
    let isNoise = isNoise || mayBeStart && start != .isOver
    if isNoise { hasOtherChanges = true } else { hasEffect = true }
    if isReport, !isNoise { hasReport = true }
  }

  private func isInApplication(_ id: ElementID) -> Bool {
    store.tree.read(id) { $0.application } == application
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
