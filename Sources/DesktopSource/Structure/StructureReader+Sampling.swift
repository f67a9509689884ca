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
    guard let rect, !rect.isEmpty else { return applyCells([], of: object) }
    sampling.isBusy = true
    sampling.isRereadDue = false
    reads.outstandingChildren += 1
    clip(rect, to: object.parent, of: object, steps: WindowSampling.maxAncestors) {
      [weak self] visible in
      guard let self else { return }
      ask(object, sampling, visible)
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
    calls.frame(in: .window) { [weak self] result in
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

  private func ask(_ object: MirroredObject, _ sampling: WindowSampling, _ visible: Rect) {
    let isSame = sampling.visible == visible && sampling.claimed == object.claimedChildren
    if isSame, !sampling.isOutdated {
      return finish(object, sampling, found: sampling.found, cost: 0)
    }
    sampling.isOutdated = false
    sampling.visible = visible
    sampling.claimed = object.claimedChildren
    var calls = ObjectCalls(peer: object.peer, path: object.path, limits: limits)
    calls.lane = .visible
    let search = WindowSearch(calls, of: object.reference, table.interner, in: visible) {
      [weak self] in
      guard let self, !isClosed, object.stage != .gone else { return false }
      health.didCall()
      return true
    }
    _ = context.loop.startTask { [weak self] in
      let found = await search.run(object.claimedChildren)
      self?.finish(object, sampling, found: found, cost: search.cost)
    }
  }

  private func finish(
    _ object: MirroredObject, _ sampling: WindowSampling, found: [ObjectReference], cost: UInt64
  ) {
    reads.outstandingChildren -= 1
    schedule()
    guard !isClosed, object.stage != .gone else { return }
    sampling.found = found
    sampling.failures = found.isEmpty ? sampling.failures + 1 : 0
    let isRepeated = found.isEmpty && sampling.failures <= WindowSampling.maxRepetitions
    if isRepeated { sampling.isOutdated = true }
    applyCells(found, of: object)
    // The pause limits the cost for an object that changes all the time to a tenth of the application's time.
    let least = isRepeated ? Duration.seconds(sampling.failures) : .zero
    let pause = max(least, .nanoseconds(Int64(min(cost, WindowSearch.maxCost)) * 9))
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
