internal import AccessibilityTree

extension ObjectReader {
  /// Reads one aspect of an object and keeps what it says; `done` is told the failure, if any.
  func read(
    _ object: MirroredObject, _ property: ObjectProperties, _ priority: ReadPriority,
    _ calls: ObjectCalls, _ done: @escaping (BusError?) -> Void
  ) {
    let isForecast = property == .actions && object.forecastsActions
    let isReread = calls.lane == .background && object.known.contains(property) && !isForecast
    // No event says what is read in this lane, or where anything is.
    let isSuspected =
      isComplete && object.known.contains(property)
      && (calls.lane == .normal || property == .frame)
    func storing<Value>(_ body: @escaping (Value) -> Void) -> ObjectCalls.Done<Value> {
      { result in
        switch result {
        case .success(let value):
          let before = self.publisher.touchCount
          // The object may have lost the interface since the question.
          if object.stage != .gone, object.canAnswer(property) { body(value) }
          if self.publisher.touchCount != before {
            if isReread { self.activity.rereader.recordDifference() }
            if isSuspected { self.activity.pacing.recordDifference() }
          }
          done(nil)
        case .failure(let error): done(error)
        }
      }
    }
    switch property {
    case .properties:
      calls.basics(storing { self.store($0, of: object, isReread: isReread) })
    case .role: calls.role(storing { self.store(role: $0, of: object) })
    case .states: calls.states(storing { self.store(states: $0, of: object) })
    case .interfaces: calls.interfaces(storing { self.store(interfaces: $0, of: object) })
    case .children: readChildren(of: object, calls, isReread: isReread, done)
    case .frame:
      calls.frame(
        in: application.frameSpace(of: object.peer),
        storing { self.store(frame: $0, of: object, isReread: isReread) })
    case .actions:
      readActions(
        of: object, priority, calls,
        storing {
          guard $0 != object.facts.actions else { return }
          self.publisher.set($0, \.facts.actions, of: object)
          self.recheckBoxes(beside: object)
        })
    case .value where object.tellsChoice:
      calls.choice(storing { self.publisher.set($0, \.choice, of: object) })
    case .value: calls.value(storing { self.store($0, of: object) })
    case .text where LinkText.isWanted(object.facts):
      calls.linkText(in: object.textAroundLink, storing { self.store($0, of: object) })
    case .text:
      calls.text(withSelections: object.tracksSelection, storing { self.store($0, of: object) })
    case .attributes:
      calls.attributes(
        storing {
          let attributes = object.peer.sharedAttributes.shared($0)
          self.publisher.set(attributes, \.facts.attributes, of: object)
        })
    case .relations:
      calls.relations(table.interner, storing { self.store(relations: $0, of: object) })
    default: done(nil)
    }
  }

  private func readChildren(
    of object: MirroredObject, _ calls: ObjectCalls, isReread: Bool,
    _ done: @escaping (BusError?) -> Void
  ) {
    let before = isReread ? object.children.map(\.reference) : []
    structure.readChildren(of: object, calls) { [weak self] error in
      if let self, isReread, object.children.map(\.reference) != before {
        activity.rereader.recordDifference()
        activity.sweep.recordUnreportedChange()
      }
      done(error)
    }
  }

  private func store(frame: Frame?, of object: MirroredObject, isReread: Bool) {
    let isClientRead = activity.frames.recordFrameRead(of: object)
    let isReadWithContents = activity.frames.recordShownRead(of: object)
    activity.pageMoves.didRead(frame, of: object)
    guard object.frame != frame else { return }
    if object.frame != nil, isComplete {
      // What moved may have come into sight or gone out of it, which nobody tells.
      reads.mark(object, .states, .visible)
      // A browser that scrolls a page reports neither a scroll bar nor the page.
      if let parent = object.parent, parent.sampling != nil { activity.windows.request() }
      if !object.peer.reportsBounds {
        let isUnexpected = isClientRead || isReread && reads.areDetailsRead
        activity.didFindMove(isUnexpected: isUnexpected)
        if object.parent === root, !isReadWithContents { activity.frames.windowDidMove() }
      }
      if let old = object.frame?.rect, let new = frame?.rect,
        (old.width, old.height) != (new.width, new.height)
      {
        recheckSight(of: object)
      }
    } else if isComplete, object.mayBeShownSincePlaced {
      reads.mark(object, .states, .visible)
    }
    let isPlaced = object.frame != nil && frame != nil
    let keepsArea = object.frame?.rect.isEmpty == frame?.rect.isEmpty
    object.frame = frame
    publisher.touch(object, keepsArea ? .frame : .all)
    recheckOrder(of: object)
    for header in object.realignHeaders() { publisher.touch(header, .all) }
    let container = object.peer.dialect.omitsShowEvents && isComplete ? object.parent : nil
    if let container, container.isView {
      activity.sweep.rowChecks.request(container)
    }
    if !keepsArea {
      recomposeContents(of: object)
      recheckBoxes(beside: object)
    }
    if !isPlaced, let container, !container.isView {
      activity.sweep.pageTransitions.scheduleProbe(container)
    }
  }

  private func store(_ reading: ObjectCalls.ValueReading, of object: MirroredObject) {
    recordDiscovery(of: object, .value, changes: object.range != reading.range)
    if object.range?.current != reading.range?.current {
      // Chromium says a value in words by an attribute, which is told of by no event.
      if object.known.contains(.attributes) { reads.mark(object, .attributes, .high) }
      if object.range != nil { activity.scrolled.valueChanged(of: object) }
    }
    publisher.set(reading.range, \.range, of: object)
    publisher.set(reading.text, \.valueText, of: object)
  }

  private func store(_ reading: ObjectCalls.TextReading, of object: MirroredObject) {
    guard isSettled(reading, of: object) else { return }
    recordDiscovery(of: object, .text, changes: object.text != reading.text)
    publisher.set(reading.text, \.text, of: object)
    publisher.set(reading.state, \.textState, of: object)
  }

  private func store(relations: [ObjectRelation], of object: MirroredObject) {
    guard object.relations != relations else { return }
    let former = object.labels
    object.relations = relations
    publisher.touch(object, .all)
    for sharer in object.labelSharers { publisher.touch(sharer, .all) }
    structure.labelsChanged(of: object, from: former)
  }

  /// What is read of an element for the first time after it was shown was there before.
  private func recordDiscovery(
    of object: MirroredObject, _ property: ObjectProperties, changes: Bool
  ) {
    guard changes, !object.known.contains(property), object.stage == .shown else { return }
    context.store.willDiscoverValue(of: object.id)
  }

  private func store(
    _ basics: ObjectCalls.Basics, of object: MirroredObject, isReread: Bool
  ) {
    let isOther = basics.name != object.facts.name
    publisher.set(basics.name, \.facts.name, of: object)
    if !suspectItems.isEmpty { didReadName(of: object, isOther: isOther) }
    publisher.set(basics.description, \.facts.description, of: object)
    publisher.set(basics.helpText, \.facts.helpText, of: object)
    publisher.set(basics.accessibleID, \.facts.accessibleID, of: object)
    reconsiderText(of: object)
    if let count = basics.children, count != object.claimedChildren {
      publisher.set(count, \.claimedChildren, of: object)
      structure.reconsiderWindowing(of: object)
      // Qt takes children out without a word.
      if object.known.contains(.children), !object.isWindowed {
        reads.mark(object, .children, .high)
      }
      if isReread { activity.sweep.recordUnreportedChange() }
    }
    if object === root { updateTitle() }
  }

  /// Qt offers some interfaces only for as long as they have something to say: where an object that is
  /// not laid out is, for one. What a lost interface said goes with it.
  private func store(interfaces: AtspiInterfaces, of object: MirroredObject) {
    let old = object.facts.interfaces
    guard interfaces != old else { return }
    publisher.set(interfaces, \.facts.interfaces, of: object)
    if interfaces.contains(.table) != old.contains(.table) {
      structure.reconsiderWindowing(of: object)
    }
    // Whether a child can be selected is for what it stands in to say.
    if interfaces.contains(.selection) != old.contains(.selection) {
      for child in object.children { publisher.touch(child, .all) }
    }
    if interfaces.contains(.component) != old.contains(.component) {
      recomposeContents(of: object)
    }
    guard object.isDetailed else { return }
    let lost = old.subtracting(interfaces)
    if lost.contains(.component) { publisher.set(nil, \.frame, of: object) }
    if lost.contains(.action) { publisher.set([], \.facts.actions, of: object) }
    if lost.contains(.value) {
      publisher.set(nil, \.range, of: object)
      publisher.set(nil, \.valueText, of: object)
    }
    if lost.contains(.text) {
      publisher.set(nil, \.text, of: object)
      publisher.set(nil, \.textState, of: object)
    }
    reads.mark(object, .details, .high)
  }

  func store(role: UInt32, of object: MirroredObject) {
    if object !== root { publisher.set(role, \.facts.role, of: object) }
    reconsiderText(of: object)
  }

  /// A name or role that changed may say what the text said, or say it no longer: the text is let go of, or
  /// read.
  func reconsiderText(of object: MirroredObject) {
    guard object.known.contains(.text), object.facts.interfaces.contains(.text) else { return }
    if !object.wantsText {
      publisher.set(nil, \.text, of: object)
      publisher.set(nil, \.textState, of: object)
    } else if object.text == nil {
      reads.mark(object, .text, .high)
    }
  }

  func store(states answer: AtspiStates, of object: MirroredObject) {
    update(object.checkedState.resolve(answer), of: object)
    activity.focus.statesAnswered(by: object)
  }

  /// Keeps the states of an object, and has read again what depends on them.
  func update(_ states: AtspiStates, of object: MirroredObject) {
    let old = object.facts.states
    guard states != old else { return }
    // Firefox takes a dialog that was closed out of its list, and says so seconds later.
    if states.contains(.defunct), !old.contains(.defunct), let parent = object.parent {
      reads.mark(parent, .children, .high)
    }
    publisher.set(states, \.facts.states, of: object)
    publisher.recordChoice(of: object, before: old)
    if !states.subtracting(old).isDisjoint(with: [.focused, .selected]) { recheckItem(object) }
    if states.contains(.active) != old.contains(.active) {
      for object in application.focus.concerned { publisher.touch(object, .all) }
    }
    if states.contains(.focused) != old.contains(.focused) {
      if states.contains(.focused) { activity.sweep.rowChecks.focusMoved(to: object) }
      publisher.recomposeItems(of: object)
      if !application.focus.isReportedByEvents { publisher.recomposeCurrentItems() }
      publisher.recomposeFocused()
    }
    if states.contains(.managesDescendants) != old.contains(.managesDescendants) {
      structure.reconsiderWindowing(of: object)
    }
    let appeared = states.contains(.showing) && !old.contains(.showing)
    if appeared, object.known.contains(.frame) { reads.mark(object, .frame, .visible) }
    if states.contains(.showing) != old.contains(.showing) { recheckPresence(in: object) }
    shareStates(of: object, before: old)
    recheckNumber(of: object, before: old)
  }

  /// Has the number of an object read again that its states say as well: toggles of LibreOffice are 0 or 1, and only their state
  /// is told of.
  func recheckNumber(of object: MirroredObject, before old: AtspiStates) {
    guard object.facts.interfaces.contains(.value), object.known.contains(.value),
      !object.facts.states.symmetricDifference(old).isDisjoint(with: [.checked, .pressed])
    else { return }
    reads.mark(object, .value, .high)
  }

  /// The application's name is its root's.
  func updateTitle() {
    guard application.title != root.facts.name else { return }
    application.title = root.facts.name
    context.store.edit { $0.updateApplication(self.rootID) { $0.name = self.application.title } }
  }
}
