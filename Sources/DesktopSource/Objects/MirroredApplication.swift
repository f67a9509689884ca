internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeTransport

/// The state of an application that all parts of its mirror share: the connections to it, the number of its
/// objects, how far it has been read, and its problems.
final class MirroredApplication {
  let context: MirrorContext
  weak var owner: (any MirrorOwner)?
  /// The connections that own objects of this application: its own, and those of embedded parts.
  private(set) var peers: [String: Peer] = [:]
  let peer: Peer
  private(set) var root: MirroredObject!
  let health: HealthMonitor
  /// Whether the application or the bus ended: no more calls are made.
  private(set) var isClosed = false
  var isScheduled = false

  var load = LoadState.loading
  var title = ""
  /// Why the mirror is not complete, and other problems.
  var problems = Problems()
  /// The address of the application's own socket; `nil` where it offers none.
  var directAddress: String?
  /// The process; `nil` until the bus has told.
  var process: Int32?
  /// The direct connection that is used while the application is read for the first time.
  var directConnection: DirectConnection?
  var eventBudget = EventBudget()
  var focus = FocusHistory()
  var chosenOptions = ChosenOptions()

  /// The number of mirrored objects. `foreignCount` of them belong to applications that are mirrored
  /// themselves.
  var count = 0 {
    didSet { context.elements += count - oldValue }
  }
  var foreignCount = 0
  /// The number of well-known bus names that `ServiceNames` tracks for it.
  var trackedNames = 0
  /// The size of its elements' texts in bytes.
  var textBytes = 0 {
    didSet { context.textBytes += textBytes - oldValue }
  }

  /// The AT-SPI role number of an application.
  static let role: UInt32 = 75

  init(context: MirrorContext, peer name: String, path: String) {
    self.context = context
    peer = Peer(name, queue: CallQueue(context.calls, destination: name))
    health = HealthMonitor(peer.queue, root: path, timeout: context.configuration.callTimeout)
    peers[name] = peer
    let reference = context.table.interner.intern(name, path)
    if let stolen = context.table[reference] { stolen.application.owner?.release(stolen) }
    let id = context.store.makeID()
    root = MirroredObject(reference, peer: peer, id: id, application: self)
    context.table.insert(root)
    count = 1
    context.elements += 1
    observeAnswers(of: peer.queue)
    health.onChange = { [weak self] health, isBack in self?.healthChanged(health, isBack: isBack) }
  }

  private func observeAnswers(of queue: CallQueue) {
    queue.onCostlyAnswer = { [weak self] cost in self?.reportCostlyAnswer(cost) }
    queue.onLargeAnswer = { [weak self] bytes in self?.reportLargeAnswer(bytes) }
  }

  private func healthChanged(_ health: Health, isBack: Bool) {
    context.store.edit { edit in
      edit.updateApplication(root.id) {
        $0.health = health
        if isBack { $0.lastHeard = context.store.time }
      }
    }
    if isBack { owner?.didRecover() }
  }

  var limits: DesktopLimits { context.limits }
  var isComplete: Bool { if case .loading = load { false } else { load != .structure } }

  /// Schedules the next step for the end of the turn.
  func schedule() {
    if !isClosed { context.schedule(self) }
  }

  /// Ends the mirror: no more calls are made and nothing more is shown.
  func close() {
    isClosed = true
    health.cancel()
  }

  /// Ends the direct connection and the calls to the application.
  ///
  /// - Parameter error: The error with which pending and later calls fail.
  func disconnect(with error: BusError) {
    directConnection?.disconnect()
    for peer in peers.values { peer.queue.close(with: error) }
  }

  /// Returns the connection to `owner`; `nil` when there are too many or `owner` is not a unique name.
  func peer(_ owner: String) -> Peer? {
    if let known = peers[owner] { return known }
    guard owner.hasPrefix(":"), peers.count < 64 else { return nil }
    let new = Peer(owner, queue: CallQueue(context.calls, destination: owner))
    observeAnswers(of: new.queue)
    peers[owner] = new
    return new
  }

  /// Forgets the connection of an embedded part that ended; returns `nil` when there was none.
  func removePeer(_ owner: String) -> Peer? {
    guard owner != peer.name, let lost = peers.removeValue(forKey: owner) else { return nil }
    lost.queue.close(with: .cancelled)
    return lost
  }

  /// Returns the coordinate space in which an object's frame is requested and reported.
  func frameSpace(of peer: Peer) -> CoordinateSpace {
    peer.dialect.ignoresWindowPosition || context.configuration.isWayland
      ? .window : .screen
  }
}

/// The mirror that an application belongs to, as seen by its parts.
protocol MirrorOwner: AnyObject {
  /// Takes the next step: decides what to read, makes calls, and updates the tree.
  func step()
  /// Handles that someone watches the mirror from now on.
  func didStartWatching()
  /// Handles that the application answers again.
  func didRecover()
  /// Requests a check whether a problem still keeps the mirror from being complete.
  func requestPass()
  /// Removes an object and its descendants because it belongs to another application.
  func release(_ object: MirroredObject)
  /// Calls `body` for every known object that may still be added.
  func forEachPending(_ body: (ObjectReference) -> Void)
}

/// A part of an application's mirror.
protocol ApplicationPart: AnyObject {
  var application: MirroredApplication { get }
}

extension ApplicationPart {
  var context: MirrorContext { application.context }
  var table: ObjectTable { application.context.table }
  var limits: DesktopLimits { application.context.limits }
  var peer: Peer { application.peer }
  var root: MirroredObject { application.root }
  var rootID: ElementID { application.root.id }
  var health: HealthMonitor { application.health }
  var isClosed: Bool { application.isClosed }
  var isComplete: Bool { application.isComplete }
  var problems: Problems { application.problems }

  func schedule() { application.schedule() }

  func report(_ kind: Problems.Kind, _ example: @autoclosure () -> String = "") {
    application.report(kind, example())
  }

  func adjustCount(_ kind: Problems.Kind, _ change: Int) { application.adjustCount(kind, change) }
}
