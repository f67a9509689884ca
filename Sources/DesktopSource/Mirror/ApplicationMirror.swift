internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeTransport

/// The mirror of one application: reads it, receives its events, and keeps its elements up to date.
///
/// Each part uses only parts that are declared before it; they are created here and take turns in `step`.
/// Answers and signals change the objects (`MirroredObject`) at once. Once a turn of the loop, `step` makes
/// further calls and brings the elements in line with the objects. Confined to the loop's thread.
final class ApplicationMirror: StructurePart {
  let structure: StructureReader
  let sweep: ScreenSweep
  let activity: ActivityMonitor
  let reader: ObjectReader
  let receiver: EventReceiver
  let eventGate: EventGate
  let modality: WindowModality
  /// Whether the application has answered what toolkit it uses, or failed to.
  var isToolkitKnown = false
  /// Whether it is settled if a direct connection carries the first calls.
  private var isLineSettled = false
  private var isStructureBegun = false
  /// For how long new elements have been read without a break.
  var unreadPeriod = UnreadPeriod()
  /// The trouble that was published last beside a load state that carries none.
  private var publishedProblems = ""

  init(context: MirrorContext, peer name: String, path: String) {
    let application = MirroredApplication(context: context, peer: name, path: path)
    structure = StructureReader(Publisher(application), ReadQueue(application))
    sweep = ScreenSweep(structure)
    activity = ActivityMonitor(sweep)
    reader = ObjectReader(activity)
    receiver = EventReceiver(reader)
    eventGate = EventGate(receiver)
    modality = WindowModality(structure)
    application.owner = self
    structure.host = self
    activity.quiet.host = self
    sweep.onEnd = { [unowned reader] in reader.recheckItemsOnScreen() }
  }

  /// Takes one step: decides on children, begins reads, and brings the tree in line.
  func step() {
    guard !isClosed else { return }
    structure.decideChildren()
    modality.update()
    if isToolkitKnown { reader.sendReads() }
    publisher.publish(isSettled: structure.isSettled)
    advanceLoadState()
    if isReadingNewElements { unreadPeriod.note(at: .now()) }
    if !structure.undecided.isEmpty || publisher.isUnderWay {
      context.loop.schedule(after: .zero) { [weak self] in self?.schedule() }
    }
  }

  /// Ends the mirror because the application or the bus ended: removes the elements and makes no more calls.
  ///
  /// - Parameter error: The result of the calls in flight.
  func close(with error: BusError = .cancelled) {
    guard !isClosed else { return }
    application.close()
    activity.cancel()
    sweep.cancel()
    modality.cancel()
    application.disconnect(with: error)
    reads.close()
    structure.close()
    eventGate.cancel()
    publisher.close()
  }

  // MARK: Beginning

  /// Begins to read the application.
  func start() {
    readToolkit()
    context.calls.processID(of: peer.name) { [weak self] result in
      guard let self, !isClosed else { return }
      guard case .success(let process) = result else { return settleLine() }
      context.store.edit {
        $0.updateApplication(self.rootID) { $0.processID = Int32(exactly: process) }
      }
      nameByProcess(Int32(exactly: process))
      guard let process = Int32(exactly: process) else { return settleLine() }
      application.process = process
      openDirectConnection(to: process)
    }
    root.facts.role = MirroredApplication.role
    publisher.show()
    health.didCall()
  }

  /// The time between two questions of which the first was not answered in time.
  private static let retryInterval = Duration.milliseconds(100)

  private func readToolkit() {
    let calls = ObjectCalls(peer: peer, path: root.path, lane: .urgent, limits: limits)
    let names = ["ToolkitName", "Version", "AtspiVersion"]
    calls.properties("Application", names) { [weak self] result in
      guard let self, !isClosed else { return }
      switch result {
      case .success(let values):
        setToolkit(
          toolkit: values["ToolkitName"]?.text ?? "", version: values["Version"]?.text ?? "")
      // It is busy, as one that builds a large window. How it is read depends on its toolkit.
      case .failure(let error) where !error.isAnswer:
        context.loop.schedule(after: Self.retryInterval) { [weak self] in self?.readToolkit() }
      case .failure: setToolkit(toolkit: "", version: "")
      }
    }
  }

  /// Names the application after its process while it has no name of its own.
  private func nameByProcess(_ process: Int32?) {
    guard let process, application.title.isEmpty, let name = ProcessFiles.name(of: process) else {
      return
    }
    context.store.edit { $0.updateApplication(self.rootID) { $0.name = name } }
  }

  /// How long reading waits for the address of a direct connection, once the application has answered what toolkit it uses, and while
  /// it answers other calls.
  private static let linePatience = Duration.milliseconds(100)

  /// Begins to read the structure, when the toolkit is known and it is settled whether there is a direct connection.
  private func beginIfSettled() {
    guard !isClosed, isToolkitKnown, isLineSettled || peer.dialect.omitsShowEvents,
      !isStructureBegun
    else { return }
    isStructureBegun = true
    structure.begin()
  }

  private func settleLine() {
    isLineSettled = true
    beginIfSettled()
  }

  /// Opens a direct connection to the application, without the bus daemon between, where the application offers
  /// one. It is used while the application is loading, when most calls are made.
  private func openDirectConnection(to process: Int32) {
    peer.queue.call(
      root.path, "org.a11y.atspi.Application", "GetApplicationBusAddress", lane: .urgent
    ) { [weak self] result in
      let answer = BusConnection.read(result) { (message) throws(BusError) in
        try message.string()
      }
      guard let self, !isClosed else { return }
      if case .failure(let error) = answer, !error.isAnswer {
        context.loop.schedule(after: Self.retryInterval) { [weak self] in
          self?.openDirectConnection(to: process)
        }
        return
      }
      guard case .success(let address) = answer, DirectConnection.isUsable(address) else {
        return settleLine()
      }
      application.directAddress = address
      guard !isComplete else { return }
      application.directConnection = DirectConnection(
        address: address, process: process, root: root.path, queue: peer.queue, on: context.loop,
        onReady: { [weak self] in self?.settleLine() },
        onFailure: { [weak self] reason in
          self?.report(.line, reason)
          self?.settleLine()
        })
      guard application.directConnection != nil else { return settleLine() }
      whenQuiet { [application] in
        application.directConnection?.retire(on: application.context.loop)
      }
    }
  }

  private func setToolkit(toolkit: String, version: String) {
    let toolkit = toolkit.bounded(256)
    let version = version.bounded(256)
    peer.dialect = AtspiDialect(toolkit: toolkit, version: version)
    isToolkitKnown = true
    context.store.edit {
      $0.updateApplication(self.rootID) {
        $0.toolkit = toolkit
        $0.toolkitVersion = version
      }
    }
    beginIfSettled()
    awaitLine()
  }

  /// Waits for the direct connection. An application that answers nothing is busy, as one that builds a large window: its line
  /// comes when it answers again. The bus does not take the cache of a very large one.
  private func awaitLine() {
    let answers = peer.queue.answerCount
    context.loop.schedule(after: Self.linePatience) { [weak self] in
      guard let self, !isClosed, !isLineSettled else { return }
      let isConnecting = application.directConnection?.isUp == true
      if isConnecting || peer.queue.answerCount == answers { awaitLine() } else { settleLine() }
    }
  }

  // MARK: How far it is

  /// Updates and publishes how far reading has come.
  func advanceLoadState() {
    let old = application.load
    if application.load == .loading, structure.isStarted, structure.isRead {
      application.load = .structure
      // What it lists is mirrored; the memory goes to what is read next.
      context.recordFreed(structure.cache.total)
      structure.cache = CacheContents()
    }
    if structure.isRead, reads.areDetailsRead {
      eventGate.finishRecovery()
      if application.load == .structure, !eventGate.hasMissedEvents || problems.contains(.flood) {
        application.load = .complete
      }
    }
    let summary = problems.summary
    if isComplete { application.load = problems.isEmpty ? .complete : .partial(summary) }
    if case .partial = application.load { publishProblems("") } else { publishProblems(summary) }
    publishLoadingDocument()
    guard application.load != old else { return }
    schedule()
    context.store.edit { edit in
      edit.updateApplication(rootID) {
        $0.load = self.application.load
        $0.omitsElements = self.problems.omitElements
        $0.lastHeard = context.store.time
      }
    }
    if isComplete, old == .loading || old == .structure {
      application.eventBudget.removeNewObjectAllowance()
      activity.echoes.reset()
      activity.markOutdated()
      sweep.request()
    }
  }

  private func publishLoadingDocument() {
    let isLoading = publisher.isLoadingDocument(isRead: structure.isRead)
    guard context.store.applications[rootID]?.isLoadingDocument == !isLoading else { return }
    context.store.edit { $0.updateApplication(rootID) { $0.isLoadingDocument = isLoading } }
  }

  /// Publishes what is wrong, beside a load state that does not include it.
  private func publishProblems(_ problems: String) {
    guard problems != publishedProblems else { return }
    publishedProblems = problems
    context.store.edit { edit in edit.updateApplication(rootID) { $0.loadTrouble = problems } }
  }

  /// Whether elements have come, or may have by an action a moment ago, that are not all there yet, or others are on screen since
  /// an area was scrolled. What is read again of those that are there does not count else: of an application with a clock,
  /// something always is.
  var hasUnreadElements: Bool {
    isReadingNewElements && !unreadPeriod.isOver(at: .now())
      || sweep.isAfterAction && (sweep.isAwaited || activity.pendingFollowUps > 0)
  }

  private var isReadingNewElements: Bool {
    publisher.hasUnreadObjects() || sweep.pageTransitions.isUnderWay
      || sweep.rowChecks.isConfirming || activity.scrolled.isOutdated()
      || activity.pageMoves.isMoving
  }

  /// Whether something is being read that an event or an action made necessary.
  var isReading: Bool {
    reads.isHighPriorityActive || !structure.isSettled || !publisher.fresh.isEmpty
      || !publisher.restructured.isEmpty || !publisher.changed.isEmpty || sweep.isAwaited
      || activity.pendingFollowUps > 0 || activity.scrolled.isAwaited
      || eventGate.isHoldingEvents || modality.isAwaited
  }
}

extension ApplicationMirror: MirrorOwner {
  func didStartWatching() {
    sweep.request()
    eventGate.releaseSoon()
    activity.didStartWatching()
  }

  func didRecover() {
    schedule()
    activity.recordActivity(.all)
    sweep.request()
  }

  func requestPass() { activity.rereader.requestPass() }

  func release(_ object: MirroredObject) { publisher.release(object) }

  func forEachPending(_ body: (ObjectReference) -> Void) { structure.cache.forEachReference(body) }
}

extension ApplicationMirror: StructureHost {
  func whenQuiet(_ body: @escaping () -> Void) { activity.quiet.runLater(body) }
}

extension ApplicationMirror: QuietHost {}
