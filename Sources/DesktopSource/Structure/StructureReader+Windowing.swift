internal import AccessibilityTree

/// Objects with more children than are worth reading: those that are on screen are mirrored.
extension StructureReader {
  /// Reads an object's children, or those on screen where there are too many.
  ///
  /// How many there are is always known before they are asked for: toolkits make an object for each,
  /// and a spreadsheet has 2³¹. What a cache says of it is -1 for objects that manage their
  /// descendants, and what was known before may have changed.
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
    listChildren(of: object, calls, done)
  }

  /// Whether an object says it has more children than are worth reading, or does not say how many.
  func isTooMany(_ object: MirroredObject) -> Bool {
    limits.areTooMany(
      object.claimedChildren, states: object.facts.states, interfaces: object.facts.interfaces)
  }

  /// Decides whether all children of an object are mirrored. One that does not say that it manages its
  /// descendants has no reason to claim more than can be.
  func decideWindowing(of object: MirroredObject) {
    object.isWindowed = isTooMany(object)
    application.claims(
      object, object.isWindowed && !object.facts.states.contains(.managesDescendants))
  }

  /// What is known of the number of an object's children changed: all of them are read, or only those
  /// on screen.
  func reconsiderWindowing(of object: MirroredObject) {
    guard object.known.contains(.children), isTooMany(object) != object.isWindowed else { return }
    reconsider(object)
  }

  /// Finds the children that can be seen, by asking what is at places across the container, and
  /// the active one.
  func readWindow(of object: MirroredObject) {
    guard object.facts.interfaces.contains(.component), object.isShowing || object.frame != nil
    else { return takeWindow(of: object, nil) }
    reads.outstandingChildren += 1
    var calls = ObjectCalls(peer: object.peer, path: object.path, limits: limits)
    calls.lane = .visible
    calls.frame(in: .window) { [weak self] result in
      guard let self else { return }
      reads.outstandingChildren -= 1
      schedule()
      guard !isClosed, object.stage != .gone else { return }
      guard case .success(let frame?) = result else { return takeWindow(of: object, nil) }
      takeWindow(of: object, frame.rect)
    }
    health.callsMade()
  }

  /// Takes in what can be seen at `rect`: by the cells of a table, or by what is at places across it.
  private func takeWindow(of object: MirroredObject, _ rect: Rect?) {
    let sample = { [weak self] in
      guard let self else { return }
      self.sample(object, rect)
    }
    guard object.facts.interfaces.contains(.table) else { return sample() }
    readTable(object, rect, otherwise: sample)
  }
}
