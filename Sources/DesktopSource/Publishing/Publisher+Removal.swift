internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeTransport

/// Taking elements out of the mirror: of a large subtree so many in a turn of the loop, the last ones first.
extension Publisher {
  /// Elements that are removed in one turn, and for how long more are.
  static let removedAtOnce = 256
  static let removalLimit = Duration.milliseconds(2)

  /// Removes what nobody lists any more, as much as fits into this turn.
  func removeOrphans(_ edit: TreeEdit) {
    while let orphan = orphans.last {
      // Another object may have taken it in meanwhile.
      if orphan.parent == nil, orphan.stage != .gone {
        if orphan.isAtMost(Self.removedAtOnce) { remove(orphan, edit) } else { thin(orphan, edit) }
      }
      if orphan.parent != nil || orphan.stage == .gone { orphans.removeLast() }
      if context.loop.turnAge > Self.removalLimit { return }
    }
  }

  /// Takes an object out of the mirror at once, with all below it.
  private func remove(_ object: MirroredObject, _ edit: TreeEdit) {
    if object.stage == .shown { _ = try? edit.remove(object.id) }
    for below in object.subtree { forget(below) }
    object.children = []
  }

  /// Removes as much of an object as there is time for, and the object itself at the end.
  private func thin(_ object: MirroredObject, _ edit: TreeEdit) {
    var leaves = LeavesFirst(object)
    take(&leaves, edit)
    for parent in leaves.goBack() { parent.isThinned = true }
  }

  /// Removes objects one by one, for as long as there is time, or all.
  private func take(_ leaves: inout LeavesFirst, _ edit: TreeEdit) {
    var left = Self.removedAtOnce
    while left > 0 || context.loop.turnAge < Self.removalLimit, let leaf = leaves.next() {
      left -= 1
      guard leaf.stage != .gone else { continue }
      if leaf.stage == .shown { _ = try? edit.remove(leaf.id) }
      forget(leaf)
    }
  }

  private func forget(_ object: MirroredObject) {
    guard object.stage != .gone else { return }
    object.stage = .gone
    fresh.remove(object)
    table.remove(object)
    application.count -= 1
    context.noteRemoval()
    if object.isForeign { application.foreignCount -= 1 }
    application.claims(object, false)
    tally(.ancestors, -object.refusedChildren)
    object.refusedChildren = 0
    application.account(for: object, 0)
  }

  /// Takes an object out at once, with all below it.
  func detach(_ object: MirroredObject) {
    guard object !== root, object.stage != .gone else { return }
    object.parent?.drop(object)
    orphans.append(object)
    schedule()
  }

  /// Gives an object up, with all below it, that belongs to another application.
  func surrender(_ object: MirroredObject) {
    object.parent?.drop(object)
    context.store.edit { remove(object, $0) }
    schedule()
  }

  /// An embedded part ended.
  func lose(peer owner: String) {
    guard let lost = application.removePeer(owner) else { return }
    for object in root.subtree where object.peer === lost && object.parent?.peer !== lost {
      detach(object)
    }
    schedule()
  }

  /// Removes all elements of an application that has ended, and the application with the last of them.
  func removeAll() {
    leaving = [LeavesFirst(root)]
    leaving += (orphans + fresh.all).filter { $0.parent == nil }.map(LeavesFirst.init)
    orphans = []
    fresh.removeAll()
    removeOn(application.owner)
    // What takes a while is said meanwhile.
    guard !leaving.isEmpty else { return }
    context.store.edit { edit in edit.updateApplication(rootID) { $0.health = .gone } }
  }

  /// - Parameter owner: is kept until all has gone.
  private func removeOn(_ owner: (any MirrorOwner)?) {
    context.store.edit { edit in
      while var leaves = leaving.popLast() {
        take(&leaves, edit)
        if !leaves.isAtEnd { leaving.append(leaves) }
        if context.loop.turnAge > Self.removalLimit { return }
      }
    }
    if !leaving.isEmpty { context.loop.schedule(after: .zero) { self.removeOn(owner) } }
  }
}

/// An object and all below it, each after its children, the last child first. What is handed out stands in no
/// list any more.
struct LeavesFirst {
  /// From the object to the one whose children are being handed out, none of them in its parent's list.
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

  /// Puts what was not handed out into its place again, and ends; returns which objects have lost children.
  mutating func goBack() -> [MirroredObject] {
    for (child, parent) in zip(path.dropFirst(), path).reversed() { parent.children.append(child) }
    defer { path = [] }
    return path
  }
}

extension MirroredObject {
  /// Whether it and all below it are at most so many.
  fileprivate func isAtMost(_ limit: Int) -> Bool {
    var walk = SubtreeWalk(self)
    for _ in 0..<limit where walk.next() == nil { return true }
    return walk.next() == nil
  }
}
