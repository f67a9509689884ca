internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeTransport

/// An application as all parts of its mirror know it: where its objects are asked, how many there are, how
/// far it has been read, and what is wrong with it.
///
/// Confined to the loop's thread.
final class MirroredApplication {
  let context: MirrorContext
  weak var owner: (any MirrorOwner)?
  /// The connections that own objects of this application: its own, and those of what it embeds.
  private(set) var peers: [String: Peer] = [:]
  let peer: Peer
  private(set) var root: MirroredObject!
  let health: HealthWatch
  /// The application ended, or the bus did: nothing is asked any more.
  private(set) var isClosed = false
  var isScheduled = false

  var load = LoadState.loading
  var title = ""
  /// Why the mirror cannot be whole, and what else is wrong.
  var complaints = Complaints()
  /// While the application is read for the first time.
  var directLine: DirectLine?
  var eventShare = EventShare()
  var focus = FocusMemory()

  /// How many objects are mirrored, and how many of them belong to applications with a place of their own.
  var count = 0 {
    didSet { context.elements += count - oldValue }
  }
  var foreignCount = 0
  /// Bytes of what its elements say.
  var textBytes = 0 {
    didSet { context.texts.add(textBytes - oldValue) }
  }

  static let role: UInt32 = 75

  init(context: MirrorContext, peer name: String, path: String) {
    self.context = context
    peer = Peer(name, queue: CallQueue(context.calls, destination: name))
    health = HealthWatch(peer.queue, root: path, patience: context.configuration.patience)
    peers[name] = peer
    let reference = context.table.interner.intern(name, path)
    if let stolen = context.table[reference] { stolen.application.owner?.surrender(stolen) }
    let id = context.store.makeID()
    root = MirroredObject(reference, peer: peer, path: path, id: id, application: self)
    context.table.insert(root)
    count = 1
    context.elements += 1
    watchSizes(of: peer.queue)
    health.onChange = { [weak self] health, isBack in self?.note(health, isBack: isBack) }
  }

  private func watchSizes(of queue: CallQueue) {
    queue.onCostlyAnswer = { [weak self] cost in self?.complainOfCost(cost) }
    queue.onLargeAnswer = { [weak self] bytes in self?.complainOfSize(bytes) }
  }

  private func note(_ health: Health, isBack: Bool) {
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

  /// Has the next step taken at the end of the turn.
  func schedule() {
    if !isClosed { context.schedule(self) }
  }

  /// From now on nothing is asked or shown.
  func close() {
    isClosed = true
    health.cancel()
  }

  /// - Parameter error: answers the calls under way.
  func hangUp(with error: BusError) {
    directLine?.hangUp()
    for peer in peers.values { peer.queue.close(with: error) }
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

  /// Forgets the connection of an embedded part that ended; `nil` when there was none.
  func removePeer(_ owner: String) -> Peer? {
    guard owner != peer.name, let lost = peers.removeValue(forKey: owner) else { return nil }
    lost.queue.close(with: .cancelled)
    return lost
  }

  /// Which coordinate space an object's frame is asked and told in.
  func frameSpace(of peer: Peer) -> CoordinateSpace {
    peer.dialect.ignoresWindowPosition || context.configuration.isWayland
      ? .window : .screen
  }
}

/// The mirror that an application belongs to, as its parts know it.
protocol MirrorOwner: AnyObject {
  /// Takes the next step: decides, asks, and brings the tree in line.
  func step()
  /// Somebody watches from now on.
  func audienceCame()
  /// The application answers again.
  func didRecover()
  /// Something keeps the mirror from being whole: it is to be found out whether it still does.
  func requestCheck()
  /// Gives an object up, with all below it, that belongs to another application.
  func surrender(_ object: MirroredObject)
  /// Calls `body` with every object that is named and may still be taken in.
  func forEachAwaited(_ body: (ObjectReference) -> Void)
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
  var health: HealthWatch { application.health }
  var isClosed: Bool { application.isClosed }
  var isComplete: Bool { application.isComplete }
  var complaints: Complaints { application.complaints }

  func schedule() { application.schedule() }

  func complain(_ kind: Complaints.Kind, _ example: @autoclosure () -> String = "") {
    application.complain(kind, example())
  }

  func tally(_ kind: Complaints.Kind, _ change: Int) { application.tally(kind, change) }
}
