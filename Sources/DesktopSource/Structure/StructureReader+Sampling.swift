internal import AccessibilityTree
internal import BridgeTransport

/// Objects with too many children that are not tables: their children on screen are found by hit tests at
/// points across them.
///
/// The cost of an answer may grow with the number of children, and is not known before. So points are tested
/// one after the other, only in the visible part, and for a limited time.
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
    ask(object, sampling, WindowSampling.points(in: visible)[...], [:], cost: 0)
  }

  /// Tests `points` one after the other, as long as the time budget lasts.
  private func ask(
    _ object: MirroredObject, _ sampling: WindowSampling,
    _ points: ArraySlice<(order: Int, point: Point)>, _ found: [Int: ObjectReference], cost: UInt64
  ) {
    guard let (order, point) = points.first, cost < WindowSampling.budget, !isClosed,
      object.stage != .gone
    else {
      return finish(
        object, sampling, found: found.sorted { $0.key < $1.key }.map(\.value), cost: cost)
    }
    let inWindow: UInt32 = 1
    let arguments: [BusValue] = [
      .int32(Int32(saturating: point.x)), .int32(Int32(saturating: point.y)), .uint32(inWindow),
    ]
    let interner = table.interner
    ObjectCalls(peer: object.peer, path: object.path, limits: limits).call(
      "Component", "GetAccessibleAtPoint", arguments,
      { (message) throws(BusError) in try message.reference(interner) },
      { [weak self] result in
        guard let self else { return }
        var found = found
        var cost = cost + object.peer.queue.lastAnswerDuration
        switch result {
        case .success(let reference): found[order] = reference
        case .failure(let error) where error.isAnswer: break
        // If there is no answer, no further points are tested.
        case .failure: cost = .max
        }
        ask(object, sampling, points.dropFirst(), found, cost: cost)
      })
    health.didCall()
  }

  private func finish(
    _ object: MirroredObject, _ sampling: WindowSampling, found: [ObjectReference], cost: UInt64
  ) {
    reads.outstandingChildren -= 1
    schedule()
    guard !isClosed, object.stage != .gone else { return }
    sampling.found = found
    applyCells(found, of: object)
    // The pause limits the cost for an object that changes all the time to a tenth of the application's time.
    let pause = Duration.nanoseconds(Int64(min(cost, WindowSampling.budget * 4)) * 9)
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
