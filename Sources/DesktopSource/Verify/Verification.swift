internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeTransport

/// Compares an application with its mirror: a walk of its own, breadth first, by `GetChildren` and
/// never by the cache; then a second look at what differed, to leave out what was just changing.
final class Verification {
  private let application: ApplicationMirror
  private let completion: (VerifyReport) -> Void
  private var report: VerifyReport
  private var isDone = false
  /// In nanoseconds of the mirror's clock.
  private let deadline: UInt64
  private let began = MonotonicTime.now()
  private var deadlineTimer: Timer?
  private var healthWatch: SilenceWatch?

  private var seen: Set<ObjectReference> = []
  private var pending = Fifo<LiveObject>()
  /// Objects whose children are still to be walked to.
  private var parents = Fifo<LiveObject>()
  /// Who else lists an object as its child: a menu that is open stands in its pop-up window as well.
  private var otherParents: [ObjectReference: [LiveObject]] = [:]
  /// Objects that only this walk knows of.
  private var remade: [ObjectReference] = []
  private var active = 0
  /// As they are in the present look.
  private var stacks: PageStacks
  /// What differed at the first look, and what the application said of it then.
  private var suspects: [LiveObject] = []
  private var firstLook: Set<Fact> = []
  /// What the mirror had beside what the walk found, and which of it the application lists at the second look.
  private var strays: [MirroredObject] = []
  private var listed: Set<ObjectReference> = []
  private var secondLook = false
  private var confirmed: [VerifyReport.Difference] = []
  private var firstCount = 0

  /// Objects read at the same time.
  static let breadth = 16
  /// Parents besides the first that are remembered of an object.
  private static let maxOtherParents = 4
  /// How long the mirror has to catch up before the second look. A clock that ticks each second says
  /// something else by then.
  static let pause = Duration.milliseconds(1100)

  /// - Parameter deadline: by when it ends, in nanoseconds of the mirror's clock.
  init(
    _ application: ApplicationMirror, deadline: UInt64,
    _ completion: @escaping (VerifyReport) -> Void
  ) {
    self.application = application
    self.deadline = deadline
    self.completion = completion
    stacks = PageStacks(application)
    report = VerifyReport(application: application.rootID)
  }

  func start() {
    let loop = application.context.loop
    deadlineTimer = loop.schedule(at: MonotonicTime(nanoseconds: deadline)) {
      let time = MonotonicTime.now().since(self.began).inWords
      self.fail("it was not done after \(time); allow it more")
    }
    guard application.isComplete else {
      return fail(
        application.health.isSuspended
          ? silence : "the application is still being read; verify again when it is complete")
    }
    healthWatch = SilenceWatch(on: loop) {
      self.application.health.isSuspended
    } then: {
      self.fail(self.silence)
    }
    let root = application.root
    add(root.reference, peer: root.peer, path: root.path, parent: nil)
    pump()
  }

  private var silence: String {
    "the application has not answered for \(application.health.silence.inWords): it is stopped, busy or hangs; "
      + "verify again when its health is responsive"
  }

  private func add(
    _ reference: ObjectReference, peer: Peer, path: String, parent: LiveObject?,
    counterpart: MirroredObject? = nil
  ) {
    guard seen.insert(reference).inserted else {
      if let parent, otherParents[reference, default: []].count < Self.maxOtherParents {
        otherParents[reference, default: []].append(parent)
      }
      return
    }
    guard seen.count <= application.limits.elements else { return }
    if let counterpart { seen.insert(counterpart.reference) }
    pending.append(
      LiveObject(reference, peer: peer, path: path, parent: parent, counterpart: counterpart))
  }

  private func pump() {
    guard !isDone else { return }
    while active < Self.breadth, let object = next() {
      active += 1
      application.health.callsMade()
      object.read(application, stacks) { [self] in
        active -= 1
        guard !isDone else { return }
        if application.isClosed { return fail("the application ended meanwhile") }
        walked(object)
        pump()
      }
    }
    if active == 0 { looked() }
  }

  private func next() -> LiveObject? {
    while pending.isEmpty, let parent = parents.first {
      if let (child, index) = parent.nextChild() {
        addChild(child, at: index, of: parent)
      } else {
        _ = parents.popFirst()
        addCells(of: parent)
      }
    }
    return pending.popFirst()
  }

  private func addChild(_ child: ObjectReference, at index: Int, of parent: LiveObject) {
    let interner = application.table.interner
    let (owner, path) = (interner.owner(of: child), interner.path(of: child))
    guard path != "/org/a11y/atspi/null", let peer = application.application.peer(owner) else {
      return
    }
    if owner != application.peer.name,
      application.context.applications[owner]?.root.reference == child
    {
      return
    }
    var counterpart: MirroredObject?
    if parent.remakesChildren {
      remade.append(child)
      let counterparts = parent.mirrored(in: application)?.children ?? []
      counterpart = counterparts.indices.contains(index) ? counterparts[index] : nil
    }
    add(child, peer: peer, path: path, parent: parent, counterpart: counterpart)
  }

  /// The cells that the mirror has of a table whose children are too many to be walked to.
  private func addCells(of table: LiveObject) {
    guard let mirrored = table.mirrored(in: application), mirrored.grid != nil else { return }
    for cell in mirrored.children where cell.stage == .shown && cell.cell != nil {
      add(cell.reference, peer: cell.peer, path: cell.path, parent: table, counterpart: cell)
    }
  }

  /// An object was read: compares it, and goes on to its children.
  private func walked(_ object: LiveObject) {
    if !object.failure.isEmpty {
      return fail("\(object.path) could not be read: \(object.failure)")
    }
    if secondLook {
      listed.formUnion(object.children)
      // What the application itself says otherwise than a moment ago is moving, not wrong.
      confirmed += differences(object).filter { firstLook.contains(Fact($0)) }
      return
    }
    guard !object.isGone else { return }
    report.compared += 1
    if object.depth < application.limits.depth { parents.append(object) }
    let found = differences(object)
    guard !found.isEmpty else { return }
    suspects.append(object)
    for difference in found { firstLook.insert(Fact(difference)) }
  }

  // MARK: Looks

  private func looked() {
    guard !isDone else { return }
    findStrays { [self] found in
      if secondLook { return finish(found) }
      strays = found
      firstCount = suspects.count + strays.count
      guard firstCount > 0 else { return finish([]) }
      application.context.loop.schedule(after: Self.pause) { [self] in
        // What was put off while nobody watched is read first.
        guard application.context.isWatched else { return lookAgain() }
        application.activity.rereading.catchUp { [self] in lookAgain() }
      }
    }
  }

  private func lookAgain() {
    guard !isDone else { return }
    secondLook = true
    stacks = PageStacks(application)
    for suspect in suspects {
      pending.append(
        LiveObject(
          suspect.reference, peer: suspect.peer, path: suspect.path, parent: parent(of: suspect),
          counterpart: suspect.counterpart))
    }
    askForStrays()
    pump()
  }

  /// Of those that list an object as their child the one that it has in the mirror: each is as true.
  private func parent(of suspect: LiveObject) -> LiveObject? {
    let mirrored = suspect.mirrored(in: application)?.parent?.reference
    return otherParents[suspect.reference]?.first { $0.reference == mirrored } ?? suspect.parent
  }

  /// Has what holds the strays say whether it lists them: they may have come while the walk went on.
  private func askForStrays() {
    var asked = Set(suspects.map(\.reference))
    for stray in strays {
      guard let parent = stray.parent, asked.insert(parent.reference).inserted else { continue }
      pending.append(
        LiveObject(parent.reference, peer: parent.peer, path: parent.path, parent: nil))
    }
  }

  /// - Parameter found: What the mirror has and the walk did not find.
  private func finish(_ found: [MirroredObject]) {
    guard report.compared > 0 else {
      return fail("the application did not say what its elements are")
    }
    let atFirst = Set(strays.map(\.id))
    for stray in found where atFirst.contains(stray.id) && !listed.contains(stray.reference) {
      confirmed.append(
        VerifyReport.Difference(
          element: stray.id, object: stray.path, field: "missing in the application",
          mirrored: ElementMapping.nativeRole(stray.facts), live: ""))
    }
    let objects = Set(confirmed.map(\.object)).count
    report.transient = max(0, firstCount - objects)
    end()
  }

  private func fail(_ reason: String) {
    guard !isDone else { return }
    report.failure = reason
    end()
  }

  private func end() {
    guard !isDone else { return }
    isDone = true
    deadlineTimer?.cancel()
    healthWatch?.cancel()
    report.differences = confirmed
    application.structure.forget(remade)
    completion(report)
  }

  /// Finds what is in the mirror and was not found in the application, so many objects a turn.
  private func findStrays(_ then: @escaping ([MirroredObject]) -> Void) {
    findStrays(SubtreeWalk(application.root), [], then)
  }

  private func findStrays(
    _ walk: SubtreeWalk, _ found: [MirroredObject], _ then: @escaping ([MirroredObject]) -> Void
  ) {
    var (walk, found) = (walk, found)
    for _ in 0..<Self.straysSlice {
      guard let object = walk.next() else { return then(found.filter { $0.stage == .shown }) }
      if object.stage == .shown, !seen.contains(object.reference), !object.isBelowWindowed {
        found.append(object)
      }
    }
    application.context.loop.schedule(after: .zero) { [self, walk, found] in
      guard !isDone else { return }
      if application.isClosed { return fail("the application ended meanwhile") }
      findStrays(walk, found, then)
    }
  }

  private static let straysSlice = 4096

  // MARK: Comparison

  private func differences(_ live: LiveObject) -> [VerifyReport.Difference] {
    let mirrored = live.mirrored(in: application)
    let element = mirrored.flatMap { application.context.store.tree[$0.id] }
    guard let mirrored, let element, mirrored.stage == .shown else {
      if live.isGone { return [] }
      return [
        VerifyReport.Difference(
          element: nil, object: live.path, field: "missing in the mirror", mirrored: "",
          live: ElementMapping.nativeRole(live.facts) + " " + live.facts.name)
      ]
    }
    if live.isGone {
      return [
        VerifyReport.Difference(
          element: mirrored.id, object: live.path, field: "missing in the application",
          mirrored: element.role.name, live: "")
      ]
    }
    var comparison = ElementComparison(element: element, object: live.path)
    comparison.compare(element, live.element(isRoot: live.parent == nil && live.depth == 0))
    if !live.isTooMany(application) {
      let shown = mirrored.children.filter { $0.stage == .shown }.map(\.reference)
      if live.remakesChildren {
        // Which is which is for their places to say; each is compared with what stands in its own.
        comparison.compare(count: shown.count, live: live.children.count)
      } else {
        let found = liveChildren(live, of: mirrored)
        if shown != found { comparison.compare(children: shown.map(name), live: found.map(name)) }
      }
    }
    return comparison.differences
  }

  /// The children that the mirror should have: each object once, in the place that it calls its own.
  private func liveChildren(_ live: LiveObject, of mirrored: MirroredObject) -> [ObjectReference] {
    let interner = application.table.interner
    var once: Set<ObjectReference> = []
    return live.children.filter { child in
      guard once.insert(child).inserted, interner.path(of: child) != "/org/a11y/atspi/null" else {
        return false
      }
      if let elsewhere = application.table[child] {
        return elsewhere.application === application.application && elsewhere !== application.root
          && (elsewhere.parent == nil || elsewhere.parent === mirrored)
      }
      let owner = interner.owner(of: child)
      return owner == application.peer.name || application.context.applications[owner] == nil
    }
  }

  private func name(_ reference: ObjectReference) -> String {
    application.table.interner.path(of: reference)
  }
}

/// What an application says of one field of one object.
private struct Fact: Hashable {
  let object: String
  let field: String
  let live: String

  init(_ difference: VerifyReport.Difference) {
    object = difference.object
    field = difference.field
    live = difference.live
  }
}

extension Duration {
  /// "3 s", or "340 ms" where it is less than a second.
  fileprivate var inWords: String {
    let milliseconds = clampedNanoseconds / 1_000_000
    return milliseconds < 1000 ? "\(milliseconds) ms" : "\(milliseconds / 1000) s"
  }
}
