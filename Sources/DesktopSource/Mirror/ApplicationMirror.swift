internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeTransport

/// The mirror of one application: reads it, listens to it, and keeps its elements true.
///
/// Answers and signals change the objects here (`MirroredObject`) at once; `publish` brings the
/// elements in line, once a turn of the loop. Confined to the loop's thread.
final class ApplicationMirror: ApplicationPart {
  let application: MirroredApplication
  let publisher: Publisher
  let reads: ReadQueue
  let structure: StructureReader
  /// As told: what is wrong while it is loading.
  var loadTrouble = ""
  /// The answers to what the application is came in: reading may begin.
  var isIntroduced = false
  // MARK: Events and health

  var missed = MissedEvents()
  /// What was missed is being read.
  var isRecovering = false
  var echoes = Echoes()
  var echoTimer: Timer?
  let activity = Activity()
  let rereading = Rereading()
  private(set) lazy var sweep = ScreenSweep(self)
  /// Looks that are still to be taken at what a late action brings about.
  var followUps = 0
  /// Objects that spoke, are not mirrored and are being sought; whether they spoke again since.
  var unmirroredSenders: [String: Bool] = [:]

  init(context: MirrorContext, peer name: String, path: String) {
    application = MirroredApplication(context: context, peer: name, path: path)
    publisher = Publisher(application)
    reads = ReadQueue(application)
    structure = StructureReader(publisher, reads)
    application.owner = self
    structure.host = self
  }

  /// One step: decide on children, ask for what is to be read, bring the tree in line.
  func step() {
    guard !isClosed else { return }
    structure.decideChildren()
    feed()
    publisher.publish(isSettled: structure.isSettled)
    advanceLoadState()
    if !structure.undecided.isEmpty || publisher.isUnderWay {
      context.loop.schedule(after: .zero) { [weak self] in self?.schedule() }
    }
  }

  /// The application ended, or the bus did: its elements go, and nothing is asked any more.
  ///
  /// - Parameter error: answers the calls under way.
  func close(with error: BusError = .cancelled) {
    guard !isClosed else { return }
    application.close()
    activity.cancel()
    echoTimer?.cancel()
    rereading.cancel()
    sweep.cancel()
    application.hangUp(with: error)
    reads.close()
    structure.close()
    missed = MissedEvents()
    publisher.close()
  }
}

extension ApplicationMirror: MirrorOwner {
  func audienceCame() {
    sweep.request()
    activity.audienceCame(self)
  }

  func didRecover() {
    schedule()
    activity.note(self, .all)
    sweep.request()
  }

  func requestCheck() { rereading.requestCheck(self) }

  func surrender(_ object: MirroredObject) { publisher.surrender(object) }

  func forEachAwaited(_ body: (ObjectReference) -> Void) { structure.cache.forEachReference(body) }
}

extension ApplicationMirror: StructureHost {
  func whenQuiet(_ body: @escaping () -> Void) { activity.whenQuiet(self) { _ in body() } }
}
