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
  /// As told: what is wrong while it is loading.
  var loadTrouble = ""
  /// The answers to what the application is came in: reading may begin.
  var isIntroduced = false
  /// The cache was read, or there is none: the structure can be followed from the root.
  var isStructureWanted = false
  /// Long lists of children that are still to be read.
  var longLists = Fifo<() -> Void>()
  var isReadingLongList = false
  /// Objects whose children are still to be decided on.
  var undecided = Fifo<MirroredObject>()

  // MARK: Cache

  var cache = CacheContents()
  var cacheState = CacheState.unknown
  var cacheCost = CacheCost()
  var isReadingItems = false
  /// `GetItems` is on its way because much is new: new objects wait for it.
  var isBulkReading = false

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
    application.owner = self
  }

  /// One step: decide on children, ask for what is to be read, bring the tree in line.
  func step() {
    guard !isClosed else { return }
    decideChildren()
    feed()
    publisher.publish(isSettled: reads.outstandingChildren == 0 && undecided.isEmpty)
    advanceLoadState()
    if !undecided.isEmpty || publisher.isUnderWay {
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
    undecided = Fifo()
    longLists = Fifo()
    missed = MissedEvents()
    cache = CacheContents()
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

  func forEachAwaited(_ body: (ObjectReference) -> Void) { cache.forEachReference(body) }
}

/// Whether the application answers `GetItems`.
enum CacheState {
  case unknown
  case answers
  case missing
}
