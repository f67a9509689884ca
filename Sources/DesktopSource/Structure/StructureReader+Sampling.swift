internal import AccessibilityTree
internal import BridgeTransport

/// Objects with too many children that are not tables: their children on screen are searched for in the visible
/// part, for a limited time.
extension StructureReader {
  /// Finds the visible children of an object whose rectangle in its window is `rect`, or `nil` if it is not on
  /// screen. Points are tested again only if the visible part or the number of children changed, or the object
  /// reported a change.
  func sample(_ object: MirroredObject, _ rect: Rect?) {
    let sampling = object.sampling ?? WindowSampling()
    object.sampling = sampling
    guard !sampling.isBusy else {
      sampling.isRereadDue = true
      return
    }
    guard let rect = rect.map({ unwrapped($0, of: object) }), !rect.isEmpty else {
      return applyCells([], of: object)
    }
    sampling.isBusy = true
    sampling.isRereadDue = false
    reads.outstandingChildren += 1
    clip(rect, to: object.parent, of: object, steps: WindowSampling.maxAncestors) {
      [weak self] visible in
      guard let self else { return }
      ask(object, sampling, rect, visible)
    }
  }

  /// Clips `rect` to the frames of the ancestors of `object`.
  private func clip(
    _ rect: Rect, to ancestor: MirroredObject?, of object: MirroredObject, steps: Int,
    _ then: @escaping (Rect) -> Void
  ) {
    guard let ancestor, ancestor !== root, ancestor.peer === object.peer, steps > 0, !rect.isEmpty
    else { return then(rect) }
    guard ancestor.facts.interfaces.contains(.component) else {
      return clip(rect, to: ancestor.parent, of: object, steps: steps - 1, then)
    }
    var calls = ObjectCalls(peer: ancestor.peer, path: ancestor.path, limits: limits)
    calls.lane = .visible
    calls.place { [weak self] result in
      guard let self else { return }
      var rect = rect
      // Some containers report an empty frame.
      if case .success(let frame?) = result, !frame.rect.isEmpty {
        rect = rect.intersection(frame.rect)
      }
      clip(rect, to: ancestor.parent, of: object, steps: steps - 1, then)
    }
    health.didCall()
  }

  /// Returns the place of an object, which may be reckoned in 16 bits, by that of the scroll bar beside it.
  func unwrapped(_ rect: Rect, of object: MirroredObject) -> Rect {
    guard object.peer.dialect.wrapsPlaces, rect.height > 65_536,
      let bar = rowBar(of: object) ?? object.parent.flatMap(rowBar(of:)), let range = bar.range,
      let minimum = range.minimum, let maximum = range.maximum, maximum > minimum
    else { return rect }
    let share = (range.current - minimum) / (maximum - minimum)
    let turns = ((share * rect.height + rect.y) / 65_536).rounded()
    return Rect(x: rect.x, y: rect.y - turns * 65_536, width: rect.width, height: rect.height)
  }

  private func ask(
    _ object: MirroredObject, _ sampling: WindowSampling, _ whole: Rect, _ visible: Rect
  ) {
    let isSame = sampling.visible == visible && sampling.claimed == object.claimedChildren
    if isSame, !sampling.isOutdated {
      return finish(object, sampling, found: sampling.found, isCutShort: false, cost: 0)
    }
    sampling.isOutdated = false
    sampling.visible = visible
    sampling.claimed = object.claimedChildren
    var calls = ObjectCalls(peer: object.peer, path: object.path, limits: limits)
    calls.lane = .visible
    let search = WindowSearch(calls, of: object.reference, table.interner, at: whole, in: visible) {
      [weak self] in
      guard let self, !isClosed, object.stage != .gone else { return false }
      health.didCall()
      return true
    }
    _ = context.loop.startTask { [weak self] in
      let found = await search.run(object.claimedChildren)
      self?.finish(
        object, sampling, found: found, isCutShort: search.isCutShort, cost: search.cost)
    }
  }

  private func finish(
    _ object: MirroredObject, _ sampling: WindowSampling, found: [ObjectReference],
    isCutShort: Bool, cost: UInt64
  ) {
    reads.outstandingChildren -= 1
    schedule()
    guard !isClosed, object.stage != .gone else { return }
    sampling.found = found
    let isIncomplete = found.isEmpty || isCutShort && object.peer.dialect.hitsChildByChild
    sampling.failures = isIncomplete ? sampling.failures + 1 : 0
    let isRepeated = isIncomplete && sampling.failures <= WindowSampling.maxRepetitions
    if isRepeated { sampling.isOutdated = true }
    applyCells(found, of: object)
    let least = isRepeated ? Duration.seconds(sampling.failures) : .zero
    let now = MonotonicTime.now().nanoseconds
    let pause = max(least, sampling.pause(after: min(cost, WindowSearch.maxCost), at: now))
    context.loop.schedule(after: pause) { [weak self] in
      sampling.isBusy = false
      guard let self, !isClosed, object.stage != .gone, object.isWindowed else { return }
      if sampling.isOutdated || sampling.isRereadDue { readWindow(of: object) }
    }
  }

  private func applyCells(_ found: [ObjectReference], of object: MirroredObject) {
    var seen: Set<ObjectReference> = [object.reference]
    var list = found.filter { seen.insert($0).inserted }
    if let active = object.activeDescendant, !list.contains(active) { list.append(active) }
    applyChildren(of: object, list)
  }
}
