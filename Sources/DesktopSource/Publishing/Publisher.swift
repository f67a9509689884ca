internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeTransport

/// Brings the elements of an application in line with its objects.
///
/// Answers and signals change the objects at once. The publisher records which elements have to be composed
/// again, added, removed or reordered, and `publish` applies this to the tree.
final class Publisher: ApplicationPart {
  let application: MirroredApplication
  private(set) var isShown = false

  /// Objects whose elements have to be composed again.
  private(set) var changed = Fifo<MirroredObject>()
  /// Objects whose lists of children changed.
  private(set) var restructured: [MirroredObject] = []
  /// Objects that no parent lists any more; they are to be removed.
  var orphans: [MirroredObject] = []
  /// What remains to be removed of an application that has ended.
  var departing: [BottomUpWalk] = []
  /// New objects, which are shown when enough of them has been read.
  var fresh = FreshObjects()
  /// Objects that were shown before they were read completely.
  private var unfinished = UnfinishedObjects()
  /// When structural changes are published even if new objects have not been read completely.
  private var gateDeadline: MonotonicTime?
  private var gateTimer: Timer?
  private var pendingPosts: [Notification] = []
  /// The documents of which elements will come.
  private var loadingDocuments = LoadingDocuments()
  /// The number of calls of `touch` that had an effect.
  private(set) var touchCount = 0

  /// How long new elements may wait for their details, so that they appear complete.
  static let gateTimeout = Duration.milliseconds(150)
  /// Up to this many new elements wait for their details; more are shown as they come. This many elements may
  /// also be published in a turn, however long that takes.
  static let maxWaitingElements = 256
  /// While more than `maxWaitingElements` elements are new, or the application is loading, at least this many are
  /// added or changed in a turn of the loop, and more until a client waits or the turn is old.
  static let minAddedPerTurn = 8
  /// While so many elements are new, no more are added or changed in a turn: what follows from an edit comes in one piece,
  /// which takes about 0.3 ms with this many.
  static let maxAddedPerTurn = 64

  init(_ application: MirroredApplication) {
    self.application = application
  }

  func close() {
    gateTimer?.cancel()
    removeAll()
  }

  /// Whether publishing has to go on in the next turn.
  var isUnderWay: Bool {
    gateDeadline == nil && !(restructured.isEmpty && orphans.isEmpty) || !changed.isEmpty
  }

  /// Adds the application to the tree, before anything of it has been read.
  func show() {
    // The bus name stands in until the application's name and process are known.
    var application = Application(root: rootID, name: peer.name, source: context.sourceName)
    application.lastHeard = context.store.time
    context.store.edit { edit in
      let element = ElementComposer.element(of: root, in: table)
      guard (try? edit.addApplication(application, root: element)) != nil else { return }
      isShown = true
      root.stage = .shown
    }
  }

  /// Applies the recorded changes to the tree, as many as fit into this turn.
  ///
  /// - Parameter isSettled: Whether no list of children is being read or waits to be.
  func publish(isSettled: Bool) {
    guard isShown else { return }
    let isOpen = isGateOpen(isSettled)
    guard
      isOpen && !(restructured.isEmpty && orphans.isEmpty) || !changed.isEmpty
        || !pendingPosts.isEmpty
    else { return }
    context.store.edit { edit in
      if isOpen { publishStructure(edit) }
      publishChanges(edit)
      for post in pendingPosts { edit.post(post) }
      pendingPosts.removeAll()
      // What it left unanswered is not heard of by what others say of it.
      guard health.silence < HealthMonitor.slowThreshold else { return }
      edit.updateApplication(rootID) { $0.lastHeard = context.store.time }
    }
  }

  /// Whether structural changes may be published now: while the application is loading, when all new objects
  /// are read or are too many to wait for, or when they have waited long enough.
  private func isGateOpen(_ isSettled: Bool) -> Bool {
    if application.load == .loading { return true }
    let isSettled =
      isSettled && (fresh.count > Self.maxWaitingElements || fresh.all.allSatisfy(\.isComplete))
    if isSettled || restructured.isEmpty && orphans.isEmpty {
      gateTimer?.cancel()
      gateTimer = nil
      gateDeadline = nil
      return true
    }
    guard let deadline = gateDeadline else {
      gateDeadline = .now().advanced(by: Self.gateTimeout)
      gateTimer = context.loop.schedule(after: Self.gateTimeout) { [weak self] in
        self?.schedule()
      }
      return false
    }
    if MonotonicTime.now() < deadline { return false }
    gateDeadline = nil
    gateTimer = nil
    return true
  }

  private func publishChanges(_ edit: TreeEdit) {
    var budget = PublishingBudget(context.loop, isLarge: !isComplete)
    while budget.hasTime, let object = changed.popFirst() {
      let changes = object.changedParts
      object.changedParts = []
      guard object.stage == .shown else { continue }
      budget.take()
      if changes != .frame { application.updateTextSize(object) }
      var hasFocusMoved = false
      try? edit.update(object.id) { element in
        if changes == .frame {
          element.frame = object.place(reported: object.frame)
        } else {
          let hadFocus = element.states.contains(.focused)
          ElementComposer.compose(object, into: &element, in: table)
          loadingDocuments.didChange(element)
          hasFocusMoved = element.states.contains(.focused) != hadFocus
        }
      }
      if hasFocusMoved { recomposeFocused(around: object) }
    }
  }

  /// Whether elements will come: a document on screen is being loaded, or much is new and not all of it shown.
  ///
  /// - Parameter isRead: Whether the structure has been read and published as far as it is known.
  func isLoadingDocument(isRead: Bool) -> Bool {
    loadingDocuments.update(freshCount: fresh.count, most: Self.maxWaitingElements, isRead: isRead)
    return loadingDocuments.isLoading(in: context.store.tree)
  }

  /// Whether new objects are still to be read, or to be shown.
  func hasUnreadObjects() -> Bool { !fresh.isEmpty || !unfinished.isEmpty() }

  // MARK: Structure

  private func publishStructure(_ edit: TreeEdit) {
    removeOrphans(edit)
    let isLarge = application.load == .loading || fresh.count > Self.maxWaitingElements
    var budget = PublishingBudget(context.loop, isLarge: isLarge)
    var next = 0
    while next < restructured.count, budget.hasTime {
      let parent = restructured[next]
      next += 1
      parent.isStructureChanged = false
      guard parent.stage == .shown else {
        // Its children are presented when it is shown.
        parent.newcomers = []
        continue
      }
      if !parent.isReordered, presentNewcomers(of: parent, edit, &budget) { continue }
      parent.isReordered = false
      presentChildren(of: parent, edit, &budget)
    }
    restructured.removeFirst(next)
  }

  /// Inserts the new children of an object at their positions, while much is new those on screen first.
  ///
  /// - Returns: `false` if the shown children are in another order than the objects, so that the whole list is
  ///   needed.
  private func presentNewcomers(
    of parent: MirroredObject, _ edit: TreeEdit, _ budget: inout PublishingBudget
  ) -> Bool {
    var newcomers = parent.newcomers
    parent.newcomers = []
    if budget.isLarge {
      let hidden = newcomers.filter { !$0.isShowing }
      if !hidden.isEmpty, hidden.count < newcomers.count {
        newcomers.removeAll { !$0.isShowing }
        present(later: hidden[...], of: parent)
      }
    }
    // The child that was shown last, at the end: the next one mostly goes behind it.
    var last: MirroredObject?
    for (offset, child) in newcomers.enumerated() {
      guard budget.hasTime else {
        present(later: newcomers[offset...], of: parent)
        return true
      }
      guard child.stage == .fresh, child.parent === parent, child.isPresentable else { continue }
      if let latest = last, latest.stage == .shown, latest.rank < child.rank {
        show(child, in: parent, at: nil, edit, &budget)
        last = child
      } else {
        guard let index = insertionIndex(of: child, in: parent, edit) else { return false }
        let isAtEnd = edit.read(parent.id) { $0.children.count == index } == true
        show(child, in: parent, at: index, edit, &budget)
        last = isAtEnd ? child : nil
      }
    }
    return true
  }

  private func present(later newcomers: ArraySlice<MirroredObject>, of parent: MirroredObject) {
    parent.newcomers = Array(newcomers) + parent.newcomers
    queueStructure(of: parent)
  }

  /// Returns the index at which a child belongs among its parent's shown children, by rank, or `nil` if they
  /// are not in the order of their ranks.
  private func insertionIndex(
    of child: MirroredObject, in parent: MirroredObject, _ edit: TreeEdit
  ) -> Int? {
    edit.read(parent.id) { element -> Int? in
      func rank(_ index: Int) -> Int {
        // A child that another parent will take over, or that will be removed, sorts last until then.
        guard let other = table[element.children[index]], other.parent === parent else {
          return .max
        }
        return other.rank
      }
      var (low, high) = (0, element.children.count)
      if high > 0, rank(high - 1) < child.rank { return high }
      while low < high {
        let middle = (low + high) / 2
        if rank(middle) < child.rank { low = middle + 1 } else { high = middle }
      }
      let isAfter = low == 0 || rank(low - 1) < child.rank
      let isBefore = low == element.children.count || rank(low) > child.rank
      return isAfter && isBefore ? low : nil
    } ?? nil
  }

  private func show(
    _ child: MirroredObject, in parent: MirroredObject, at index: Int?, _ edit: TreeEdit,
    _ budget: inout PublishingBudget
  ) {
    budget.take()
    application.updateTextSize(child)
    let element = ElementComposer.element(of: child, in: table)
    loadingDocuments.willShow(element)
    guard (try? edit.insert(element, under: parent.id, at: index)) != nil else { return }
    child.stage = .shown
    child.changedParts = []
    if child.facts.states.contains(.focused) {
      recordFocus(of: child)
      recomposeFocused()
    } else if child.hidesFocus(child.facts.states) {
      if application.focus.record(hidingEntry: child) { recomposeFocused() }
    } else if element.states.contains(.focused) {
      recomposeFocused(around: child)
    }
    if let named = child.objectNamedByLabel { touch(named, .all) }
    fresh.remove(child)
    if isComplete { unfinished.append(child) }
    if !child.children.isEmpty { restructure(child) }
  }

  /// Brings an object's whole list of children into the tree. New children that do not fit into this turn
  /// follow in later turns, and while much is new those that are not on screen do.
  private func presentChildren(
    of parent: MirroredObject, _ edit: TreeEdit, _ budget: inout PublishingBudget
  ) {
    parent.newcomers = []
    var later: [MirroredObject] = []
    var order: [ElementID] = []
    order.reserveCapacity(parent.children.count)
    for child in parent.children where child.isPresentable {
      if child.stage == .fresh, !budget.hasTime || budget.isLarge && !child.isShowing {
        later.append(child)
        continue
      }
      order.append(child.id)
      switch child.stage {
      case .shown:
        if edit.read(child.id, { $0.parent }) != .some(parent.id) {
          try? edit.move(child.id, under: parent.id)
        }
      case .fresh: show(child, in: parent, at: nil, edit, &budget)
      case .gone: continue
      }
    }
    if !later.isEmpty { present(later: later[...], of: parent) }
    // A child that another parent will take over in this edit stays at the end until then.
    let current = edit.read(parent.id) { $0.children } ?? []
    guard current != order else { return }
    let wanted = Set(order)
    let full =
      order.filter { edit.read($0, { $0.parent }) == parent.id }
      + current.filter { !wanted.contains($0) }
    try? edit.reorderChildren(of: parent.id, to: full)
  }

  // MARK: What is to be published

  /// Has the object's element composed again when changes are published next.
  func touch(_ object: MirroredObject, _ changes: ElementChanges) {
    guard object.stage != .gone else { return }
    if object.changedParts.isEmpty, object.stage == .shown { changed.append(object) }
    object.changedParts.formUnion(changes)
    recordFocus(of: object)
    // Its value is the option that is selected.
    if changes != .frame, let box = object.comboBoxAround { touch(box, .all) }
    if changes != .frame, let field = object.dateFieldAround { touch(field, .all) }
    if changes != .frame, let named = object.objectNamedByLabel { touch(named, .all) }
    touchCount += 1
    schedule()
  }

  func set<Value: Equatable>(
    _ value: Value, _ field: ReferenceWritableKeyPath<MirroredObject, Value>,
    of object: MirroredObject
  ) {
    guard object[keyPath: field] != value else { return }
    object[keyPath: field] = value
    touch(object, .all)
  }

  /// Schedules a step if the object is new: it may now be ready to be shown.
  func touchFresh(_ object: MirroredObject) {
    if object.stage == .fresh { schedule() }
  }

  /// Posts a notification with the next changes.
  func post(_ notification: Notification) {
    pendingPosts.append(notification)
    schedule()
  }

  /// Has an object's whole list of children brought into the tree.
  func restructure(_ parent: MirroredObject) {
    parent.isReordered = true
    queueStructure(of: parent)
  }

  /// Has a new object inserted into the tree among its siblings.
  func present(_ object: MirroredObject) {
    guard let parent = object.parent else { return }
    parent.newcomers.append(object)
    queueStructure(of: parent)
  }

  private func queueStructure(of parent: MirroredObject) {
    if !parent.isStructureChanged {
      parent.isStructureChanged = true
      restructured.append(parent)
    }
    schedule()
  }

  // MARK: Focus

  private func recordFocus(of object: MirroredObject) {
    guard object.facts.states.contains(.focused) else { return }
    if object.stage == .shown, application.focus.takeAwaited(object) {
      application.focus.holder = object
      recomposeFocused()
    }
    guard application.focus.record(object) else { return }
    for other in application.focus.objects
    where other.isContainer && object !== other && object.isDescendant(other) {
      touch(other, .all)
    }
    guard !application.focus.isReportedByEvents, !object.peer.dialect.currentItems.isEmpty
    else { return }
    recomposeCurrentItems()
  }

  /// Composes items again that only events report as focused: which of them counts as focused may have changed.
  func recomposeCurrentItems() {
    for object in application.focus.objects
    where object.stage == .shown && object.isItemOfSilentView {
      touch(object, .all)
    }
  }

  /// Composes objects again that report the focus: whether they still count as focused depends on which others do,
  /// which changed.
  func recomposeFocused() {
    for object in application.focus.concerned where object.stage == .shown { touch(object, .all) }
  }

  /// Composes objects again that leave the focus to what is in them: whether something in them has it changed.
  private func recomposeFocused(around object: MirroredObject) {
    if object.peer.dialect.tellsMenuFocusBySelection, object.isItemOfMenu, let menu = object.parent
    {
      touch(menu, .all)
    }
    for other in application.focus.objects where object.isDescendant(other) {
      touch(other, .all)
    }
  }

  func recomposeItems(of container: MirroredObject) {
    guard !container.peer.dialect.currentItems.isEmpty else { return }
    for child in container.children.prefix(Self.maxRecomposedItems)
    where child.facts.states.contains(.focused) {
      touch(child, .all)
    }
  }

  /// How many items of a container are composed again when its focus changes, at most.
  private static let maxRecomposedItems = 200
}

/// The work that may be published in this turn: `guaranteed` elements in any case, so that what belongs together
/// appears together, and more while there is time.
private struct PublishingBudget {
  private let loop: EventLoop
  private let guaranteed: Int
  private let limit: Int
  /// Whether elements are added or changed as they come, however many there are.
  let isLarge: Bool
  private var taken = 0
  private(set) var hasTime = true

  init(_ loop: EventLoop, isLarge: Bool) {
    self.loop = loop
    self.isLarge = isLarge
    guaranteed = isLarge ? Publisher.minAddedPerTurn : Publisher.maxWaitingElements
    limit = isLarge ? Publisher.maxAddedPerTurn : .max
  }

  mutating func take() {
    taken += 1
    hasTime = taken <= guaranteed || taken < limit && !loop.isTurnAwaited
  }
}

extension MirroredObject {
  /// Whether everything that a new element waits for has been read.
  var isComplete: Bool { isPresentable && isDetailed && known.contains(.children) }
}
