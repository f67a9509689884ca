internal import AccessibilityMirror
internal import AccessibilityTree

/// What is told besides what becomes of elements.
extension EffectEvidence {
  /// Whether what the target is in gets the focus with it, such as a frame of a page. Keys may give the focus to any other part
  /// around their target.
  private func isFocusedWithTarget(_ id: ElementID) -> Bool {
    // The target may have been removed.
    guard path.contains(id) else { return false }
    return focusing?.isOfPress != false || store.tree.read(id) { $0.role } == .document
  }

  mutating func examine(_ notification: Notification, at revision: Revision) {
    switch notification {
    case .announcement(_, _, let element):
      guard element.map(isInApplication) ?? true else { return }
      if awaited.isLate(revision) || awaited.mayHaveChanged(element, at: revision) {
        return countLate()
      }
      count(element.map(rhythm.isRestless) ?? false)
    // A page that was opened just now gets the focus late, and so does what was pressed before.
    case .focusMoved(let from, let to?):
      if to != target, isInApplication(to) {
        if focusing?.isContainer(to) == true { return }
        let isReturn =
          focusing?.isReturn(to) == true || returns.isReturn(to: to, since: request)
        let isOfFormer = formers.last { $0.id == to }?.isUnfocused == true
        let isNoise =
          isDrag || isFocusedWithTarget(to) || isOfFormer || isReturn
          || isOfReplaced(from, to)
        if !isNoise, awaited.isLate(revision) || awaited.mayHaveChanged(to, at: revision) {
          return countLate()
        }
        // Keys move it from one item of a view to another, which no start does.
        if !isNoise, start != .isOver, focusing?.isBesideTarget(to, from: from) == true {
          return count(false, mayBeStart: false)
        }
        // It may go back at once.
        if isNoise || start != .isOver { count(isNoise) } else { formerFocus.move() }
      }
    case .scrolled(let container, _, _, _):
      guard isInApplication(container) else { return }
      if scrollBars == nil || !awaited.isOfTarget(container),
        awaited.mayHaveChanged(container, at: revision)
      {
        return countLate()
      }
      if isScrollOfBefore { return countLate() }
      if silentMoves.findScroll(of: container) { return }
      if isDrag { return count(true) }
      if mayFindMoves, page.id != nil { hasMoves = true } else { count(noise.isNoisy(container)) }
    // A new window is a new element. One that becomes active, as at its start, is no effect of a press.
    case .screenChanged: break
    // The start fills no field that was read before.
    case .valueChanged(let id, _, _) where start == .isRecent && page.id == nil:
      guard isInApplication(id), store.tree.read(id, { $0.role.isTextEntry }) == true else {
        return
      }
      if awaited.mayHaveChanged(id, at: revision) { return countLate() }
      count(noise.isNoisy(id), mayBeStart: false)
    // The rest is seen by the elements.
    case .layoutChanged, .valueChanged, .focusMoved, .applicationChanged, .speech: break
    }
  }

  /// Whether what had the focus is gone, and what has it now came in its place by itself.
  private func isOfReplaced(_ from: ElementID?, _ to: ElementID) -> Bool {
    from.map { !store.tree.contains($0) } ?? true && noise.isNoisy(to)
  }
}
