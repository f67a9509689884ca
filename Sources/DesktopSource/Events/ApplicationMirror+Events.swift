internal import AccessibilityMirror
internal import AccessibilityTree

/// A signal of an application, taken apart.
struct AccessibilitySignal {
  var event: AtspiEvent
  /// Which state, property or kind of change.
  var detail1: Int
  var detail2: Int
  /// The name, text or object that came along.
  var content: Content

  enum Content {
    case none
    case text(String)
    /// An object: its number where it is mirrored. What is not known is not numbered for an event's sake.
    case object(ObjectReference?, owner: String, path: String)
  }

  init(event: AtspiEvent, detail1: Int, detail2: Int, content: Content) {
    (self.event, self.detail1, self.detail2, self.content) = (event, detail1, detail2, content)
  }

  /// `nil` for what is no event that matters.
  ///
  /// The bodies are `siiva{sv}`, `siiv(so)` or `siiv`.
  init?(_ message: MessageReader, _ interner: ObjectInterner, limits: DesktopLimits) {
    guard let interface = message.interface(after: "org.a11y.atspi.Event."),
      let member = message.member, let detail = try? message.string(atMost: 256),
      let first = try? message.int32(), let second = try? message.int32()
    else { return nil }
    event = AtspiEvent(interface: interface, member: member, detail: detail)
    detail1 = Int(first)
    detail2 = Int(second)
    content = .none
    guard event != .ignored else { return nil }
    switch try? message.variantSignature() {
    case "s":
      let text = try? message.variant("s") { () throws(BusError) in
        try message.string(atMost: limits.string)
      }
      if let text { content = .text(text) }
    // Only this event is about the object that it brings; others say whose children to read.
    case "(so)" where event == .activeDescendant:
      let object = try? message.variant("(so)") { () throws(BusError) in try message.reference() }
      if let (owner, path) = object {
        content = .object(interner.find(owner, path), owner: owner, path: path)
      }
    default: break
    }
  }

  var isSet: Bool { detail1 != 0 }
}

extension ApplicationMirror {
  /// Takes in a signal of one of the application's objects.
  func receive(_ signal: AccessibilitySignal, from object: MirroredObject) {
    guard object.stage != .gone else { return receive(signal, fromStranger: object.path) }
    let isNews = activity.pace.hear(RereadingPace.Key(element: object.id, event: signal.event))
    switch signal.event {
    case .state(let state): apply(state, signal.isSet, to: object)
    case .childrenAdded, .childrenRemoved, .rows, .model: childrenChanged(object)
    case .parent:
      if let parent = object.parent { childrenChanged(parent) }
    case .name: text(signal, \.facts.name, of: object)
    case .description: text(signal, \.facts.description, of: object)
    case .helpText, .identifier: reads.mark(object, .properties, .first)
    case .value: valueChanged(object)
    case .role: reads.mark(object, .role, .first)
    case .attributes: reads.mark(object, .attributes, .first)
    case .textInserted, .textDeleted: textChanged(object)
    case .textAttributes: break
    case .caret: caretMoved(object, to: signal.detail1)
    case .textSelection:
      if object.wantsText { reads.mark(object, .text, .first) }
      activity.suspectActions(of: object)
    case .selection: selectionChanged(object)
    case .bounds:
      // GTK 4 tells of sizes, and never of places.
      if object.peer.dialect.showsSilently {
        activity.note(self, .layout)
      } else {
        object.peer.tellsBounds = true
      }
      activity.move(object, self)
      return
    case .visibleData: if object.isWindowed { childrenChanged(object) }
    case .activeDescendant: activeDescendantChanged(object, signal)
    default: receiveWindowOrDocument(signal, object)
    }
    if signal.event.mayShowSomething, activity.admitsSweep(self) { sweep.request() }
    activity.note(self, object.peer.tellsBounds ? .content : .all, isNews: isNews)
  }

  private func receiveWindowOrDocument(_ signal: AccessibilitySignal, _ object: MirroredObject) {
    switch signal.event {
    case .windowCreated, .windowDestroyed:
      reads.mark(root, .children, .first)
      reads.mark(object, .states, .first)
    case .windowActivated:
      for window in root.children where window !== object && window.facts.states.contains(.active) {
        reads.mark(window, .states, .first)
      }
      publisher.set(object.facts.states.union(.active), \.facts.states, of: object)
      recheckFocus()
    case .windowDeactivated:
      publisher.set(object.facts.states.subtracting(.active), \.facts.states, of: object)
      recheckFocus()
    case .windowChanged:
      reads.mark(object, [.states, .frame], .first)
      activity.note(self, .layout)
    case .documentLoading: reads.mark(object, .states, .first)
    case .documentLoaded:
      reads.mark(object, [.properties, .states, .children, .attributes], .first)
      publisher.post(.screenChanged(root: object.id, focus: nil))
    case .documentChanged: reads.mark(object, [.properties, .attributes], .first)
    case .focus: apply(.focused, true, to: object)
    case .announcement: announce(signal, object)
    default: break
    }
  }

  /// Something that is not mirrored spoke: a new window, or what came since.
  func receive(_ signal: AccessibilitySignal, fromStranger path: String?) {
    switch signal.event {
    case .windowCreated, .windowActivated, .windowDestroyed: reads.mark(root, .children, .first)
    case .announcement: announce(signal, root)
    case .bounds: return
    case .state(let state) where state == .defunct && signal.isSet: return
    default:
      if let path { seek(stranger: path) }
      return
    }
    activity.note(self, .all)
  }

  // MARK: States

  private func apply(_ state: AtspiStates, _ isSet: Bool, to object: MirroredObject) {
    if state == .defunct, isSet, object.cell != nil, object.parent?.grid?.remakesCells == true {
      object.namedAt = 0
      return
    }
    if state == .defunct, isSet {
      if let parent = object.parent { reads.mark(parent, .children, .first) }
      return publisher.detach(object)
    }
    if state == .checked, object.checkedState.hear(isSet) { reads.mark(object, .states, .first) }
    guard object.known.contains(.states) else { return reads.mark(object, .states, .first) }
    // The answer under way may be older than this.
    if object.reading.contains(.states) { object.stale.insert(.states) }
    if state == .focused { focusWasTold(isSet, of: object) }
    var states = object.facts.states
    if isSet { states.formUnion(state) } else { states.subtract(state) }
    guard states != object.facts.states else { return }
    publisher.set(states, \.facts.states, of: object)
    switch state {
    case .focused where isSet: focusMoved(to: object)
    // A window that loses the focus takes it from its element in some toolkits, and not in others.
    case .focused:
      application.focus.holder = object.isItemOfView ? nil : object
      reads.mark(object, .states, .first)
    case .showing, .visible:
      reads.mark(object, .frame, .first)
      if isSet, object.children.isEmpty { reads.mark(object, .children, .first) }
    case .expanded where isSet: reads.mark(object, .children, .first)
    // What cannot be used offers nothing (GTK 3): what it offers now is another question.
    case .enabled, .sensitive:
      reads.mark(object, .actions, .first)
      recheckUsability(below: object)
    default: break
    }
  }

  /// What holds other elements takes them with it when it can be used or no longer can, and only
  /// says so of itself (GTK 3).
  private func recheckUsability(below object: MirroredObject) {
    guard !object.children.isEmpty else { return }
    for descendant in object.subtree.dropFirst().prefix(Self.usabilityReach) {
      reads.mark(descendant, [.states, .actions], descendant.isShowing ? .first : .visible)
    }
  }

  /// How many elements are asked whether they can be used, when one above them changed.
  static let usabilityReach = 1000

  /// Only one element of an application has the focus; not every toolkit says which lost it.
  func focusMoved(to object: MirroredObject) {
    if let previous = application.focus.holder, previous !== object, previous.stage == .shown,
      previous.facts.states.contains(.focused)
    {
      publisher.set(previous.facts.states.subtracting(.focused), \.facts.states, of: previous)
    }
    recheckFocus()
    application.focus.holder = object
  }

  /// With its window an element gains and loses the focus, and not every toolkit says so. Several
  /// may say that they have it: a list and its row.
  func recheckFocus() {
    if let holder = application.focus.holder, holder.stage == .shown {
      reads.mark(holder, .states, .first)
    }
    application.focus.prune()
    for object in application.focus.objects { reads.mark(object, .states, .first) }
    if !application.focus.isToldByEvents { publisher.recomposeCurrentItems() }
  }

  /// An event says that an object gained or lost the focus. A current item said before that it has it: no
  /// state of it changes.
  func focusWasTold(_ isSet: Bool, of object: MirroredObject) {
    guard !object.peer.dialect.currentItems.isEmpty else { return }
    if !application.focus.isToldByEvents {
      application.focus.isToldByEvents = true
      publisher.recomposeCurrentItems()
    }
    if isSet, object.facts.states.contains(.focused), application.focus.holder !== object {
      focusMoved(to: object)
      publisher.touch(object, .all)
    }
    // Whether its items have the focus depends on it, and it may not tell when they do.
    publisher.recomposeItems(of: object)
    if let parent = object.parent { reads.mark(parent, .states, .first) }
  }

  private func selectionChanged(_ object: MirroredObject) {
    let isGrid = object.grid != nil
    for child in object.children.prefix(isGrid ? TableGrid.maxVisible : Self.selectionReach) {
      // What can be selected in a large table is found selected when the application is at rest.
      guard !isGrid || !child.facts.states.isDisjoint(with: [.selected, .focused]) else { continue }
      reads.mark(child, .states, .first)
    }
    if object.facts.interfaces.contains(.value) { reads.mark(object, .value, .first) }
    reads.mark(object, object.known.contains(.text) ? [.properties, .text] : .properties, .first)
  }

  /// How many items of a container are asked whether they are selected.
  static let selectionReach = 200

  // MARK: Content

  private func childrenChanged(_ object: MirroredObject) {
    object.sampling?.isOutdated = true
    // Chromium tells of text that was replaced only so.
    if object.known.contains(.text), object.wantsText { reads.mark(object, .text, .first) }
    if object.isWindowed || object.facts.states.contains(.managesDescendants) {
      reads.mark(object, .properties, .first)
      structure.reconsider(object)
    } else {
      reads.mark(object, .children, .first)
    }
  }

  private func text(
    _ signal: AccessibilitySignal, _ field: ReferenceWritableKeyPath<MirroredObject, String>,
    of object: MirroredObject
  ) {
    // GTK 4 puts names together anew at each question.
    guard case .text(let text) = signal.content, !object.peer.dialect.composesNames else {
      return reads.mark(object, .properties, .first)
    }
    if object.reading.contains(.properties) { object.stale.insert(.properties) }
    publisher.set(text, field, of: object)
    reconsiderText(of: object)
    if object === root { retitle() }
    if object.facts.interfaces.contains(.text), object.wantsText {
      reads.mark(object, .text, .first)
    }
  }

  private func valueChanged(_ object: MirroredObject) {
    if object.facts.interfaces.contains(.value) { reads.mark(object, .value, .first) }
    if object.wantsText { reads.mark(object, .text, .first) }
    if ElementMapping.role(object.facts) == .scrollBar { activity.note(self, .layout) }
  }

  private func textChanged(_ object: MirroredObject) {
    activity.suspectActions(of: object)
    if object.wantsText { reads.mark(object, .text, .first) }
    // Some values are told only so (GTK 4 spin buttons).
    if object.facts.interfaces.contains(.value) { reads.mark(object, .value, .first) }
    if let parent = object.parent, parent.facts.interfaces.contains(.value) {
      reads.mark(parent, .value, .first)
    }
  }

  private func caretMoved(_ object: MirroredObject, to offset: Int) {
    guard var state = object.textState else { return }
    guard offset >= 0, offset <= state.length, !object.reading.contains(.text) else {
      return reads.mark(object, .text, .first)
    }
    state.caret = offset
    if !state.selections.isEmpty { reads.mark(object, .text, .first) }
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
      reads.mark(known, .states, .first)
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

  /// `RemoveAccessible`.
  func withdrawn(_ reference: ObjectReference) {
    structure.cache.forget(reference)
    guard let object = table[reference], object.application === application else { return }
    if object.cell != nil, object.parent?.grid?.remakesCells == true {
      object.namedAt = 0
      return
    }
    if let parent = object.parent { reads.mark(parent, .children, .first) }
  }

  // MARK: Actions

  /// What an action may have changed and no event tells is read again, now and a little later.
  func afterAction(_ object: MirroredObject) {
    checkAround(object)
    let isLate = object.actsLate
    for delay in [Duration.milliseconds(60), .milliseconds(300)] {
      if isLate { followUps += 1 }
      context.loop.schedule(after: delay) { [weak self] in
        guard let self else { return }
        if isLate { followUps -= 1 }
        guard !isClosed else { return }
        if object.stage == .shown { checkAround(object) }
        sweep.sweep(around: object)
      }
    }
    activity.pace.audienceCame()
    activity.note(self, .all)
  }

  private func checkAround(_ object: MirroredObject) {
    guard object.stage == .shown else { return }
    reads.mark(object, [.interfaces, .states, .value, .text, .frame, .actions], .first)
    let related = object.relations.filter { $0.kind == .controls || $0.kind == .labelFor }
      .flatMap(\.targets).compactMap { table[$0] }
    let siblings = object.cell == nil ? object.parent?.children.prefix(32) ?? [] : []
    for neighbour in related + siblings where neighbour !== object {
      reads.mark(neighbour, [.states, .value, .text], .first)
    }
    if let parent = object.parent { reads.mark(parent, [.states, .value], .first) }
    for list in listsOnScreen { reads.mark(list, .children, .first) }
    for table in structure.gridTables { structure.readCells(of: table) }
  }

  /// Lists whose rows come and go, at most 64. GTK 4 does not tell when it makes them, nor that a
  /// list is showing.
  var listsOnScreen: [MirroredObject] {
    var lists: [MirroredObject] = []
    for object in root.subtree
    where !object.facts.states.isDisjoint(with: [.showing, .visible]) && !object.isWindowed
      && object.known.contains(.children)
    {
      switch ElementMapping.role(object.facts) {
      case .list, .listBox, .tree, .grid, .treeGrid, .table: lists.append(object)
      default: continue
      }
      if lists.count == 64 { break }
    }
    return lists
  }
}

extension MirroredObject {
  /// Whether a press takes effect only after a while: what it brings about is waited for.
  fileprivate var actsLate: Bool {
    peer.dialect.showsSilently && facts.interfaces.contains(.action)
      && facts.interfaces.isDisjoint(with: [.editableText, .value])
  }
}

extension AtspiEvent {
  /// Whether it goes with a change of what is shown: a page, a menu, a window.
  fileprivate var mayShowSomething: Bool {
    switch self {
    case .state, .selection, .focus, .windowCreated, .windowActivated, .windowDeactivated,
      .windowChanged:
      true
    default: false
    }
  }
}
