internal import AccessibilityTree

/// Reads that follow an action.
extension ActivityMonitor {
  /// Reads again what an action on `object` may have changed without an event: at once, after 60 ms and after
  /// 300 ms.
  func afterAction(_ object: MirroredObject) {
    readAround(object)
    let hasDelayedEffect = object.hasDelayedEffect
    for delay in [Duration.milliseconds(60), .milliseconds(300)] {
      if hasDelayedEffect { pendingFollowUps += 1 }
      context.loop.schedule(after: delay) { [weak self] in
        guard let self else { return }
        if hasDelayedEffect { pendingFollowUps -= 1 }
        guard !isClosed else { return }
        if object.stage == .shown { readAround(object) }
        sweep.sweep(around: object)
      }
    }
    pageMoves.checkAfterAction(on: object)
    pacing.didStartWatching()
    recordActivity(.all)
  }

  /// Reads the titles of windows again, where no event tells that they change, and with them those of the tabs on screen while a client
  /// watches: both are named after the document that is in front.
  func readTitles() {
    let windows = root.children.prefix(Self.maxTitles)
    for window in windows where window.stage == .shown && window.peer.dialect.omitsChangeEvents {
      reads.mark(window, .properties, .high)
      if context.isWatched {
        for tab in window.tabsOnScreen { reads.mark(tab, .properties, .high) }
      }
    }
  }

  /// The most windows of an application whose titles are read again.
  private static let maxTitles = 16

  /// Reads whether items of a view of Qt are selected where keys may have selected many of them, of which no event tells: of the view
  /// itself, and of the one that has the focus in what was acted on.
  private func readItems(of object: MirroredObject) {
    guard object.peer.dialect.omitsChangeEvents else { return }
    let focused = context.store.focused.flatMap { table[$0] }?.parent
    guard let view = object.isView ? object : focused, view.isView, view.stage == .shown,
      view === object || view.window === object.window
    else { return }
    for item in view.children.lazy.filter(\.isShowing).prefix(Self.maxItems) {
      reads.mark(item, .states, .high)
    }
  }

  /// The most items of a view that are read again.
  private static let maxItems = 128

  /// Reads the values in the window of what was acted on where no event may tell of them: GTK 4 says nothing of sliders that show
  /// the same number in other places. Read with a later action, they would count as an effect of that.
  private func readValues(around object: MirroredObject) {
    guard object.peer.dialect.omitsShowEvents else { return }
    let values = object.window.subtree.lazy.filter {
      $0.stage == .shown && $0.facts.interfaces.contains(.value)
    }
    for other in values.prefix(Self.maxItems) { reads.mark(other, .value, .high) }
  }

  private func readAround(_ object: MirroredObject) {
    guard object.stage == .shown else { return }
    reads.mark(object, [.interfaces, .states, .value, .text, .frame, .actions], .high)
    // A combo box of Qt is named after what it shows.
    if object.peer.dialect.omitsChangeEvents { reads.mark(object, .properties, .high) }
    if object.hasValueInAttributes { reads.mark(object, .attributes, .high) }
    let related = object.relations.filter { $0.kind == .controls || $0.kind == .labelFor }
      .flatMap(\.targets).compactMap { table[$0] }
    let siblings = object.cell == nil ? object.parent?.children.prefix(32) ?? [] : []
    for neighbour in related + siblings where neighbour !== object {
      reads.mark(neighbour, [.states, .value, .text], .high)
    }
    if let parent = object.parent {
      reads.mark(parent, [.states, .value], .high)
      // Bars of tabs of Qt are named after the tab in front.
      if parent.peer.dialect.omitsChangeEvents { reads.mark(parent, .properties, .high) }
    }
    readItems(of: object)
    readValues(around: object)
    readTitles()
    for list in frames.listsOnScreen { reads.mark(list, .children, .high) }
    for table in structure.gridTables { structure.readCells(of: table) }
  }
}

extension MirroredObject {
  /// The bars of tabs on screen in a window, each with its tabs.
  fileprivate var tabsOnScreen: some Sequence<MirroredObject> {
    subtree.lazy.filter { object in
      guard object.stage == .shown, object.isShowing else { return false }
      let role = ElementMapping.role(object.facts)
      return role == .tab || role == .tabList
    }.prefix(Self.maxTabs)
  }

  /// The most tabs of a window whose titles are read again.
  private static var maxTabs: Int { 32 }

  /// Whether a press takes effect only after a delay, so that its effects have to be waited for.
  fileprivate var hasDelayedEffect: Bool {
    peer.dialect.omitsShowEvents && facts.interfaces.contains(.action)
      && facts.interfaces.isDisjoint(with: [.editableText, .value])
  }
}
