internal import AccessibilityTree
internal import BridgeTransport

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
  private(set) var children: [ObjectReference] = []
  /// How many of the children were handed out.
  private var nextIndex = 0
  private(set) var facts = AtspiFacts()
  /// How many children it says that it has; -1 where it does not say.
  private(set) var claimedChildren = -1
  private var readings = ObjectReadings()
  /// What the application answered instead of reading; empty when all went well.
  private(set) var failure = ""
  /// It was gone by the time that it was asked.
  private(set) var isGone = false
  /// A cell that cannot be seen: where it is, is not asked.
  private var isOutsideWindow = false
  /// The object that mirrors it.
  private weak var mirroredObject: MirroredObject?
  /// Another page is in front of it, or of something above it.
  private var isCovered = false

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
    guard nextIndex < children.count else { return nil }
    nextIndex += 1
    return (children[nextIndex - 1], nextIndex - 1)
  }

  // MARK: Reading

  /// Reads all that is compared.
  ///
  /// - Parameter stacks: of the look that this is part of.
  func read(_ application: ApplicationMirror, _ stacks: PageStacks) async {
    await findCell(application)
    let calls = LiveCalls(
      application: application,
      calls: ObjectCalls(
        peer: peer, path: path, lane: .background, limits: application.limits))
    do throws(BusError) {
      try await readFacts(calls)
    } catch {
      if error.isAnswer { isGone = true } else { failure = "\(error)" }
      return
    }
    await readDetails(calls, stacks)
  }

  /// Has a table name its cell, which may be another object than before.
  private func findCell(_ application: ApplicationMirror) async {
    guard let counterpart, let table = counterpart.parent, let grid = table.grid,
      let position = counterpart.cell
    else { return }
    isOutsideWindow = !grid.isVisible(position)
    let reading = TableReader(table, grid, limits: application.limits)
    let found = await application.context.loop.answer(of: { take in
      reading.fetch(position) { take($0?.path) }
    })
    if let path = found ?? nil { self.path = path }
  }

  private func readFacts(_ calls: LiveCalls) async throws(BusError) {
    facts.dialect = peer.dialect
    mirroredObject = mirrored(in: calls.application)
    var checkedState = mirroredObject?.checkedState ?? .unknown
    let basics = try await calls.answer { $0.basics($1) }
    facts.name = basics.name
    facts.description = basics.description
    facts.helpText = basics.helpText
    facts.accessibleID = basics.accessibleID
    claimedChildren = basics.children ?? -1
    facts.role = try await calls.answer { $0.role($1) }
    facts.states = checkedState.resolve(try await calls.answer { $0.states($1) })
    facts.wasChecked = checkedState == .answered
    facts.interfaces = try await calls.answer { $0.interfaces($1) }
  }

  /// Reads what may be refused: then it is left out.
  private func readDetails(_ calls: LiveCalls, _ stacks: PageStacks) async {
    let interfaces = facts.interfaces
    isCovered = await isCovered(calls.application, stacks)
    await readChildren(calls)
    facts.attributes = await calls.optional { $0.attributes($1) } ?? [:]
    if interfaces.contains(.component), !isOutsideWindow {
      let space = calls.application.application.frameSpace(of: peer)
      readings.frame = await calls.optional { $0.frame(in: space, $1) } ?? nil
    }
    if interfaces.contains(.action) {
      facts.actions = await calls.optional { $0.actions($1) } ?? []
    }
    if ValueMapping.wantsValue(facts), let value = await calls.optional({ $0.value($1) }) {
      readings.range = value.range
      readings.valueText = value.text
    }
    guard ValueMapping.wantsText(facts) else { return }
    if LinkText.isWanted(facts) {
      let container = peer.textAroundLink(
        in: parent.map { ($0.peer, $0.path, $0.facts.interfaces) })
      readings.text = await calls.optional { $0.linkText(in: container, $1) }?.text
      return
    }
    let isEdited = interfaces.contains(.editableText) || facts.states.contains(.editable)
    if let text = await calls.optional({ $0.text(withSelections: isEdited, $1) }) {
      readings.text = text.text
      readings.textState = text.state
    }
  }

  private func isCovered(_ application: ApplicationMirror, _ stacks: PageStacks) async -> Bool {
    if parent?.isCovered == true { return true }
    guard peer.dialect.omitsShowEvents, let mirrored = mirrored(in: application),
      let container = mirrored.parent, container.pages.contains(where: { $0 === mirrored })
    else { return false }
    return await stacks.isBehind(mirrored, of: container)
  }

  private func readChildren(_ calls: LiveCalls) async {
    let application = calls.application
    guard claimedChildren >= 0, !isTooMany(application) else { return }
    let interner = application.table.interner
    let count = claimedChildren
    let isLong = application.limits.readsChildrenByIndex(
      count, states: facts.states, isFirst: false)
    children =
      await calls.optional {
        isLong
          ? ChildrenByIndex($0, count: count, interner, $1).start()
          : $0.children(interner, count: count, $1)
      } ?? []
    guard namesNobodyKnown(to: application),
      let first = await calls.optional({ $0.child(0, interner, $1) })
    else { return }
    remakesChildren = first != children[0]
  }

  // MARK: What was read

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
    application.limits.exceedsChildren(
      claimedChildren, states: facts.states, interfaces: facts.interfaces)
  }

  private var isHiddenView: Bool {
    (readings.frame?.rect.isEmpty ?? true)
      && facts.isPlacedWhereShown(peer.dialect, in: parent?.facts)
  }

  private var hasNoPlace: Bool { readings.frame == nil && facts.interfaces.contains(.component) }

  private var isHiddenWithParent: Bool {
    guard facts.mayBeHiddenWithParent(peer.dialect), let parent, parent.parent != nil else {
      return false
    }
    if parent.facts.states.contains(.showing) { return parent.isHiddenWithParent }
    return parent.hasNoPlace || hasNoPlace || readings.frame?.rect.isEmpty == true
  }

  private var isShowing: Bool { facts.states.contains(.showing) || isScrolledViewport }

  private var isScrolledOutCell: Bool {
    peer.dialect.placesShownCellsOnly && readings.frame == nil
      && facts.interfaces.contains(.component) && !isOutsideWindow
      && (parent?.facts.isView == true || parent?.parent?.facts.isView == true)
  }

  private var isScrolledViewport: Bool {
    facts.mayBeScrolledViewport(peer.dialect) && parent?.isShowing == true
  }

  /// The element that the mirror should hold, but for its links.
  func element(isRoot: Bool) -> Element {
    var facts = facts
    if let parent {
      facts.isTopLevel = parent.parent == nil
      facts.parentSelects = parent.facts.interfaces.contains(.selection)
      facts.isLabelInTree = mirroredObject?.isLabelInTree ?? false
      facts.isOnlyCurrent =
        mirroredObject?.isOnlyCurrent(facts.states, in: parent.facts.states) ?? false
      facts.hasSilentFocus = mirroredObject?.hasUntoldFocus(facts.states) ?? false
      if facts.states.contains(.selected), mirroredObject?.isFormerOption == true {
        facts.states.subtract(.selected)
      }
      if facts.dialect.omitsShowEvents, isCovered || hasNoPlace { facts.states.cover() }
      if isHiddenView || parent.isHiddenView || mirroredObject?.isBehindOtherHeaders == true {
        facts.states.cover()
      }
      if isHiddenWithParent { facts.states.cover() }
      if isScrolledOutCell || mirroredObject?.isUndrawnBox == true {
        facts.states.subtract(.showing)
      }
      if isScrolledViewport { facts.states.formUnion(.showing) }
      if mirroredObject?.isMinimised == true { facts.states.formUnion(.iconified) }
      if let mirroredObject, mirroredObject.isFoundModal || mirroredObject.isDialogOfFrame {
        facts.states.formUnion(.modal)
      }
    }
    if isRoot { facts.role = MirroredApplication.role }
    var readings = readings
    if let mirroredObject { readings.frame = mirroredObject.place(reported: readings.frame) }
    var element = Element(id: ElementID(rawValue: 0), role: .unknown)
    ElementComposer.compose(facts, reading: readings, isRoot: isRoot, into: &element)
    ElementComposer.addLabelOfParts(of: mirroredObject, to: &element)
    ElementComposer.addValueOfParts(of: mirroredObject, to: &element)
    return element
  }
}

/// The calls that read one object for a check, each waited for.
private struct LiveCalls {
  let application: ApplicationMirror
  let calls: ObjectCalls

  func answer<Value: Sendable>(
    _ ask: (ObjectCalls, @escaping ObjectCalls.Done<Value>) -> Void
  ) async throws(BusError) -> Value {
    application.health.didCall()
    let result = await application.context.loop.answer(of: { ask(calls, $0) })
    guard let result else { throw .cancelled }
    return try result.get()
  }

  /// As `answer`; `nil` where there is none.
  func optional<Value: Sendable>(
    _ ask: (ObjectCalls, @escaping ObjectCalls.Done<Value>) -> Void
  ) async -> Value? {
    try? await answer(ask)
  }
}
