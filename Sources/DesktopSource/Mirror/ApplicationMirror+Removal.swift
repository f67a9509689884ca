internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeTransport

/// Taking elements out of the mirror: of a large subtree so many in a turn of the loop, the last ones first.
extension ApplicationMirror {
  /// Elements that are removed in one turn.
  static let removalsPerTurn = 2048

  /// Removes what nobody lists any more, as much as fits into this turn.
  func removeOrphans(_ edit: TreeEdit) {
    var left = Self.removalsPerTurn
    while left > 0, let orphan = orphans.last {
      // Another object may have taken it in meanwhile.
      if orphan.parent == nil, orphan.stage != .gone { left -= thin(orphan, by: left, edit) }
      if orphan.parent != nil || orphan.stage == .gone { orphans.removeLast() }
    }
  }

  /// Takes an object out of the mirror at once, with all below it.
  func remove(_ object: MirroredObject, _ edit: TreeEdit) {
    if object.stage == .shown { _ = try? edit.remove(object.id) }
    for below in object.subtree { forget(below) }
    object.children = []
  }

  /// Removes an object with all below it when they are no more than `limit`, else the last of them;
  /// returns how many.
  private func thin(_ object: MirroredObject, by limit: Int, _ edit: TreeEdit) -> Int {
    let all = object.subtree
    guard all.count > limit else {
      remove(object, edit)
      return all.count
    }
    object.isThinned = true
    // Parents come first, so what is below an object comes behind it, and its last child is the last.
    for below in all.suffix(limit).reversed() {
      if below.stage == .shown { _ = try? edit.remove(below.id) }
      forget(below)
      guard let parent = below.parent else { continue }
      if parent.children.last === below { parent.children.removeLast() }
      parent.isThinned = true
    }
    return limit
  }

  private func forget(_ object: MirroredObject) {
    guard object.stage != .gone else { return }
    object.stage = .gone
    table.remove(object)
    count -= 1
    if object.isForeign { foreignCount -= 1 }
    account(for: object, 0)
  }

  /// An object that was being removed has a place again: what was removed below it is asked for.
  func restore(_ object: MirroredObject) {
    guard object.isThinned else { return }
    for below in object.subtree where below.isThinned {
      below.isThinned = false
      mark(below, .children, .first)
    }
  }

  /// Removes all elements of an application that has ended, and the application with the last of them.
  func removeAll() {
    leaving = root.subtree
    for object in orphans where object.parent == nil { leaving += object.subtree }
    leaving += fresh
    orphans = []
    fresh = []
    removeOn()
  }

  private func removeOn() {
    context.store.edit { edit in
      var left = Self.removalsPerTurn
      while left > 0, let object = leaving.popLast() {
        guard object.stage != .gone else { continue }
        left -= 1
        if object.stage == .shown { _ = try? edit.remove(object.id) }
        forget(object)
      }
    }
    // Objects hold their application without keeping it.
    if !leaving.isEmpty { context.loop.schedule(after: .zero) { self.removeOn() } }
  }
}
