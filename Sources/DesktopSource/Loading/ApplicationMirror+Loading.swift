internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeTransport

extension ApplicationMirror {
  /// Begins to read the application.
  func start() {
    let calls = ObjectCalls(peer: peer, path: root.path, lane: .urgent, limits: limits)
    let names = ["ToolkitName", "Version", "AtspiVersion"]
    calls.properties("Application", names) { [weak self] result in
      guard let self, !isClosed else { return }
      if case .success(let values) = result {
        introduce(
          toolkit: values["ToolkitName"]?.text ?? "", version: values["Version"]?.text ?? "")
      } else {
        introduce(toolkit: "", version: "")
      }
    }
    context.calls.processID(of: peer.name) { [weak self] result in
      guard let self, !isClosed, case .success(let process) = result else { return }
      context.store.edit {
        $0.updateApplication(self.rootID) { $0.processID = Int32(exactly: process) }
      }
      nameByProcess(Int32(exactly: process))
      if let process = Int32(exactly: process) { openDirectLine(to: process) }
    }
    root.facts.role = MirroredApplication.role
    publisher.show()
    health.callsMade()
  }

  /// An application that has not said what it is called, or says nothing, is called as its process is.
  private func nameByProcess(_ process: Int32?) {
    guard let process, application.title.isEmpty, let name = ProcessFiles.name(of: process) else {
      return
    }
    context.store.edit { $0.updateApplication(self.rootID) { $0.name = name } }
  }

  /// Most of what there is to ask is asked now: without the bus's daemon between, where the application
  /// can be reached so.
  private func openDirectLine(to process: Int32) {
    peer.queue.call(
      root.path, "org.a11y.atspi.Application", "GetApplicationBusAddress", lane: .urgent
    ) { [weak self] result in
      let answer = BusConnection.read(result) { (message) throws(BusError) in
        try message.string()
      }
      guard let self, !isClosed, !isComplete, case .success(let address) = answer else { return }
      application.directLine = DirectLine(
        address: address, process: process, queue: peer.queue, on: context.loop
      ) { [weak self] reason in self?.complain(.line, reason) }
      guard application.directLine != nil else { return }
      whenQuiet { [application] _ in application.directLine?.retire(on: application.context.loop) }
    }
  }

  private func introduce(toolkit: String, version: String) {
    let toolkit = toolkit.bounded(256)
    let version = version.bounded(256)
    peer.dialect = AtspiDialect(toolkit: toolkit, version: version)
    isIntroduced = true
    context.store.edit {
      $0.updateApplication(self.rootID) {
        $0.toolkit = toolkit
        $0.toolkitVersion = version
      }
    }
    // The root is always asked for itself: caches leave it out, or its children.
    reads.mark(root, .basics, .first)
    guard !peer.dialect.showsSilently else {
      // Its cache holds what was asked for before, by whomever, and takes 80 µs for each.
      cacheState = .missing
      isStructureWanted = true
      return
    }
    readItems { [weak self] item in
      guard let self, item.isAlive, item.reference != root.reference else { return }
      cache.add(item)
    } done: { [weak self] _ in
      guard let self else { return }
      if root.known.isSuperset(of: .basics) { undecided.append(root) }
      isStructureWanted = true
    }
  }

  /// What is known of an object suffices to show it: its children and details come next.
  func basicsArrived(_ object: MirroredObject) {
    publisher.touch(object, .all)
    if object.stage == .fresh { publisher.present(object) }
    if object !== root || isStructureWanted { undecided.append(object) }
    reads.mark(object, .details.union(.extras), object.isShowing ? .visible : .rest)
    schedule()
  }

  /// Caches of up to so many objects are not believed about the order of children.
  static let smallCache = 2000

  /// Finds out the children of objects that are new, so many a turn.
  func decideChildren() {
    var left = 2048
    while left > 0, let object = undecided.popFirst() {
      left -= 1
      guard object.stage != .gone else { continue }
      decideChildren(of: object)
      if context.loop.turnAge > MirrorContext.turnLimit { break }
    }
  }

  private func decideChildren(of object: MirroredObject) {
    let claimed = object.claimedChildren
    if claimed >= 0 {
      decideWindowing(of: object)
      if object.isWindowed { return readWindow(of: object) }
    }
    if let listed = object.listedChildren {
      object.listedChildren = nil
      return applyChildren(of: object, listed)
    }
    if object !== root, claimed >= 0,
      let cached = cache.children(of: object.reference, count: claimed)
    {
      applyChildren(of: object, cached)
      // GTK 3 sometimes counts places in another order than it lists children.
      if claimed > 1, cache.total <= Self.smallCache { reads.mark(object, .children, .rest) }
      return
    }
    reads.mark(object, .children, .first)
  }

  /// Says how far reading has come.
  func advanceLoadState() {
    let old = application.load
    if application.load == .loading, isStructureWanted, isStructureRead {
      application.load = .structure
    }
    if isStructureRead, reads.isDetailRead {
      finishRecovery()
      if application.load == .structure, !missesEvents || complaints.contains(.flood) {
        application.load = .complete
      }
    }
    let trouble = complaints.summary
    if isComplete { application.load = complaints.isEmpty ? .complete : .partial(trouble) }
    if case .partial = application.load { sayTrouble("") } else { sayTrouble(trouble) }
    guard application.load != old else { return }
    schedule()
    context.store.edit { edit in
      edit.updateApplication(rootID) {
        $0.load = self.application.load
        $0.lastHeard = context.store.time
      }
    }
    if isComplete, old == .loading || old == .structure {
      cache = CacheContents()
      application.eventShare.endExpectations()
      echoes.reset()
      activity.loaded(self)
      sweep.request()
    }
  }

  /// Says what is wrong beside a load state that does not.
  private func sayTrouble(_ trouble: String) {
    guard trouble != loadTrouble else { return }
    loadTrouble = trouble
    context.store.edit { edit in edit.updateApplication(rootID) { $0.loadTrouble = trouble } }
  }

  private var isStructureRead: Bool {
    undecided.isEmpty && reads.outstandingChildren == 0 && publisher.restructured.isEmpty
      && !isReadingItems && !reads.isFirstUnderWay
  }

  /// Whether something is being read that an event or an action made necessary.
  var isReading: Bool {
    reads.isFirstUnderWay || reads.outstandingChildren > 0
      || !undecided.isEmpty || !publisher.fresh.isEmpty || !publisher.restructured.isEmpty
      || !publisher.changed.isEmpty
      || activity.isRefreshing || sweep.isAwaited || followUps > 0
      || echoTimer != nil
  }
}
