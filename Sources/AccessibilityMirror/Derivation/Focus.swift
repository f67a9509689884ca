internal import AccessibilityTree

/// Determines which element has the keyboard focus over all applications. Applications in the background go on to report the
/// one that they had, and one that becomes active reports nothing if it had its focus all along: of several elements that say
/// that they have it, the one in the active window does. A page without a place, as Chromium keeps for the lists of its address bar,
/// does not take it from what is in the active window of its application.
struct Focus {
  let tree: Tree
  let memory: NotificationMemory

  /// The most windows of an application that are looked at.
  private static let maxWindows = 64

  /// Returns the element that has the focus after an edit, and remembers what got it.
  func after(_ differences: Differences, posted: ElementID?) -> ElementID? {
    var isChanged = !hasFocus(memory.focused)
    var last = hasFocus(memory.lastFocused) ? memory.lastFocused : nil
    var activated: ElementID?
    func gain(_ element: ElementID) {
      last = element
      isChanged = true
      memory.noteFocus(element, in: tree)
    }
    for element in differences.added where element.states.contains(.focused) { gain(element.id) }
    for (old, new) in differences.changed {
      let change = old.states.symmetricDifference(new.states)
      if change.contains(.focused), new.states.contains(.focused) { gain(new.id) }
      if new.role == .document, new.states.contains(.focused), old.frame != new.frame {
        isChanged = true
      }
      if change.contains(.modal) { isChanged = true }
      guard change.contains(.active) else { continue }
      isChanged = true
      if new.states.contains(.active) { activated = new.id }
    }
    if let posted { gain(posted) }
    memory.lastFocused = last
    if let posted { return posted }
    return isChanged ? chosen(last, activated) : memory.focused
  }

  /// - Parameters:
  ///   - last: The element that got the focus last.
  ///   - activated: The window that became active just now.
  private func chosen(_ last: ElementID?, _ activated: ElementID?) -> ElementID? {
    let active = activeWindows()
    guard !active.isEmpty else { return last.map(unblocked) }
    if let activated, active.contains(activated), let focus = focus(ofWindow: activated) {
      return focus
    }
    // Menus of an application are in windows of their own, which are not active.
    let applications = Set(active.compactMap { id in tree.read(id) { $0.application } })
    guard let last, let application = tree.read(last, { $0.application }),
      applications.contains(application)
    else { return active.lazy.compactMap(focus(ofWindow:)).first }
    guard isUnplacedPage(last), !active.contains(where: { tree.isAncestor($0, of: last) }) else {
      return last
    }
    let own = active.filter { id in tree.read(id) { $0.application } == application }
    return own.lazy.compactMap(focus(ofWindow:)).first ?? last
  }

  /// Returns what has the focus in a modal dialog that keeps people from an element, or else the element.
  private func unblocked(_ id: ElementID) -> ElementID {
    let window = ([id] + tree.ancestors(of: id)).dropLast().last
    let dialogs = window.map(tree.modalWindows(before:)) ?? []
    return dialogs.lazy.compactMap(focus(ofWindow:)).first ?? id
  }

  private func isUnplacedPage(_ id: ElementID) -> Bool {
    tree.read(id) { $0.role == .document && $0.frame?.rect.isEmpty ?? true } ?? false
  }

  private func hasFocus(_ id: ElementID?) -> Bool {
    id.map { tree.read($0) { $0.states.contains(.focused) } == true } ?? false
  }

  private func focus(ofWindow window: ElementID) -> ElementID? {
    memory.focusOfWindows[window]?.last { id in
      hasFocus(id) && (id == window || tree.isAncestor(window, of: id))
    }
  }

  private func activeWindows() -> [ElementID] {
    tree.roots.flatMap { tree.activeWindows(of: $0, amongFirst: Self.maxWindows) }
  }
}
