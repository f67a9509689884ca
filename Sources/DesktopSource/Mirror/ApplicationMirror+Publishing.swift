internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeTransport

extension ApplicationMirror {
  /// How long new elements may wait for their details, so that they appear whole.
  static let gatePatience = Duration.milliseconds(150)
  /// So many new elements are shown as they come.
  static let wholeAtMost = 256
  /// So many elements of a larger number are added in one turn of the loop, and more while it is young.
  static let addedAtOnce = 64
  static let publishingLimit = Duration.milliseconds(2)

  /// Brings the elements in line with the objects.
  func publish() {
    guard isShown else { return }
    let isOpen = isGateOpen()
    guard
      isOpen && !(restructured.isEmpty && orphans.isEmpty) || !changed.isEmpty
        || !pendingPosts.isEmpty
    else { return }
    context.store.edit { edit in
      if isOpen { publishStructure(edit) }
      publishChanges(edit)
      for post in pendingPosts { edit.post(post) }
      pendingPosts.removeAll()
      edit.updateApplication(rootID) { $0.lastHeard = context.store.time }
    }
  }

  /// Whether the structure may be shown as it is: nothing is half read, or there is no more waiting.
  private func isGateOpen() -> Bool {
    if load == .loading { return true }
    let isSettled =
      outstandingChildren == 0 && undecided.isEmpty
      && (fresh.count > Self.wholeAtMost || fresh.all.allSatisfy(\.isWhole))
    if isSettled || restructured.isEmpty && orphans.isEmpty {
      gateTimer?.cancel()
      gateTimer = nil
      gateDeadline = nil
      return true
    }
    guard let deadline = gateDeadline else {
      gateDeadline = .now().advanced(by: Self.gatePatience)
      gateTimer = context.loop.schedule(after: Self.gatePatience) { [weak self] in
        self?.schedule()
      }
      return false
    }
    if MonotonicTime.now() < deadline { return false }
    gateDeadline = nil
    gateTimer = nil
    return true
  }

  private func publishChanges(_ edit: TreeEdit) {
    var share = PublishingShare(context.loop, atOnce: Self.wholeAtMost)
    while share.isLeft, let object = changed.popFirst() {
      let changes = object.changes
      object.changes = []
      guard object.stage == .shown else { continue }
      share.take()
      if changes != .frame { weigh(object) }
      try? edit.update(object.id) { element in
        if changes == .frame {
          element.frame = object.frame
        } else {
          ElementComposer.compose(object, into: &element, in: table)
        }
      }
    }
  }

  // MARK: Structure

  private func publishStructure(_ edit: TreeEdit) {
    removeOrphans(edit)
    let isMuch = load == .loading || fresh.count > Self.wholeAtMost
    var share = PublishingShare(context.loop, atOnce: isMuch ? Self.addedAtOnce : Self.wholeAtMost)
    var next = 0
    while next < restructured.count, share.isLeft {
      let parent = restructured[next]
      next += 1
      parent.isRestructured = false
      guard parent.stage == .shown else {
        // All its children come with it.
        parent.newcomers = []
        continue
      }
      if !parent.isReordered, presentNewcomers(of: parent, edit, &share) { continue }
      parent.isReordered = false
      presentChildren(of: parent, edit, &share)
    }
    restructured.removeFirst(next)
  }

  /// Shows what is new of an object's children, each between those that it stands between; `false` when the
  /// order in the tree is another than that of the objects.
  private func presentNewcomers(
    of parent: MirroredObject, _ edit: TreeEdit, _ share: inout PublishingShare
  ) -> Bool {
    let newcomers = parent.newcomers
    parent.newcomers = []
    for (index, child) in newcomers.enumerated() {
      guard share.isLeft else {
        present(later: newcomers[index...], of: parent)
        return true
      }
      guard child.stage == .fresh, child.parent === parent, child.isPresentable else { continue }
      guard let place = place(of: child, in: parent, edit.tree) else { return false }
      show(child, in: parent, at: place, edit, &share)
    }
    return true
  }

  private func present(later newcomers: ArraySlice<MirroredObject>, of parent: MirroredObject) {
    parent.newcomers = Array(newcomers)
    queueStructure(of: parent)
  }

  /// Where among the shown children of its parent an object belongs, by their ranks.
  private func place(of child: MirroredObject, in parent: MirroredObject, _ tree: Tree) -> Int? {
    tree.read(parent.id) { element -> Int? in
      func rank(_ index: Int) -> Int {
        // What another parent will take over, or nobody, stays at the end until then.
        guard let other = table[element.children[index]], other.parent === parent else {
          return .max
        }
        return other.rank
      }
      var (low, high) = (0, element.children.count)
      if high > 0, rank(high - 1) < child.rank { return high }
      while low < high {
        let middle = (low + high) / 2
        if rank(middle) < child.rank { low = middle + 1 } else { high = middle }
      }
      let isAfter = low == 0 || rank(low - 1) < child.rank
      let isBefore = low == element.children.count || rank(low) > child.rank
      return isAfter && isBefore ? low : nil
    } ?? nil
  }

  private func show(
    _ child: MirroredObject, in parent: MirroredObject, at place: Int?, _ edit: TreeEdit,
    _ share: inout PublishingShare
  ) {
    share.take()
    weigh(child)
    let element = ElementComposer.element(of: child, in: table)
    guard (try? edit.insert(element, under: parent.id, at: place)) != nil else { return }
    child.stage = .shown
    child.changes = []
    fresh.remove(child)
    if !child.children.isEmpty { restructure(child) }
  }

  /// Brings the whole list of an object's children into the tree. New ones for which no time is left follow
  /// in turns to come.
  private func presentChildren(
    of parent: MirroredObject, _ edit: TreeEdit, _ share: inout PublishingShare
  ) {
    parent.newcomers = []
    var later: [MirroredObject] = []
    var order: [ElementID] = []
    order.reserveCapacity(parent.children.count)
    for child in parent.children where child.isPresentable {
      if child.stage == .fresh, !share.isLeft {
        later.append(child)
        continue
      }
      order.append(child.id)
      switch child.stage {
      case .shown:
        if edit.tree.read(child.id, { $0.parent }) != .some(parent.id) {
          try? edit.move(child.id, under: parent.id)
        }
      case .fresh: show(child, in: parent, at: nil, edit, &share)
      case .gone: continue
      }
    }
    if !later.isEmpty { present(later: later[...], of: parent) }
    // A child that another parent will take over in this edit stays at the end until then.
    let present = edit.tree.read(parent.id) { $0.children } ?? []
    guard present != order else { return }
    let wanted = Set(order)
    let full =
      order.filter { edit.tree.read($0, { $0.parent }) == parent.id }
      + present.filter { !wanted.contains($0) }
    try? edit.reorderChildren(of: parent.id, to: full)
  }
}

/// How much may be published in this turn: so many elements, so that what belongs together comes together,
/// and more while there is time.
private struct PublishingShare {
  private let loop: EventLoop
  private var atOnce: Int
  private var untilLook = 0
  private(set) var isLeft = true

  init(_ loop: EventLoop, atOnce: Int) {
    self.loop = loop
    self.atOnce = atOnce
  }

  mutating func take() {
    if atOnce > 0 {
      atOnce -= 1
      return
    }
    untilLook -= 1
    guard untilLook < 0 else { return }
    untilLook = 15
    isLeft = loop.turnAge < ApplicationMirror.publishingLimit
  }
}

extension MirroredObject {
  /// Whether all that a new element is shown with has been read.
  var isWhole: Bool { isPresentable && isDetailed && known.contains(.children) }
}
