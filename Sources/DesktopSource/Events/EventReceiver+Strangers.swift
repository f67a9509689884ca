internal import AccessibilityTree
internal import BridgeTransport

/// Events of objects that are not in the mirror.
///
/// Chromium replaces the empty document of a page by the loaded one without an event of the parent: only the
/// new document sends events.
extension EventReceiver {
  /// How many such objects are searched for at once, and how long after a search began the next one for the
  /// same object begins at the earliest.
  private static let maxUnmirroredSenders = 32
  private static let senderSearchPause = Duration.milliseconds(250)

  /// Keeps what was told of an object until it is mirrored.
  func noteChange(_ signal: AccessibilitySignal, at path: String) {
    switch signal.event {
    case .state(let state):
      structure.stateChanged(state, signal.isSet, at: path)
      if state == .focused { focus.focusChanged(signal.isSet, at: path) }
    case .childrenAdded, .childrenRemoved: structure.entryChanged(at: path)
    default: break
    }
  }

  /// Has the view read again that the scroll bar at `path` moved; `false` where that is not known to be one of a view.
  func wasScrolled(byBarAt path: String) -> Bool {
    guard let view = scrolledViews[path] else { return false }
    guard view.stage == .shown else {
      scrolledViews[path] = nil
      return false
    }
    activity.scrolled.didScroll(view)
    return true
  }

  /// Finds out whether what told of a value at `path`, in a view, is a scroll bar. What is none is read again.
  private func recheckScroll(of view: MirroredObject, byBarAt path: String) {
    reads.outstandingChildren += 1
    ObjectCalls(peer: peer, path: path).role { [weak self] answer in
      guard let self else { return }
      reads.outstandingChildren -= 1
      schedule()
      guard !isClosed, view.stage == .shown, case .success(let role) = answer else { return }
      guard AtspiRole.entry(role)?.role == .scrollBar else { return reread(path, in: view) }
      if scrolledViews.count >= Self.maxScrollBars { scrolledViews = [:] }
      scrolledViews[path] = view
      activity.scrolled.didScroll(view)
    }
    health.didCall()
  }

  /// The maximum number of scroll bars that are known to be of views.
  private static let maxScrollBars = 256

  /// Finds the nearest mirrored ancestor of an object that is not mirrored, and reads its children again.
  ///
  /// - Parameter isValue: Whether the object told of a value, as scroll bars do.
  func locateSender(at path: String, isValue: Bool) {
    guard structure.isStarted else { return }
    if unmirroredSenders[path] != nil {
      unmirroredSenders[path] = true
      return
    }
    guard unmirroredSenders.count < Self.maxUnmirroredSenders else { return }
    unmirroredSenders[path] = false
    let sender = isValue ? path : nil
    findMirroredAncestor(from: path, levels: context.limits.depth, ofBarAt: sender)
    context.loop.schedule(after: Self.senderSearchPause) { [weak self] in
      guard let self, let sentAgain = unmirroredSenders.removeValue(forKey: path), !isClosed,
        sentAgain
      else { return }
      // Events that the object sent during the search must not be lost.
      guard let reference = table.interner.find(peer.name, path), let object = table[reference],
        object.stage != .gone
      else { return locateSender(at: path, isValue: isValue) }
      reads.mark(object, [.children, .properties, .states], .high)
    }
  }

  private func findMirroredAncestor(from path: String, levels: Int, ofBarAt bar: String?) {
    guard levels > 0 else { return }
    reads.outstandingChildren += 1
    ObjectCalls(peer: peer, path: path).parent(
      { (message) throws(BusError) in try message.reference() },
      { [weak self] answer in
        guard let self else { return }
        reads.outstandingChildren -= 1
        schedule()
        guard !isClosed, case .success(let parent) = answer, parent.owner == peer.name else {
          return
        }
        if let reference = table.interner.find(parent.owner, parent.path),
          let object = table[reference], object.stage != .gone
        {
          if let bar, object.isView {
            recheckScroll(of: object, byBarAt: bar)
          } else {
            reread(path, in: object)
          }
          activity.recordActivity(.all)
        } else if parent.path != path {
          findMirroredAncestor(from: parent.path, levels: levels - 1, ofBarAt: bar)
        }
      })
    health.didCall()
  }

  /// Has a child read again that may be mirrored under another path, or the children of the object.
  private func reread(_ path: String, in object: MirroredObject) {
    if object.grid != nil {
      structure.resolve(cell: path, of: object)
    } else if object.remakesChildren {
      resolve(remade: path, of: object)
    } else {
      reads.mark(object, .children, .high)
    }
  }

  /// Finds the mirrored child at the index of the object at `path`, for a parent that creates its children anew
  /// each time, and reads that child again.
  func resolve(remade path: String, of parent: MirroredObject) {
    var calls = ObjectCalls(peer: parent.peer, path: path, limits: limits)
    calls.lane = .visible
    reads.outstandingChildren += 1
    calls.indexInParent { [weak self] result in
      guard let self else { return }
      reads.outstandingChildren -= 1
      schedule()
      guard !isClosed, parent.stage == .shown, case .success(let index) = result else { return }
      guard parent.children.indices.contains(Int(index)) else {
        return reads.mark(parent, .children, .high)
      }
      reads.mark(parent.children[Int(index)], [.properties, .states], .high)
      focus.recheck()
    }
  }
}
