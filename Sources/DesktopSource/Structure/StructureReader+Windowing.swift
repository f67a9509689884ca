internal import AccessibilityTree

/// Objects with more children than are worth reading: only their children on screen are mirrored.
extension StructureReader {
  /// Reads an object's children, or those on screen if there are too many.
  ///
  /// The number of children is always known before they are read: toolkits create an object for each, and a
  /// spreadsheet has 2³¹. The cache reports -1 for objects that manage their descendants, and a number that was
  /// read before may be out of date.
  func readChildren(
    of object: MirroredObject, _ calls: ObjectCalls, _ done: @escaping (BusError?) -> Void
  ) {
    if object.claimedChildren >= 0, !object.known.contains(.children) {
      return readCountedChildren(of: object, calls, done)
    }
    calls.childCount { [weak self] result in
      switch result {
      case .failure(let error): done(error)
      case .success(let count):
        guard let self, object.stage != .gone else { return done(nil) }
        publisher.set(count, \.claimedChildren, of: object)
        readCountedChildren(of: object, calls, done)
      }
    }
  }

  private func readCountedChildren(
    of object: MirroredObject, _ calls: ObjectCalls, _ done: @escaping (BusError?) -> Void
  ) {
    decideWindowing(of: object)
    if object.isWindowed {
      readWindow(of: object)
      return done(nil)
    }
    guard object.claimedChildren >= 0 else {
      applyChildren(of: object, [])
      return done(nil)
    }
    scheduleChildList(of: object, calls, done)
  }

  /// Whether an object reports more children than are worth reading, or manages them and does not report how
  /// many it has.
  func isTooMany(_ object: MirroredObject) -> Bool {
    limits.exceedsChildren(
      object.claimedChildren, states: object.facts.states, interfaces: object.facts.interfaces)
  }

  /// Decides whether all children of an object are mirrored. An object with too many that does not manage its
  /// descendants counts as a complaint.
  func decideWindowing(of object: MirroredObject) {
    object.isWindowed = isTooMany(object)
    application.updateClaim(
      object, object.isWindowed && !object.facts.states.contains(.managesDescendants))
  }

  /// Decides again how an object's children are read, if it now has too many of them or no longer has.
  func reconsiderWindowing(of object: MirroredObject) {
    guard object.known.contains(.children), isTooMany(object) != object.isWindowed else { return }
    reconsider(object)
  }

  /// Reads the children that can be seen: the cells of a table, or the objects at points across the container,
  /// and the active one.
  func readWindow(of object: MirroredObject) {
    guard object.facts.interfaces.contains(.component), object.isShowing || object.frame != nil
    else { return takeWindow(of: object, nil) }
    reads.outstandingChildren += 1
    var calls = ObjectCalls(peer: object.peer, path: object.path, limits: limits)
    calls.lane = .visible
    calls.place { [weak self] result in
      guard let self else { return }
      reads.outstandingChildren -= 1
      schedule()
      guard !isClosed, object.stage != .gone else { return }
      guard case .success(let frame?) = result else { return takeWindow(of: object, nil) }
      takeWindow(of: object, frame.rect)
    }
    health.didCall()
  }

  /// Reads what can be seen at `rect`: by the cells of a table, or by hit tests.
  private func takeWindow(of object: MirroredObject, _ rect: Rect?) {
    let sample = { [weak self] in
      guard let self else { return }
      self.sample(object, rect)
    }
    guard object.facts.interfaces.contains(.table) else { return sample() }
    readTable(object, rect, otherwise: sample)
  }
}
