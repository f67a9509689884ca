internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeTransport

/// Removes elements from the mirror. Large subtrees are removed over several turns of the loop, children before
/// their parents.
extension Publisher {
  /// At least this many elements are removed in a turn of the loop, and more until a client waits or the turn is old.
  static let minRemovedPerTurn = 256

  /// Removes objects that no parent lists any more, as many as fit into this turn.
  func removeOrphans(_ edit: TreeEdit) {
    while let orphan = orphans.last {
      // Another object may have listed it meanwhile.
      if orphan.parent == nil, orphan.stage != .gone {
        if orphan.isAtMost(Self.minRemovedPerTurn) {
          remove(orphan, edit)
        } else {
          removePart(orphan, edit)
        }
      }
      if orphan.parent != nil || orphan.stage == .gone { orphans.removeLast() }
      if context.loop.isTurnAwaited { return }
    }
  }

  /// Removes an object and everything below it at once.
  private func remove(_ object: MirroredObject, _ edit: TreeEdit) {
    for below in object.subtree { keepMoved(from: below, edit) }
    for below in object.subtree {
      // The element may be elsewhere, if its object moved.
      if below.stage == .shown { _ = try? edit.remove(below.id) }
      forget(below)
    }
    object.children = []
  }

  /// Moves elements out of one that is removed whose objects another one has taken over.
  private func keepMoved(from object: MirroredObject, _ edit: TreeEdit) {
    guard object.stage == .shown else { return }
    for id in edit.read(object.id, { $0.children }) ?? [] {
      guard let child = table[id], child.stage == .shown, let parent = child.parent,
        parent !== object
      else { continue }
      try? edit.move(id, under: parent.stage == .shown ? parent.id : rootID)
    }
  }

  /// Removes part of a subtree, bottom-up, as far as time allows; the object itself comes last.
  private func removePart(_ object: MirroredObject, _ edit: TreeEdit) {
    var leaves = BottomUpWalk(object)
    take(&leaves, edit)
    for parent in leaves.goBack() { parent.hasRemovedChildren = true }
  }

  /// Removes objects one by one until time is up or none is left.
  private func take(_ leaves: inout BottomUpWalk, _ edit: TreeEdit) {
    var left = Self.minRemovedPerTurn
    while left > 0 || !context.loop.isTurnAwaited, let leaf = leaves.next() {
      left -= 1
      guard leaf.stage != .gone else { continue }
      keepMoved(from: leaf, edit)
      if leaf.stage == .shown { _ = try? edit.remove(leaf.id) }
      forget(leaf)
    }
  }

  private func forget(_ object: MirroredObject) {
    guard object.stage != .gone else { return }
    object.stage = .gone
    object.parent = nil
    // Another one may have the focus that it reported, such as what it was in.
    if object.facts.states.contains(.focused) { recomposeFocused() }
    fresh.remove(object)
    table.remove(object)
    application.count -= 1
    context.recordFreed()
    if object.isForeign { application.foreignCount -= 1 }
    application.updateClaim(object, false)
    adjustCount(.ancestors, -object.refusedChildren)
    object.refusedChildren = 0
    application.recordTextSize(for: object, 0)
  }

  /// Takes an object off its parent and queues it for removal with everything below it.
  func detach(_ object: MirroredObject) {
    guard object !== root, object.stage != .gone else { return }
    object.parent?.removeChild(object)
    orphans.append(object)
    schedule()
  }

  /// Removes an object that belongs to another application, with everything below it, at once.
  func release(_ object: MirroredObject) {
    object.parent?.removeChild(object)
    context.store.edit { remove(object, $0) }
    schedule()
  }

  /// Handles the end of an embedded part, the process at the bus name `owner`: detaches its objects.
  func peerDisconnected(peer owner: String) {
    guard let lost = application.removePeer(owner) else { return }
    for object in root.subtree where object.peer === lost && object.parent?.peer !== lost {
      detach(object)
    }
    schedule()
  }

  /// Removes all elements of an application that has ended. The application goes with the last of them.
  func removeAll() {
    departing = [BottomUpWalk(root)]
    departing += (orphans + fresh.all).filter { $0.parent == nil }.map(BottomUpWalk.init)
    orphans = []
    fresh.removeAll()
    removeOn(application.owner)
    // Removal takes several turns: until it is done, the application is reported as gone.
    guard !departing.isEmpty else { return }
    context.store.edit { edit in edit.updateApplication(rootID) { $0.health = .gone } }
  }

  /// - Parameter owner: Kept alive until everything is removed.
  private func removeOn(_ owner: (any MirrorOwner)?) {
    context.store.edit { edit in
      while var leaves = departing.popLast() {
        take(&leaves, edit)
        if !leaves.isAtEnd { departing.append(leaves) }
        if context.loop.isTurnAwaited { return }
      }
    }
    if !departing.isEmpty { context.loop.schedule(after: .zero) { self.removeOn(owner) } }
  }
}

/// Iterates over an object and everything below it: children before their parent, the last child first. An
/// object that was returned is in no list of children any more.
struct BottomUpWalk {
  /// The path from the object down to the one whose children are being returned. None of them is in its
  /// parent's list.
  private var path: [MirroredObject]

  init(_ object: MirroredObject) {
    path = [object]
  }

  var isAtEnd: Bool { path.isEmpty }

  mutating func next() -> MirroredObject? {
    guard var object = path.last else { return nil }
    while let child = object.children.popLast() {
      path.append(child)
      object = child
    }
    return path.popLast()
  }

  /// Puts the objects that were not returned back into their parents' lists, and ends the iteration.
  ///
  /// - Returns: The objects that may have lost children.
  mutating func goBack() -> [MirroredObject] {
    for (child, parent) in zip(path.dropFirst(), path).reversed() { parent.children.append(child) }
    defer { path = [] }
    return path
  }
}

extension MirroredObject {
  /// Whether the subtree of this object has at most `limit` objects, including itself.
  fileprivate func isAtMost(_ limit: Int) -> Bool {
    var walk = SubtreeWalk(self)
    for _ in 0..<limit where walk.next() == nil { return true }
    return walk.next() == nil
  }
}
