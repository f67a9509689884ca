internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeTransport

/// Compares an application with its mirror: a walk of its own, breadth first, by `GetChildren` and
/// never by the cache; then a second look at what differed, to leave out what was just changing.
final class Verification {
  let application: ApplicationMirror
  /// `nil` once the report is made.
  private var completion: ((VerifyReport) -> Void)?
  private var report: VerifyReport
  /// In nanoseconds of the mirror's clock.
  private let deadline: UInt64
  private let startTime = MonotonicTime.now()
  private var deadlineTimer: Timer?
  private var silenceMonitor: SilenceMonitor?
  private var task: Task<Void, Never>?
  /// Objects that are being read.
  private var readings: [Task<Void, Never>] = []

  private var seen: Set<ObjectReference> = []
  private var pending = Fifo<LiveObject>()
  /// Objects whose children are still to be walked to.
  private var parents = Fifo<LiveObject>()
  /// Who else lists an object as its child: a menu that is open stands in its pop-up window as well.
  private var otherParents: [ObjectReference: [LiveObject]] = [:]
  /// Objects that only this walk knows of.
  private var remade: [ObjectReference] = []
  /// Objects of whose children only those on screen are mirrored.
  private var windowed: [LiveObject] = []
  /// What differed at the first look, and what the application said of it then.
  private var suspects: [LiveObject] = []
  private var firstDifferences: Set<ReportedField> = []

  /// Objects read at the same time.
  static let maxConcurrentReads = 64
  /// Parents besides the first that are remembered of an object.
  private static let maxOtherParents = 4
  /// How long the mirror has to catch up before the second look. A clock that ticks each second says
  /// something else by then.
  static let recheckDelay = Duration.milliseconds(1100)

  /// Why no more is compared.
  private struct Incomplete: Error {
    let reason: String
    init(_ reason: String) { self.reason = reason }
  }

  /// - Parameter deadline: by when it ends, in nanoseconds of the mirror's clock.
  init(
    _ application: ApplicationMirror, deadline: UInt64,
    _ completion: @escaping (VerifyReport) -> Void
  ) {
    self.application = application
    self.deadline = deadline
    self.completion = completion
    report = VerifyReport(application: application.rootID)
  }

  private var loop: EventLoop { application.context.loop }

  // MARK: Life

  func start() {
    deadlineTimer = loop.schedule(at: MonotonicTime(nanoseconds: deadline)) {
      let time = MonotonicTime.now().since(self.startTime).durationDescription
      self.end(Incomplete("it did not complete within \(time); allow more time"))
    }
    let health = application.health
    silenceMonitor = SilenceMonitor(on: loop) {
      health.isSuspended
    } then: {
      self.end(self.notResponding)
    }
    let task = loop.startTask {
      do throws(Incomplete) {
        try await self.compare()
        self.end(nil)
      } catch {
        self.end(error)
      }
    }
    if completion != nil { self.task = task }
  }

  private var notResponding: Incomplete {
    Incomplete(
      "the application has not answered for \(application.health.silence.durationDescription): it is stopped, "
        + "busy or hanging; verify again when its health is responsive")
  }

  /// Makes the report, and stops waiting for anything.
  private func end(_ incomplete: Incomplete?) {
    guard let completion else { return }
    self.completion = nil
    deadlineTimer?.cancel()
    silenceMonitor?.cancel()
    task?.cancel()
    for reading in readings { reading.cancel() }
    (task, readings) = (nil, [])
    if let incomplete { report.failure = incomplete.reason }
    // A secret may have been read after the texts that repeat it.
    let store = application.context.store
    for index in report.differences.indices {
      report.differences[index].conceal(where: store.repeatsSecret)
    }
    application.structure.forget(remade)
    completion(report)
  }

  /// Throws unless there is still something to compare, after something was waited for.
  private func checkNotEnded() throws(Incomplete) {
    if application.isClosed { throw Incomplete("the application ended during the comparison") }
    // Nobody is told: the end was.
    if completion == nil { throw Incomplete("it has ended") }
  }

  // MARK: Looks

  private func compare() async throws(Incomplete) {
    guard application.isComplete else {
      throw application.health.isSuspended
        ? notResponding
        : Incomplete("the application is still loading; verify again when its load is complete")
    }
    let root = application.root
    add(root.reference, peer: root.peer, path: root.path, parent: nil)
    try await read(next) { object in
      guard !object.isGone else { return }
      report.compared += 1
      if object.depth < application.limits.depth { parents.append(object) }
      if object.isTooMany(application) { windowed.append(object) }
      report.unmirrored += unmirroredChildren(of: object)
      let found = differences(object)
      guard !found.isEmpty else { return }
      suspects.append(object)
      for difference in found { firstDifferences.insert(ReportedField(difference)) }
    }
    guard report.compared > 0 else {
      throw Incomplete("the application did not describe its elements")
    }
    let strays = try await findStrays()
    let windows = try await differencesOfWindows()
    if !suspects.isEmpty || !strays.isEmpty || !windows.isEmpty {
      try await recheck(strays, windows)
    }
  }

  /// How many children of an object are not mirrored.
  private func unmirroredChildren(of object: LiveObject) -> Int {
    guard object.isTooMany(application) || object.depth >= application.limits.depth else {
      return 0
    }
    let mirrored = object.mirrored(in: application)?.children.count { $0.stage == .shown } ?? 0
    return max(0, object.claimedChildren - mirrored)
  }

  /// How the mirror differs in which children of large containers are on screen.
  private func differencesOfWindows() async throws(Incomplete) -> [VerifyReport.Difference] {
    var found: [VerifyReport.Difference] = []
    for object in windowed {
      if let difference = await windowDifference(object) { found.append(difference) }
      try checkNotEnded()
    }
    return found
  }

  /// Looks a second time at what differed. What the application itself says otherwise than a moment ago is
  /// moving, not wrong.
  ///
  /// - Parameters:
  ///   - strays: what the mirror had beside what the walk found.
  ///   - windows: how it differed in what is on screen of large containers.
  private func recheck(
    _ strays: [MirroredObject], _ windows: [VerifyReport.Difference]
  ) async throws(Incomplete) {
    // A sweep takes its time in an application that is busy, as this walk makes it.
    if application.context.isWatched { await wait(for: application.activity.sweep.catchUp) }
    try? await loop.pause(for: Self.recheckDelay)
    // What was put off while nobody watched is read first.
    if application.context.isWatched { await wait(for: application.activity.rereader.catchUp) }
    try checkNotEnded()
    for suspect in suspects {
      pending.append(
        LiveObject(
          suspect.reference, peer: suspect.peer, path: suspect.path, parent: parent(of: suspect),
          counterpart: suspect.counterpart))
    }
    addParents(of: strays)
    var listed: Set<ObjectReference> = []
    func nextSuspect() -> LiveObject? { pending.popFirst() }
    try await read(nextSuspect) { object in
      listed.formUnion(object.children)
      report.differences += differences(object).filter {
        firstDifferences.contains(ReportedField($0))
      }
    }
    let atFirst = Set(strays.map(\.id))
    for stray in try await findStrays()
    where atFirst.contains(stray.id) && !listed.contains(stray.reference) {
      report.differences.append(
        VerifyReport.Difference(
          element: stray.id, object: stray.path, field: "missing in the application",
          mirrored: ElementMapping.nativeRole(stray.facts), live: ""))
    }
    if !windows.isEmpty {
      let atFirst = Set(windows.map { ReportedField($0) })
      let again = try await differencesOfWindows()
      report.differences += again.filter { atFirst.contains(ReportedField($0)) }
    }
    let objects = Set(report.differences.map(\.object)).count
    report.transient = max(0, suspects.count + strays.count + windows.count - objects)
  }

  private func wait(for read: (_ done: @escaping () -> Void) -> Void) async {
    _ = await loop.answer(of: { take in read { take(true) } })
  }

  /// Of those that list an object as their child the one that it has in the mirror: each is as true.
  private func parent(of suspect: LiveObject) -> LiveObject? {
    let mirrored = suspect.mirrored(in: application)?.parent?.reference
    return otherParents[suspect.reference]?.first { $0.reference == mirrored } ?? suspect.parent
  }

  /// Has what holds the strays say whether it lists them: they may have come while the walk went on.
  private func addParents(of strays: [MirroredObject]) {
    var asked = Set(suspects.map(\.reference))
    for stray in strays {
      guard let parent = stray.parent, asked.insert(parent.reference).inserted else { continue }
      pending.append(
        LiveObject(parent.reference, peer: parent.peer, path: parent.path, parent: nil))
    }
  }

  /// Reads all objects that `next` gives, so many at a time, and has `take` take each.
  private func read(
    _ next: () -> LiveObject?, _ take: (LiveObject) -> Void
  ) async throws(Incomplete) {
    let stacks = PageStacks(application)
    while true {
      var objects: [LiveObject] = []
      while objects.count < Self.maxConcurrentReads, let object = next() { objects.append(object) }
      guard !objects.isEmpty else { return }
      readings = objects.map { object in
        loop.startTask { [application] in await object.read(application, stacks) }
      }
      for reading in readings { await reading.value }
      try checkNotEnded()
      for object in objects {
        guard object.failure.isEmpty else {
          throw Incomplete("\(object.path) could not be read: \(object.failure)")
        }
        take(object)
      }
    }
  }

  /// Finds what is in the mirror and was not found in the application, so many objects a turn.
  private func findStrays() async throws(Incomplete) -> [MirroredObject] {
    var found: [MirroredObject] = []
    var walk = SubtreeWalk(application.root)
    var walked = 0
    while let object = walk.next() {
      if object.stage == .shown, !seen.contains(object.reference), !object.isBelowWindowed {
        found.append(object)
      }
      walked += 1
      guard walked.isMultiple(of: Self.straysSlice) else { continue }
      try? await loop.pause(for: .zero)
      try checkNotEnded()
    }
    return found.filter { $0.stage == .shown }
  }

  private static let straysSlice = 4096

  // MARK: Walk

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
    guard seen.count <= application.limits.elements else {
      report.unmirrored += 1
      return
    }
    if let counterpart { seen.insert(counterpart.reference) }
    pending.append(
      LiveObject(reference, peer: peer, path: path, parent: parent, counterpart: counterpart))
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
    guard path != ObjectInterner.nullPath, let peer = application.application.peer(owner) else {
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

  /// What the mirror has of a container whose children are too many to be walked to.
  private func addCells(of table: LiveObject) {
    guard table.isTooMany(application), let mirrored = table.mirrored(in: application) else {
      return
    }
    for child in mirrored.children where child.stage == .shown {
      let cell = child.cell == nil ? nil : child
      add(child.reference, peer: child.peer, path: child.path, parent: table, counterpart: cell)
    }
  }
}

/// What an application says of one field of one object.
private struct ReportedField: Hashable {
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
  fileprivate var durationDescription: String {
    let milliseconds = clampedNanoseconds / 1_000_000
    return milliseconds < 1000 ? "\(milliseconds) ms" : "\(milliseconds / 1000) s"
  }
}
