internal import AccessibilityTree

/// One object as a check finds it, read call by call and without the cache interface.
final class LiveObject {
  let reference: ObjectReference
  let peer: Peer
  private(set) var path: String
  let depth: Int
  let parent: LiveObject?
  /// The mirrored object that it must be, where the parent names new children at each question and
  /// only the place says which is which.
  let counterpart: MirroredObject?
  /// It names new children each time that it is asked.
  private(set) var remakesChildren = false
  var children: [ObjectReference] = []
  /// How many of the children were handed out.
  private var walked = 0
  var claimedChildren = -1
  var facts = AtspiFacts()
  var readings = ObjectReadings()
  /// What the application answered instead of reading; empty when all went well.
  var failure = ""
  /// It was gone by the time that it was asked.
  var isGone = false
  /// A cell that cannot be seen: where it is, is not asked.
  private var isOutsideWindow = false
  /// The object that mirrors it.
  private weak var image: MirroredObject?
  private var waiting = 0
  /// Another page is in front of it, or of something above it.
  private(set) var isCovered = false

  init(
    _ reference: ObjectReference, peer: Peer, path: String, parent: LiveObject?,
    counterpart: MirroredObject? = nil
  ) {
    self.reference = reference
    self.peer = peer
    self.path = path
    self.parent = parent
    self.counterpart = counterpart
    depth = (parent?.depth ?? -1) + 1
  }

  /// The next of the children, with its place; `nil` after the last.
  func nextChild() -> (ObjectReference, Int)? {
    guard walked < children.count else { return nil }
    walked += 1
    return (children[walked - 1], walked - 1)
  }

  /// Reads all that is compared, then calls `done`.
  ///
  /// - Parameter stacks: of the walk that this is part of.
  func read(
    _ application: ApplicationMirror, _ stacks: PageStacks, _ done: @escaping () -> Void
  ) {
    guard let counterpart, let table = counterpart.parent, let grid = table.grid,
      let place = counterpart.cell
    else { return readNamed(application, stacks, done) }
    isOutsideWindow = !grid.isVisible(place)
    TableReading(table, grid, limits: application.limits).fetch(place) { [self] cell in
      if let cell { path = cell.path }
      readNamed(application, stacks, done)
    }
  }

  private func readNamed(
    _ application: ApplicationMirror, _ stacks: PageStacks, _ done: @escaping () -> Void
  ) {
    var calls = ObjectCalls(peer: peer, path: path, limits: application.limits)
    calls.lane = .background
    facts.dialect = peer.dialect
    image = mirrored(in: application)
    waiting = 4
    func step<Value>(_ keep: @escaping (Value) -> Void) -> ObjectCalls.Done<Value> {
      { result in
        switch result {
        case .success(let value): keep(value)
        case .failure(let error): self.note(error)
        }
        self.waiting -= 1
        if self.waiting == 0 { self.readDetails(application, calls, stacks, done) }
      }
    }
    calls.basics(
      step {
        self.facts.name = $0.name
        self.facts.description = $0.description
        self.facts.helpText = $0.helpText
        self.facts.accessibleID = $0.accessibleID
        self.claimedChildren = $0.children ?? -1
      })
    calls.role(step { self.facts.role = $0 })
    var checkedState = mirrored(in: application)?.checkedState ?? .unknown
    calls.states(step { self.facts.states = checkedState.complete($0) })
    calls.interfaces(step { self.facts.interfaces = $0 })
  }

  private func readDetails(
    _ application: ApplicationMirror, _ calls: ObjectCalls, _ stacks: PageStacks,
    _ done: @escaping () -> Void
  ) {
    guard !isGone else { return done() }
    let interfaces = facts.interfaces
    let role = ElementMapping.role(facts)
    let wantsText = ValueMapping.wantsText(
      role: role, label: NameMapping.label(facts, role: role), interfaces: interfaces)
    waiting = 1
    let finish = {
      self.waiting -= 1
      if self.waiting == 0 { done() }
    }
    func step<Value>(_ keep: @escaping (Value) -> Void) -> ObjectCalls.Done<Value> {
      waiting += 1
      return { result in
        if case .success(let value) = result { keep(value) }
        finish()
      }
    }
    isCovered = parent?.isCovered ?? false
    if !isCovered, peer.dialect.showsSilently, let mirrored = mirrored(in: application),
      let container = mirrored.parent, container.pages.contains(where: { $0 === mirrored })
    {
      waiting += 1
      stacks.isBehind(mirrored, of: container) { isBehind in
        self.isCovered = isBehind
        finish()
      }
    }
    if claimedChildren >= 0, !isTooMany(application) {
      let interner = application.table.interner
      let take: ObjectCalls.Done<[ObjectReference]> = step { children in
        self.children = children
        guard self.namesNobodyKnown(to: application) else { return }
        calls.child(0, interner, step { self.remakesChildren = $0 != children[0] })
      }
      if application.limits.areAskedOneByOne(
        claimedChildren, states: facts.states, isFirst: false)
      {
        ChildrenByIndex(calls, count: claimedChildren, interner, take).start()
      } else {
        calls.children(interner, take)
      }
    }
    calls.attributes(step { self.facts.attributes = $0 })
    if interfaces.contains(.component), !isOutsideWindow {
      let space = application.application.frameSpace(of: peer)
      calls.frame(in: space, step { self.readings.frame = $0 })
    }
    if interfaces.contains(.action) { calls.actions(step { self.facts.actions = $0 }) }
    if ValueMapping.wantsValue(facts) {
      calls.value(
        step {
          self.readings.range = $0.range
          self.readings.valueText = $0.text
        })
    }
    if wantsText {
      let isEdited = interfaces.contains(.editableText) || facts.states.contains(.editable)
      calls.text(
        withSelections: isEdited,
        step {
          self.readings.text = $0.text
          self.readings.textState = $0.state
        })
    }
    finish()
  }

  /// The object that mirrors it.
  func mirrored(in application: ApplicationMirror) -> MirroredObject? {
    counterpart ?? application.table[reference]
  }

  /// Whether the mirror has children of it, and none of those that it names.
  private func namesNobodyKnown(to application: ApplicationMirror) -> Bool {
    guard !children.isEmpty, mirrored(in: application)?.children.isEmpty == false else {
      return false
    }
    return children.allSatisfy { application.table[$0] == nil }
  }

  /// Whether its children are too many to be listed.
  func isTooMany(_ application: ApplicationMirror) -> Bool {
    application.limits.areTooMany(
      claimedChildren, states: facts.states, interfaces: facts.interfaces)
  }

  private func note(_ error: BusError) {
    if error.isAnswer { isGone = true } else { failure = "\(error)" }
  }

  /// The element that the mirror should hold, but for its links.
  func element(isRoot: Bool) -> Element {
    var facts = facts
    if let parent {
      facts.isTopLevel = parent.parent == nil
      facts.parentSelects = parent.facts.interfaces.contains(.selection)
      facts.isOnlyCurrent =
        image?.isOnlyCurrent(facts.states, in: parent.facts.states) ?? false
      let hasNoPlace = readings.frame == nil && facts.interfaces.contains(.component)
      if facts.dialect.showsSilently, isCovered || hasNoPlace { facts.states.cover() }
    }
    if isRoot { facts.role = MirroredApplication.role }
    var element = Element(id: ElementID(rawValue: 0), role: .unknown)
    ElementComposer.compose(facts, reading: readings, isRoot: isRoot, into: &element)
    return element
  }
}
