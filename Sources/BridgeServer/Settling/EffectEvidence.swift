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
  let application: ElementID
  let target: ElementID
  /// The page that the target is in.
  var page: TargetPage
  let button: HeldButton?
  let store: TreeStore
  let rhythm: ChangeRhythm
  var revision: Revision
  /// The revision at the request.
  let request: Revision
  let start: Start
  /// The target before the action.
  let before: Element?
  /// The number of changes that are still examined.
  var left = 20_000

  /// What changes without actions.
  var noise: NoisyElements

  /// The targets of the actions before that have just ended, the last one at the end.
  let formers: [FormerTarget]

  /// What was done before, of which effects may come now.
  var awaited: AwaitedEffects
  /// Whether what changes late may be of something else that was done before.
  var mayBeOfBefore: Bool {
    !awaited.isEmpty || awaited.isAfterSelecting || awaited.last?.isRecent == true
  }
  /// Whether something changed that may be of what was done before.
  private(set) var hasLateChanges = false
  /// Whether that may only have followed from the selecting.
  var mayOnlyBeSelection: Bool {
    hasLateChanges && awaited.isEmpty && awaited.isAfterSelecting && awaited.last == nil
  }

  /// What changed where nobody sees it.
  var unseen: UnseenChanges
  /// What was set.
  var numbers = NumberChanges()
  /// Of what was hidden before, more is told late.
  var hiddenWindows: HiddenWindows
  /// What was hidden at the request, and is shown.
  private var revealed: RevealedElements
  /// The fields that a press emptied.
  var emptied: EmptiedFields?
  /// Windows that become active give the focus back to what had it.
  let returns: FocusReturns
  /// What had the focus at the request.
  var formerFocus: FormerFocus

  /// The target and what it is in.
  let path: Set<ElementID>

  /// The elements that were renamed a moment before the request, when the target may have been: they may go on to be.
  let recentlyRenamed: Set<ElementID>

  /// How the action moves the focus to its target before it does anything, which is no effect of what it does then; `nil`
  /// for an action that does not.
  let focusing: Focusing?
  /// Whether the action drags: what it drags and where to are scrolled into view first.
  let isDrag: Bool
  /// What an action that scrolls moves.
  private(set) var scrollBars: ScrollPositions?
  /// The dialog that the target is in.
  private let dialog: ClosingDialog?
  /// What was added and removed.
  var redrawing: Redrawing
  /// The dialogs that were opened.
  private var openedDialogs: OpenedDialogs
  private let newApplications: NewApplications

  /// Whether something changed that does not change by itself.
  private var hasEffect = false
  /// Whether the application has told what was done: by elements that it renamed, added or removed. Where the focus is,
  /// and what reads find late, may follow from an earlier action.
  var hasReport = false
  /// Whether something changed that also changes by itself.
  private var hasOtherChanges = false
  /// Whether something became of the target that changes nothing of what it says. That may be a first sign that it is about
  /// to be drawn again.
  var hasTargetChanges = false
  /// What became of the target as a choice.
  var choice: TargetChoice
  /// Whether that may be of an action before.
  private var isChoiceOfBefore = false
  /// Whether elements moved, or were counted anew in their sets where that may be found late. That is an effect where nothing
  /// changed by itself, which may move others, and they were not moved before.
  var hasMoves = false
  /// Whether what an action that ended just before has moved may be found only now: browsers report no move. A press moves elements
  /// only where it changes others, and so do keys outside of pages.
  let mayFindMoves: Bool
  /// What moved in pages of which no event tells.
  var silentMoves: SilentMoves

  /// How far the application had come with its start at the request.
  enum Start {
    case isLoading
    /// It was loaded a moment before.
    case isRecent
    case isOver
  }

  /// - Parameters:
  ///   - isAfterMoves: Whether an action or a person may have moved something a moment before.
  ///   - reportsMoves: Whether the application tells when elements move.
  ///   - formers: The targets of the actions before that have just ended, the last one at the end.
  ///   - last: The last of these.
  ///   - awaited: The actions before that had no effect yet, which may come now.
  init(
    _ target: ElementID, _ kind: ActionKind?, isAfterMoves: Bool, reportsMoves: Bool,
    after formers: [FormerTarget], last: LastAction?, awaiting awaited: [WatchedAction],
    in application: ElementID,
    button: HeldButton?, dialog: ClosingDialog?,
    _ store: TreeStore, _ rhythm: ChangeRhythm, _ returns: FocusReturns
  ) {
    self.application = application
    self.target = target
    page = TargetPage(of: target, store, rhythm)
    self.button = button
    focusing =
      switch kind {
      case .keys: Focusing(of: target, store)
      case .press: Focusing.ofPress(of: target, store)
      default: nil
      }
    isDrag = kind == .drop
    let scrolls = kind == .scroll || kind == .scrollIntoView
    scrollBars = scrolls ? ScrollPositions(around: target, in: store.tree) : nil
    self.store = store
    redrawing = Redrawing(in: application)
    newApplications = NewApplications(in: store)
    hiddenWindows = HiddenWindows(of: application)
    unseen = UnseenChanges(beside: target, in: store.tree)
    emptied = kind == .press ? EmptiedFields(of: application) : nil
    revealed = RevealedElements(of: application)
    self.dialog = dialog
    self.rhythm = rhythm
    self.returns = returns
    mayFindMoves = isAfterMoves && (kind == .press || kind == .keys && page.id == nil)
    let mayScroll = kind == .press || isDrag || focusing?.scrollsPage == true
    silentMoves = SilentMoves(areExpected: !reportsMoves && mayScroll, store, rhythm)
    self.formers = formers
    formerFocus = FormerFocus(beside: target, store)
    path = Set([target] + store.tree.ancestors(of: target))
    self.awaited = AwaitedEffects(on: target, in: path, kind, after: awaited, last, store)
    openedDialogs = OpenedDialogs(
      around: path, mayBeUnasked: rhythm.dialogs.hasOpened(application, at: store.time))
    noise = NoisyElements(beside: target, page, store, rhythm)
    recentlyRenamed = rhythm.mayBeOther(target) ? rhythm.recentlyRenamed : []
    revision = store.revision
    request = store.revision
    start =
      rhythm.loads.isLoading(application)
      ? .isLoading : rhythm.loads.isBeingLoaded(application) ? .isRecent : .isOver
    before = store.tree[target]
    choice = TargetChoice(of: target, before, in: store)
  }

  /// Takes over what is known beside what has changed, before the evidence began again.
  mutating func goOn(from former: EffectEvidence) {
    awaited.goOn(from: former.awaited)
    silentMoves.goOn(from: former.silentMoves)
  }

  /// Notes that the action scrolled nothing: what is found elsewhere was scrolled before, by a person or by its page.
  mutating func noteNothingScrolled() {
    silentMoves.expect()
    scrollBars?.contents = []
  }

  /// Whether an effect was seen.
  var isSeen: Bool {
    hasEffect || isChoiceSeen || hasOtherElements
      || formerFocus.isElsewhere
      || hasTargetChanges && redrawing.isEmpty && !isTargetAsBefore
      || isDialogClosed || isDialogOpened || isScrolled || numbers.areOther(in: store.tree)
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
    let shown = revealed.ids(in: tree).filter { !redrawing.hasGained($0) && !noise.isNoisy($0) }
    return tree.noticeable(among: redrawing.newcomers(in: tree) + shown)
  }

  /// Whether the target is as it was at the request, but for its place and its focus: what became of it has gone back, or came of an
  /// action before.
  private var isTargetAsBefore: Bool {
    guard let before, let now = store.tree[target] else { return false }
    return before.text == now.text && before.isSame(as: now, exceptPlace: true)
  }

  var isScrolled: Bool { scrollBars?.areOther(in: store, rhythm) == true }

  private var isDialogOpened: Bool { openedDialogs.areInFront(in: store.tree) }

  /// Whether the dialog that the target is in was closed.
  private var isDialogClosed: Bool {
    dialog.map { $0.isClosed && !awaited.isIn($0.dialog) } ?? false
  }

  /// Whether something changed that also changes by itself, or was only drawn again.
  var hasNoise: Bool {
    hasOtherChanges || hasTargetChanges || choice.wasOther || formerFocus.hasMoved
      || numbers.areAny
      || hasMoves && mayFindMoves
      || silentMoves.areFound || dialog?.isClosed == true
      || !redrawing.isEmpty && !hasOtherElements || newApplications.hasCome
  }

  /// Whether something was added or removed, other than that something was drawn again as it was.
  private var hasOtherElements: Bool {
    !redrawing.isEmpty && !redrawing.isOfSame(in: store.tree)
  }

  /// Remembers what a commit removed, while the store still knows it.
  ///
  /// - Parameter isAtOnce: Whether it comes right behind the action.
  mutating func remember(_ commit: Commit, isAtOnce: Bool = false) {
    if isAtOnce { emptied?.remember(commit, in: store) }
    redrawing.remember(commit, in: store)
    if mayBeOfBefore { unseen.remember(commit, in: store) }
    numbers.remember(commit, in: store)
    hiddenWindows.remember(commit, in: store)
    revealed.remember(commit, in: store)
    // A table selects the cell that it gives the focus to before the keys do anything.
    if focusing?.change(of: target).map({ $0 == .more }) ?? true {
      let wasOther = choice.isOther
      choice.update()
      if choice.isOther != wasOther {
        isChoiceOfBefore =
          awaited.mayIncludeTarget && awaited.mayHaveChanged(target, at: commit.revision)
      }
    }
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
      for id in commit.added where !awaited.mayHaveChanged(id, at: commit.revision) {
        openedDialogs.note(id, in: store)
      }
      examine(commit)
      for notification in commit.notifications where isOwn(notification, commit.revision) {
        examine(notification, at: commit.revision)
      }
    }
  }

  mutating func countLate() {
    hasLateChanges = true
    count(true)
  }

  mutating func count(
    _ isNoise: Bool, isReport: Bool = false, mayBeStart: Bool = true
  ) {
    let isNoise = isNoise || mayBeStart && start != .isOver
    if isNoise { hasOtherChanges = true } else { hasEffect = true }
    if isReport, !isNoise { hasReport = true }
  }

  func isInApplication(_ id: ElementID) -> Bool {
    store.tree.read(id) { $0.application } == application
  }
}
