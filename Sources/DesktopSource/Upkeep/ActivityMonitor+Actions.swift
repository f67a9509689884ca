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

  /// Reads the titles of windows again, where no event tells that they change.
  func readTitles() {
    let windows = root.children.prefix(Self.maxTitles)
    for window in windows where window.stage == .shown && window.peer.dialect.omitsChangeEvents {
      reads.mark(window, .properties, .high)
    }
  }

  /// The most windows of an application whose titles are read again.
  private static let maxTitles = 16

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
    readTitles()
    for list in frames.listsOnScreen { reads.mark(list, .children, .high) }
    for table in structure.gridTables { structure.readCells(of: table) }
  }
}

extension MirroredObject {
  /// Whether a press takes effect only after a delay, so that its effects have to be waited for.
  fileprivate var hasDelayedEffect: Bool {
    peer.dialect.omitsShowEvents && facts.interfaces.contains(.action)
      && facts.interfaces.isDisjoint(with: [.editableText, .value])
  }
}
