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
    pacing.didStartWatching()
    recordActivity(.all)
  }

  private func readAround(_ object: MirroredObject) {
    guard object.stage == .shown else { return }
    reads.mark(object, [.interfaces, .states, .value, .text, .frame, .actions], .high)
    let related = object.relations.filter { $0.kind == .controls || $0.kind == .labelFor }
      .flatMap(\.targets).compactMap { table[$0] }
    let siblings = object.cell == nil ? object.parent?.children.prefix(32) ?? [] : []
    for neighbour in related + siblings where neighbour !== object {
      reads.mark(neighbour, [.states, .value, .text], .high)
    }
    if let parent = object.parent { reads.mark(parent, [.states, .value], .high) }
    for list in listsOnScreen { reads.mark(list, .children, .high) }
    for table in structure.gridTables { structure.readCells(of: table) }
  }

  /// Lists on screen whose rows may change, at most 64. GTK 4 sends no event when it creates rows, and does not
  /// report that a list is showing.
  var listsOnScreen: [MirroredObject] {
    var lists: [MirroredObject] = []
    for object in root.subtree
    where !object.facts.states.isDisjoint(with: [.showing, .visible]) && !object.isWindowed
      && object.known.contains(.children)
    {
      switch ElementMapping.role(object.facts) {
      case .list, .listBox, .tree, .grid, .treeGrid, .table: lists.append(object)
      default: continue
      }
      if lists.count == 64 { break }
    }
    return lists
  }
}

extension MirroredObject {
  /// Whether a press takes effect only after a delay, so that its effects have to be waited for.
  fileprivate var hasDelayedEffect: Bool {
    peer.dialect.omitsShowEvents && facts.interfaces.contains(.action)
      && facts.interfaces.isDisjoint(with: [.editableText, .value])
  }
}
