internal import BridgeTransport

/// What an application told by events that were passed over, as far as it has to be read again.
struct MissedEvents {
  /// Objects that are remembered one by one; beyond, all of the application is read again.
  static let maxObjects = 8192

  private(set) var objects: [ObjectIdentifier: MirroredObject] = [:]
  /// So many, or of such a kind, that everything is to be read again.
  private(set) var isEverything = false

  mutating func insert(_ object: MirroredObject) {
    guard !isEverything else { return }
    objects[ObjectIdentifier(object)] = object
    if objects.count > Self.maxObjects { insertEverything() }
  }

  mutating func insertEverything() {
    objects = [:]
    isEverything = true
  }
}

extension ApplicationMirror {
  /// For so long no event must have been passed over before what they told is read again.
  private static let calm = Duration.seconds(1)
  /// An application that is still being read may send too much for so long before that is a fault of it.
  /// Until then its load is not complete.
  static let floodPatience = Duration.seconds(5)

  /// Whether an event of `object`, or of one that is not mirrored, is taken in when it comes now. When it
  /// is not, what it may have told is read again later.
  func admitsEvent(at now: MonotonicTime, of object: MirroredObject?) -> Bool {
    listen(at: now)
    if application.eventShare.admits(at: now) { return true }
    let isFirst = application.eventShare.dropped == 1
    if isComplete { missed.insertEverything() } else { missed.insert(object ?? root) }
    let isFlood =
      application.eventShare.firstDrop.map { now.since($0) >= Self.floodPatience } ?? false
    if isComplete || isFlood {
      complain(.flood, "more than \(Int(EventShare.rate)) a second")
    }
    if isFirst { awaitCalm() }
    return false
  }

  /// Whether events were passed over that are not made up for.
  var missesEvents: Bool { application.eventShare.dropped > 0 || isRecovering }

  private func awaitCalm() {
    context.loop.schedule(after: Self.calm) { [weak self] in
      guard let self, !isClosed else { return }
      let quiet = application.eventShare.lastDrop.map { MonotonicTime.now().since($0) } ?? Self.calm
      if quiet < Self.calm { return awaitCalm() }
      recover()
    }
  }

  /// Reads again what events told that were passed over.
  private func recover() {
    application.eventShare.recover()
    let missed = self.missed
    self.missed = MissedEvents()
    schedule()
    guard echoes.admitsRecovery() else { return }
    isRecovering = true
    // What it says in answer is no reason for another.
    echoes.cause = .asking
    defer { echoes.cause = .ownAccord }
    if missed.isEverything { return readEverythingAnew() }
    for object in missed.objects.values where object.stage == .shown {
      reads.mark(object, object.rereadable, object.isShowing ? .visible : .rest)
      // It may have said that it is gone.
      if let parent = object.parent, !parent.isWindowed { reads.mark(parent, .children, .visible) }
    }
    activity.note(self, .all)
  }

  /// Reads all objects again, as what was said of them was not taken in.
  func readEverythingAnew() {
    for object in root.subtree where object.stage == .shown {
      reads.mark(object, object.rereadable, object.isShowing ? .visible : .rest)
    }
    activity.note(self, .all)
  }

  /// Everything that was marked has been read: nothing that was passed over is missing any more.
  func finishRecovery() {
    guard isRecovering, application.eventShare.dropped == 0 else { return }
    isRecovering = false
    application.eventShare.endFlood()
    application.complaints.drop(.flood)
  }
}
