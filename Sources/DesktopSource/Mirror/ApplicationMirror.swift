internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeTransport

/// The mirror of one application: reads it, listens to it, and keeps its elements true.
///
/// Answers and signals change the objects here (`MirroredObject`) at once; `publish` brings the
/// elements in line, once a turn of the loop. Confined to the loop's thread.
final class ApplicationMirror {
  let context: MirrorContext
  /// The connections that own objects of this application: its own, and those of what it embeds.
  var peers: [String: Peer] = [:]
  let peer: Peer
  private(set) var root: MirroredObject!
  private(set) var isClosed = false
  var isScheduled = false

  var load = LoadState.loading
  /// As told: what is wrong while it is loading.
  var loadTrouble = ""
  var title = ""
  var isShown = false
  /// The answers to what the application is came in: reading may begin.
  var isIntroduced = false
  /// The cache was read, or there is none: the structure can be followed from the root.
  var isStructureWanted = false
  /// Why the mirror cannot be whole, and what else is wrong.
  var complaints = Complaints()

  /// While the application is read for the first time.
  var directLine: DirectLine?

  // MARK: Work

  /// Objects with something to read, in the order of `WorkLane`.
  var lanes = WorkLane.allCases.map { _ in Fifo<MirroredObject>() }
  /// Calls under way for anything but extras.
  var outstanding = 0
  /// Calls under way that events or actions made necessary.
  var outstandingFirst = 0
  var outstandingExtras = 0
  /// Calls under way for children, but for those of a second reading.
  var outstandingChildren = 0
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

  // MARK: Publishing

  /// Objects whose elements are to be composed anew.
  var changed = Fifo<MirroredObject>()
  /// Objects whose lists of children changed.
  var restructured: [MirroredObject] = []
  /// Objects that nobody lists any more.
  var orphans: [MirroredObject] = []
  /// What is still to be removed of an application that has ended.
  var leaving: [LeavesFirst] = []
  /// Objects that are being read to be shown.
  var fresh = FreshObjects()
  /// Until when a batch of new objects may hold back the structure.
  var gateDeadline: MonotonicTime?
  var gateTimer: Timer?
  var pendingPosts: [Notification] = []
  /// How many objects are mirrored, and how many of them belong to applications with a place of their own.
  var count = 0 {
    didSet { context.elements += count - oldValue }
  }
  var foreignCount = 0
  /// Bytes of what its elements say.
  var textBytes = 0 {
    didSet { context.texts.add(textBytes - oldValue) }
  }

  // MARK: Events and health

  var eventShare = EventShare()
  var missed = MissedEvents()
  /// What was missed is being read.
  var isRecovering = false
  var echoes = Echoes()
  var echoTimer: Timer?
  /// How often something was marked to be read.
  var marks = 0
  let activity = Activity()
  let rereading = Rereading()
  private(set) lazy var sweep = ScreenSweep(self)
  /// Looks that are still to be taken at what a late action brings about.
  var followUps = 0
  /// Changes to objects so far.
  var touches = 0
  /// Objects that spoke, are not mirrored and are being sought; whether they spoke again since.
  var unmirroredSenders: [String: Bool] = [:]
  weak var focusHolder: MirroredObject?
  /// Objects that said that they have the focus; some may have lost it since.
  var focused: [MirroredObject] = []
  /// There were more of them than are remembered.
  var focusedIsCut = false
  /// An event told where the focus is.
  var hasHeardOfFocus = false
  let health = HealthWatch()

  init(context: MirrorContext, peer name: String, path: String) {
    self.context = context
    peer = Peer(name, queue: CallQueue(context.calls, destination: name))
    peers[name] = peer
    let reference = context.table.interner.intern(name, path)
    if let stolen = context.table[reference] { stolen.application.surrender(stolen) }
    let id = context.store.makeID()
    root = MirroredObject(reference, peer: peer, path: path, id: id, application: self)
    context.table.insert(root)
    count = 1
    context.elements += 1
    watchSizes(of: peer.queue)
  }

  private func watchSizes(of queue: CallQueue) {
    queue.onCostlyAnswer = { [weak self] cost in self?.complainOfCost(cost) }
    queue.onLargeAnswer = { [weak self] bytes in self?.complainOfSize(bytes) }
  }

  var rootID: ElementID { root.id }
  var limits: DesktopLimits { context.limits }
  var table: ObjectTable { context.table }
  var isComplete: Bool { if case .loading = load { false } else { load != .structure } }

  /// Has the next step taken at the end of the turn.
  func schedule() {
    if !isClosed { context.schedule(self) }
  }

  /// One step: decide on children, ask for what is to be read, bring the tree in line.
  func step() {
    guard !isClosed else { return }
    decideChildren()
    feed()
    publish()
    advanceLoadState()
    let isPublishing = gateDeadline == nil && !(restructured.isEmpty && orphans.isEmpty)
    if !undecided.isEmpty || isPublishing || !changed.isEmpty {
      context.loop.schedule(after: .zero) { [weak self] in self?.schedule() }
    }
  }

  /// The application ended, or the bus did: its elements go, and nothing is asked any more.
  ///
  /// - Parameter error: answers the calls under way.
  func close(with error: BusError = .cancelled) {
    guard !isClosed else { return }
    isClosed = true
    gateTimer?.cancel()
    activity.cancel()
    echoTimer?.cancel()
    rereading.cancel()
    sweep.cancel()
    health.cancel()
    directLine?.hangUp()
    for peer in peers.values { peer.queue.close(with: error) }
    lanes = WorkLane.allCases.map { _ in Fifo<MirroredObject>() }
    undecided = Fifo()
    longLists = Fifo()
    missed = MissedEvents()
    cache = CacheContents()
    removeAll()
  }

  /// The connection by which objects of `owner` are asked.
  func peer(_ owner: String) -> Peer? {
    if let known = peers[owner] { return known }
    guard owner.hasPrefix(":"), peers.count < 64 else { return nil }
    let new = Peer(owner, queue: CallQueue(context.calls, destination: owner))
    watchSizes(of: new.queue)
    peers[owner] = new
    return new
  }

  /// An embedded part ended.
  func lose(peer owner: String) {
    guard owner != peer.name, let lost = peers.removeValue(forKey: owner) else { return }
    lost.queue.close(with: .cancelled)
    for object in root.subtree where object.peer === lost && object.parent?.peer !== lost {
      detach(object)
    }
    schedule()
  }
}

/// Whether the application answers `GetItems`.
enum CacheState {
  case unknown
  case answers
  case missing
}
