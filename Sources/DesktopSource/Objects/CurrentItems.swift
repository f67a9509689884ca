internal import AccessibilityTree

/// The focus of items, tabs and links, in toolkits where each current item reports that it has the focus (Qt,
/// GTK 3).
///
/// Such an item has the focus when its container reports the focus. The views of Qt 5 never report the focus,
/// nor that they can have it. There it is the item whose event reported the focus last, and until the first
/// event the only item that can have it.
///
/// Of a container and what is in it, what is in it has the focus where both report it, as a table and its cell do
/// in GTK 3 and LibreOffice.
extension MirroredObject {
  /// Whether the object reports the focus without having it: it passes the focus on, or is only the current
  /// item of its container.
  ///
  /// - Parameters:
  ///   - states: The object's states.
  ///   - container: The states of its parent.
  func isOnlyCurrent(_ states: AtspiStates, in container: AtspiStates) -> Bool {
    guard states.contains(.focused) else { return false }
    return leavesFocusToOthers(states, in: container) || application.focus.isWithin(self)
  }

  /// Whether something else has the focus that the object reports, which is not in it.
  fileprivate func leavesFocusToOthers(
    _ states: AtspiStates, in container: AtspiStates
  ) -> Bool {
    if isInInactiveFrame || isMereCellPart(in: container) { return true }
    guard isItemOfView else {
      return peer.dialect.delegatesFocus ? handsFocusOn(states, in: container) : leavesFocusToRival
    }
    guard !container.contains(.focused) else { return false }
    guard !container.contains(.focusable) else { return true }
    return application.focus.holder !== self && !application.focus.mustHaveFocus(self)
  }

  /// Whether the object reports the focus whenever it is the current item of its container.
  var isItemOfView: Bool {
    guard let role = AtspiRole.entry(facts.role)?.role, peer.dialect.currentItems.contains(role)
    else { return false }
    // A link outside of a label is a widget.
    return role != .link || parent.map { $0.facts.hasRole(.label) } == true
  }

  /// Whether the object is a part of a cell that has the focus, and not the one by whose text people know it: GTK 3
  /// reports it for each, such as an icon and a text in one column.
  private func isMereCellPart(in container: AtspiStates) -> Bool {
    guard isTableCell, let parent, parent.isTableCell else { return false }
    guard container.contains(.focused) else { return hasStatesOfCell }
    let text = parent.children.first { $0.isTableCell && $0.facts.interfaces.contains(.text) }
    return text !== self
  }

  /// Whether another object has the focus that this one reports.
  private func handsFocusOn(_ states: AtspiStates, in container: AtspiStates) -> Bool {
    guard let holder = application.focus.holder, holder.stage == .shown,
      holder.facts.states.contains(.focused) || holder.hasSilentFocus(holder.facts.states)
    else {
      // As long as no event has named the one that has it, the visible part of an area leaves it to the area, a
      // container to what is in it, and a control to the text that people type in.
      let isViewport =
        !states.contains(.focusable) && container.isSuperset(of: [.focusable, .focused])
      return isViewport || isContainer && application.focus.isInside(self)
        || !states.contains(.editable) && application.focus.isInText(beside: self)
    }
    return holder !== self && (!holder.isItemOfView || holder.parent !== self)
  }

  /// Whether the object only holds others, and has the focus for one of them.
  var isContainer: Bool {
    let role = AtspiRole.entry(facts.role)?.role
    return role == .generic || role == .group
  }

  /// Whether the object has the focus although its states tell nothing of it: a view of Qt 5 without a current
  /// item, which an event named last.
  func hasSilentFocus(_ states: AtspiStates) -> Bool {
    isSilentView(states) && application.focus.holder === self && activeWindow != nil
  }

  /// Whether the object is a view whose states never tell of the focus.
  func isSilentView(_ states: AtspiStates) -> Bool {
    guard peer.dialect.delegatesFocus, states.isDisjoint(with: [.focusable, .focused]) else {
      return false
    }
    return isView
  }

  static let viewRoles: Set<Role> = [.list, .table, .tree, .treeGrid]

  /// Whether the object had the focus because an event said so, so that the next event takes it away.
  var hasFocusByEventsOnly: Bool { isItemOfView || isSilentView(facts.states) }

  /// Whether only events tell that the object has the focus, because its container does not report whether it
  /// can have it.
  var isItemOfSilentView: Bool {
    isItemOfView && parent?.facts.states.isDisjoint(with: [.focusable, .focused]) == true
  }

  /// Whether the object is a text that people type in, and its own states say that it has the focus.
  var isTextWithFocus: Bool {
    stage == .shown && peer.dialect.delegatesFocus
      && facts.states.isSuperset(of: [.focusable, .focused, .editable])
  }

  /// Whether the object is in a window of the application that is not active, while another one is.
  /// LibreOffice goes on to report the focus in the former. A popup is not active while its window is.
  var isInInactiveFrame: Bool {
    let window = window
    func isFrame(_ object: MirroredObject) -> Bool {
      AtspiRole.entry(object.facts.role)?.name == "frame"
    }
    func isDialog(_ object: MirroredObject) -> Bool {
      var facts = object.facts
      facts.isTopLevel = true
      return ElementMapping.role(facts).isDialog
    }
    guard isFrame(window), !window.facts.states.contains(.active) else { return false }
    return application.root.children.contains {
      $0.facts.states.contains(.active) && (isFrame($0) || isDialog($0))
    }
  }

  /// The object's window, if it is active and everything between the two is showing.
  fileprivate var activeWindow: MirroredObject? {
    var window = self
    while let parent = window.parent, parent !== application.root {
      guard window.isShowing else { return nil }
      window = parent
    }
    return window.facts.states.contains(.active) ? window : nil
  }
}

/// The objects of an application that have reported the focus.
struct FocusHistory {
  /// The object whose event reported the focus last.
  weak var holder: MirroredObject?
  /// The item whose event reported the focus last, while it is asked whether the text that had it has it still.
  weak var claimant: MirroredObject?
  /// The path of the object whose event reported the focus last, while it is not mirrored.
  var awaitedPath: String?
  /// The objects that reported the focus; some may have lost it since.
  private(set) var objects: [MirroredObject] = []
  /// Entries that do not tell of the focus of the text in them; some may be gone since.
  private(set) var hidingEntries: [MirroredObject] = []
  /// Whether there were more objects than are remembered.
  private var hasOverflowed = false
  /// Whether an event has reported the focus.
  var isReportedByEvents = false

  /// Remembers an object that has the focus, at most 16; returns `false` when it is remembered already.
  mutating func record(_ object: MirroredObject) -> Bool {
    guard !objects.contains(where: { $0 === object }) else { return false }
    if objects.count >= 16 {
      // A text keeps the focus while buttons are pressed, however many there are.
      objects.remove(at: objects.firstIndex { !$0.facts.states.contains(.editable) } ?? 0)
      hasOverflowed = true
    }
    objects.append(object)
    return true
  }

  /// Remembers an entry that does not tell of the focus, at most 16; returns `false` when it is remembered already.
  mutating func record(hidingEntry entry: MirroredObject) -> Bool {
    guard !hidingEntries.contains(where: { $0 === entry }) else { return false }
    hidingEntries.removeAll { $0.stage == .gone }
    if hidingEntries.count >= 16 { hidingEntries.removeFirst() }
    hidingEntries.append(entry)
    return true
  }

  /// The objects whose elements depend on which one has the focus.
  var concerned: [MirroredObject] { hidingEntries.isEmpty ? objects : objects + hidingEntries }

  /// Whether something in an object has the focus.
  fileprivate func isWithin(_ other: MirroredObject) -> Bool {
    objects.contains { object in
      let states = object.facts.states
      return states.contains(.focused) && object.stage == .shown && object.isDescendant(other)
        && !object.leavesFocusToOthers(states, in: object.parent?.facts.states ?? [])
    }
  }

  /// Whether something in a container reports the focus that can have it.
  fileprivate func isInside(_ container: MirroredObject) -> Bool {
    objects.contains { object in
      object.stage == .shown && !object.isItemOfView && object.isDescendant(container)
        && object.facts.states.isSuperset(of: [.focusable, .focused])
    }
  }

  /// Whether an object is the one whose event reported the focus before it was mirrored; it is then awaited no more.
  mutating func takeAwaited(_ object: MirroredObject) -> Bool {
    guard let awaitedPath, object.path == awaitedPath else { return false }
    self.awaitedPath = nil
    return true
  }

  /// Whether a text on screen beside an object, in the same window, reports the focus.
  fileprivate func isInText(beside other: MirroredObject) -> Bool {
    objects.contains { object in
      object !== other && object.stage == .shown && object.isShowing
        && object.facts.states.isSuperset(of: [.focusable, .focused, .editable])
        && object.window === other.window
    }
  }

  /// Makes an object the last that reported the focus.
  mutating func renew(_ object: MirroredObject) {
    guard let place = objects.firstIndex(where: { $0 === object }) else { return }
    objects.append(objects.remove(at: place))
  }

  /// Forgets objects that no longer have the focus.
  mutating func prune() {
    hidingEntries.removeAll { $0.stage == .gone }
    objects.removeAll { $0.stage != .shown || !$0.facts.states.contains(.focused) }
  }

  /// Whether an item of a view that does not report the focus has it, as far as can be known before the first
  /// event: its window is active, and nothing else there reports the focus except the item's ancestors.
  fileprivate func mustHaveFocus(_ item: MirroredObject) -> Bool {
    guard !isReportedByEvents, !hasOverflowed, item.isItemOfSilentView,
      let window = item.activeWindow
    else { return false }
    return objects.allSatisfy { other in
      if other === item || other.stage != .shown || item.isDescendant(other)
        || !other.facts.states.contains(.focused) || other.activeWindow !== window
      {
        return true
      }
      // The current item of a view that can have the focus and does not have it.
      return other.isItemOfView && !other.isItemOfSilentView
        && other.parent?.facts.states.contains(.focused) == false
    }
  }
}
