internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeTransport

extension ApplicationMirror {
  /// How long new elements may wait for their details, so that they appear whole.
  static let gatePatience = Duration.milliseconds(150)
  /// So many new elements are shown as they come.
  static let wholeAtMost = 256
  /// Elements added to the tree in one turn of the loop.
  static let insertsPerTurn = 1024

  /// Brings the elements in line with the objects.
  func publish() {
    guard isShown else { return }
    fresh.removeAll { $0.stage != .fresh }
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
      fresh.removeAll { $0.stage != .fresh }
      edit.updateApplication(rootID) { $0.lastHeard = context.store.time }
    }
  }

  /// Whether the structure may be shown as it is: nothing is half read, or there is no more waiting.
  private func isGateOpen() -> Bool {
    if load == .loading { return true }
    let isSettled =
      outstandingChildren == 0 && undecided.isEmpty
      && (fresh.count > Self.wholeAtMost || fresh.allSatisfy(\.isWhole))
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
    for object in changed {
      let changes = object.changes
      object.changes = []
      guard object.stage == .shown else { continue }
      if changes != .frame { weigh(object) }
      try? edit.update(object.id) { element in
        if changes == .frame {
          element.frame = object.frame
        } else {
          ElementComposer.compose(object, into: &element, in: table)
        }
      }
    }
    changed.removeAll(keepingCapacity: changed.count < 4096)
  }

  // MARK: Structure

  private func publishStructure(_ edit: TreeEdit) {
    removeOrphans(edit)
    var left = Self.insertsPerTurn
    var next = 0
    while next < restructured.count, left > 0 {
      let parent = restructured[next]
      next += 1
      parent.isRestructured = false
      guard parent.stage == .shown else { continue }
      publishChildren(of: parent, edit, &left)
    }
    restructured.removeFirst(next)
  }

  private func publishChildren(of parent: MirroredObject, _ edit: TreeEdit, _ left: inout Int) {
    var order: [ElementID] = []
    order.reserveCapacity(parent.children.count)
    for child in parent.children where child.isPresentable {
      if child.stage == .fresh, left <= 0 {
        // The others are shown in turns to come.
        restructure(parent)
        continue
      }
      order.append(child.id)
      switch child.stage {
      case .shown:
        if edit.tree.read(child.id, { $0.parent }) != .some(parent.id) {
          try? edit.move(child.id, under: parent.id)
        }
      case .fresh:
        left -= 1
        weigh(child)
        let element = ElementComposer.element(of: child, in: table)
        guard (try? edit.insert(element, under: parent.id)) != nil else { continue }
        child.stage = .shown
        child.changes = []
        if !child.children.isEmpty, !child.isRestructured {
          child.isRestructured = true
          restructured.append(child)
        }
      case .gone: continue
      }
    }
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

extension MirroredObject {
  /// Whether all that a new element is shown with has been read.
  var isWhole: Bool { isPresentable && isDetailed && known.contains(.children) }
}
