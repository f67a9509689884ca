internal import AccessibilityMirror
internal import AccessibilityTree

/// Handles the events of an application: applies what they report, and has everything read again that they
/// report as changed.
final class EventReceiver: StructurePart {
  let structure: StructureReader
  let activity: ActivityMonitor
  let focus: FocusTracker
  let reader: ObjectReader
  /// The paths of objects that sent events, are not mirrored and are being searched for. The value is whether
  /// the object sent another event since the search began.
  var unmirroredSenders: [String: Bool] = [:]
  /// The views that scroll bars belong to which are not mirrored, by the paths of these.
  var scrolledViews: [String: MirroredObject] = [:]

  init(_ reader: ObjectReader) {
    structure = reader.structure
    activity = reader.activity
    focus = activity.focus
    self.reader = reader
  }

  /// Handles a signal of one of the application's objects.
  func receive(_ signal: AccessibilitySignal, from object: MirroredObject) {
    let isNews = activity.pacing.recordEvent(
      RereadPacing.Key(element: object.id, event: signal.event))
    switch signal.event {
    case .state(let state): apply(state, signal.isSet, to: object)
    case .childrenAdded, .childrenRemoved, .rows, .model: childrenChanged(object)
    case .parent: parentChanged(signal, of: object)
    case .name: text(signal, \.facts.name, of: object)
    case .description: text(signal, \.facts.description, of: object)
    case .helpText, .identifier: reads.mark(object, .properties, .high)
    case .value: valueChanged(object)
    case .role:
      // GTK 3 tells of a password that it shows by the role alone.
      reads.mark(object, object.holdsPassword ? [.role, .text] : .role, .high)
    case .attributes: reads.mark(object, .attributes, .high)
    case .textInserted, .textDeleted: textChanged(object)
    case .textAttributes: break
    case .caret: caretMoved(object, to: signal.detail1)
    case .textSelection:
      if object.wantsText { reads.mark(object, .text, .high) }
      activity.rereadActions(of: object)
    case .selection: selectionChanged(object)
    case .bounds:
      // GTK 4 reports changes of size, and never of position.
      if object.peer.dialect.omitsShowEvents {
        activity.recordActivity(.layout)
        if let parent = object.parent, parent.isView { activity.sweep.rowChecks.request(parent) }
      } else {
        object.peer.reportsBounds = true
      }
      activity.frames.didMove(object)
      return
    case .visibleData: if object.isWindowed { childrenChanged(object) }
    case .activeDescendant: activeDescendantChanged(object, signal)
    default: receiveWindowOrDocument(signal, object)
    }
    if signal.event.mayShowElements, activity.registerSweep() { activity.sweep.request() }
    activity.recordActivity(object.peer.reportsBounds ? .content : .all, isUnusual: isNews)
  }

  private func receiveWindowOrDocument(_ signal: AccessibilitySignal, _ object: MirroredObject) {
    switch signal.event {
    case .windowCreated, .windowDestroyed:
      reads.mark(root, .children, .high)
      reads.mark(object, .states, .high)
    case .windowActivated:
      publisher.set(false, \.isMinimised, of: object)
      for window in root.children where window !== object && window.facts.states.contains(.active) {
        reads.mark(window, .states, .high)
      }
      publisher.set(object.facts.states.union(.active), \.facts.states, of: object)
      focus.recheck()
    case .windowDeactivated:
      publisher.set(object.facts.states.subtracting(.active), \.facts.states, of: object)
      focus.recheck()
    case .windowMinimised, .windowRestored, .windowChanged:
      if signal.event != .windowChanged {
        publisher.set(signal.event == .windowMinimised, \.isMinimised, of: object)
      }
      reads.mark(object, [.states, .frame], .high)
      activity.recordActivity(.layout)
    case .documentLoading: reads.mark(object, .states, .high)
    case .documentLoaded:
      reads.mark(object, [.properties, .states, .children, .attributes], .high)
      publisher.post(.screenChanged(root: object.id, focus: nil))
    case .documentChanged: reads.mark(object, [.properties, .attributes], .high)
    case .focus: apply(.focused, true, to: object)
    case .announcement: announce(signal, object)
    default: break
    }
  }

  /// Handles a signal of an object that is not mirrored, such as a new window.
  func receive(_ signal: AccessibilitySignal, fromUnmirrored path: String?) {
    switch signal.event {
    case .windowCreated, .windowActivated, .windowDestroyed: reads.mark(root, .children, .high)
    case .announcement: announce(signal, root)
    case .bounds: return
    case .state(let state) where state == .defunct && signal.isSet: return
    case .value where path.map(wasScrolled(byBarAt:)) == true: break
    default:
      guard let path else { return }
      noteChange(signal, at: path)
      return locateSender(at: path, isValue: signal.event == .value)
    }
    activity.recordActivity(.all)
  }

  // MARK: States

  private func apply(_ state: AtspiStates, _ isSet: Bool, to object: MirroredObject) {
    if state == .defunct, isSet, object.cell != nil, object.parent?.grid?.remakesCells == true {
      object.lastNamed = 0
      return
    }
    if state == .defunct, isSet {
      if let parent = object.parent { reads.mark(parent, .children, .high) }
      return publisher.detach(object)
    }
    if state == .checked, object.checkedState.update(isSet) { reads.mark(object, .states, .high) }
    if state == .showing, object.mayLoseItsPlace {
      reads.mark(object, [.interfaces, .frame], .high)
      // The view may have said the same before, and its headers something else.
      reader.recheckContents(of: object, after: state)
    }
    guard object.known.contains(.states) else {
      if state == .focused { focus.focusChanged(isSet, at: object.path) }
      return reads.mark(object, .states, .high)
    }
    // The answer that is in flight may be older than this event.
    reads.outdateReads(of: .states, of: object)
    if state == .focused { focus.focusChanged(isSet, of: object) }
    if state == .showing, !isSet { focus.wasHidden(object) }
    // Qt says so of what had the focus whenever it names another object, which may be the current item of any view.
    if state == .focused, !isSet, object.isTextWithFocus {
      application.focus.holder = object
      return reads.mark(object, .states, .high)
    }
    if state == .focused, !isSet, object.hidesFocus(object.facts.states) {
      return focus.hiddenFocusChanged(of: object)
    }
    var states = object.facts.states
    states.set(state, isSet)
    guard states != object.facts.states else { return }
    let old = object.facts.states
    publisher.set(states, \.facts.states, of: object)
    if state == .selected { publisher.recordChoice(of: object, before: old) }
    if isSet, state == .focused || state == .selected { reader.recheckItem(object) }
    reader.shareStates(of: object, before: old)
    reader.recheckNumber(of: object, before: old)
    if state == .checked { reader.recheckItems(ofMenu: object) }
    switch state {
    case .active: focus.recheck()
    case .focused where isSet:
      focus.focusMoved(to: object)
      activity.sweep.rowChecks.focusMoved(to: object)
    // In some toolkits an element loses the focus together with its window, and in others it does not.
    case .focused:
      application.focus.holder = object.hasFocusByEventsOnly ? nil : object
      publisher.recomposeFocused()
      reads.mark(object, .states, .high)
    case .showing, .visible:
      reads.mark(object, .frame, .high)
      if isSet, object.mayBeShownOutOfSight { reads.mark(object, .states, .visible) }
      if isSet, object.children.isEmpty { reads.mark(object, .children, .high) }
      reader.recheckContents(of: object, after: state)
    case .expanded where isSet: reads.mark(object, .children, .high)
    // In GTK 3 a disabled object has no actions: its actions have to be read again.
    case .enabled, .sensitive:
      reads.mark(object, .actions, .high)
      recheckUsability(below: object)
    default: break
    }
  }

  /// Has the states of an object's descendants read again after it became enabled or disabled. GTK 3 sends an
  /// event only for the object itself.
  private func recheckUsability(below object: MirroredObject) {
    guard !object.children.isEmpty else { return }
    for descendant in object.subtree.dropFirst().prefix(Self.usabilityReach) {
      reads.mark(descendant, [.states, .actions], descendant.isShowing ? .high : .visible)
    }
  }

  /// The maximum number of descendants whose states are read again when an object became enabled or disabled.
  static let usabilityReach = 1000

  private func selectionChanged(_ object: MirroredObject) {
    let isGrid = object.grid != nil
    for child in object.items.prefix(isGrid ? TableGrid.maxVisible : ObjectReader.itemReach) {
      // In a large table only cells that were selected or focused are read at once; newly selected ones are
      // found when the application is at rest.
      guard !isGrid || !child.facts.states.isDisjoint(with: [.selected, .focused]) else { continue }
      reads.mark(child, .states, .high)
    }
    if object.canAnswer(.value) { reads.mark(object, .value, .high) }
    reads.mark(object, object.known.contains(.text) ? [.properties, .text] : .properties, .high)
  }

  // MARK: Content

  private func childrenChanged(_ object: MirroredObject) {
    recheckPlace(of: object)
    object.sampling?.isOutdated = true
    // Chromium reports replaced text only by this event.
    if object.known.contains(.text), object.wantsText { reads.mark(object, .text, .high) }
    if object.hasValueInAttributes { reads.mark(object, .attributes, .high) }
    if object.isWindowed || object.facts.states.contains(.managesDescendants) {
      reads.mark(object, .properties, .high)
      structure.reconsider(object)
    } else {
      reads.mark(object, .children, .high)
    }
  }

  private func parentChanged(_ signal: AccessibilitySignal, of object: MirroredObject) {
    guard let parent = object.parent else { return }
    // GTK 3 tells the parent of each object that it makes, also of those that it makes to answer for their parent's children.
    if case .object(parent.reference?, _, _) = signal.content { return }
    childrenChanged(parent)
  }

  private func valueChanged(_ object: MirroredObject) {
    if object.facts.interfaces.contains(.value) { reads.mark(object, .value, .high) }
    if object.wantsText { reads.mark(object, .text, .high) }
    activity.scrolled.didMove(object)
    guard ElementMapping.role(object.facts) == .scrollBar else { return }
    activity.recordActivity(.layout)
    activity.windows.request()
  }

  private func textChanged(_ object: MirroredObject) {
    recheckPlace(of: object)
    activity.rereadActions(of: object)
    if object.wantsText { reads.mark(object, .text, .high) }
    if object.hasValueInAttributes { reads.mark(object, .attributes, .high) }
    // Some changes of values are reported only by this event (GTK 4 spin buttons).
    if object.facts.interfaces.contains(.value) { reads.mark(object, .value, .high) }
    if let parent = object.parent, parent.facts.interfaces.contains(.value) {
      reads.mark(parent, .value, .high)
    }
  }

  private func caretMoved(_ object: MirroredObject, to offset: Int) {
    guard var state = object.textState else { return }
    guard offset >= 0, offset <= state.length, !object.reading.contains(.text) else {
      return reads.mark(object, .text, .high)
    }
    state.caret = offset
    if !state.selections.isEmpty { reads.mark(object, .text, .high) }
    publisher.set(state, \.textState, of: object)
  }

  private func activeDescendantChanged(_ object: MirroredObject, _ signal: AccessibilitySignal) {
    guard case .object(let child, let owner, let path) = signal.content,
      child != object.reference
    else { return }
    if object.grid != nil, owner == object.peer.name {
      return structure.activeCellChanged(object, path)
    }
    if let child, let known = table[child], known.application === application {
      object.activeDescendant = child
      publisher.touch(object, .all)
      reads.mark(known, .states, .high)
    } else if owner == object.peer.name {
      if let old = object.activeDescendant, table[old] == nil { table.interner.remove(old) }
      object.activeDescendant = table.interner.intern(owner, path)
      childrenChanged(object)
    }
  }

  private func announce(_ signal: AccessibilitySignal, _ object: MirroredObject) {
    guard case .text(let text) = signal.content, !text.isEmpty else { return }
    // ATSPI_LIVE_ASSERTIVE is 2.
    let priority: AnnouncementPriority = signal.detail1 >= 2 ? .high : .default
    publisher.post(.announcement(text: text, priority: priority, element: object.id))
  }

  // MARK: Cache

  /// Handles `RemoveAccessible`.
  func withdrawn(_ reference: ObjectReference) {
    structure.cache.forget(reference)
    guard let object = table[reference], object.application === application else { return }
    if object.cell != nil, object.parent?.grid?.remakesCells == true {
      object.lastNamed = 0
      return
    }
    if let parent = object.parent { reads.mark(parent, .children, .high) }
  }
}

extension AtspiEvent {
  /// Whether such an event may come with a change of what is shown: a page, a menu, a window.
  fileprivate var mayShowElements: Bool {
    switch self {
    case .state, .selection, .focus, .windowCreated, .windowActivated, .windowDeactivated,
      .windowMinimised, .windowRestored, .windowChanged:
      true
    default: false
    }
  }
}
