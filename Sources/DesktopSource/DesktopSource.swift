public import AccessibilityMirror
public import AccessibilityTree
public import BridgeTransport

/// The applications of a Linux desktop, by AT-SPI: finds the accessibility bus, mirrors the applications on
/// it, and reconnects when it is lost.
///
/// Confined to the loop's thread. Nothing blocks and nothing throws: failures are reported in `status`.
public final class DesktopSource: TreeSource {
  public let name = "desktop"
  public private(set) var status = SourceStatus(.starting)

  let store: TreeStore
  let loop: EventLoop
  private let configuration: DesktopConfiguration
  private var finding: Task<Void, Never>?
  private(set) var bus: DesktopBus?
  private var retryTimer: BridgeTransport.Timer?
  private var failures = 0
  private var isWatched = false
  /// The connections of actions that may not be over.
  private var actionLines: [ActionLine] = []
  var lastPress: PointerPress?
  /// Whether the bus was lost and has not come back yet.
  private var isDisconnected = false

  /// The maximum delay between two attempts to find the bus.
  static let maxWait = Duration.seconds(2)

  public init(
    store: TreeStore, loop: EventLoop, configuration: DesktopConfiguration = DesktopConfiguration()
  ) {
    self.store = store
    self.loop = loop
    var configuration = configuration
    if BusFinder.environment("WAYLAND_DISPLAY") != nil { configuration.isWayland = true }
    self.configuration = configuration
  }

  public func start() {
    guard status.phase == .starting, finding == nil, bus == nil else { return }
    find()
  }

  public func stop() {
    for warning in actionLines.compactMap(\.warning) { configuration.log(warning) }
    actionLines = []
    status = SourceStatus(.stopped)
    retryTimer?.cancel()
    retryTimer = nil
    finding?.cancel()
    finding = nil
    bus?.close()
    bus = nil
  }

  // MARK: Finding the bus

  private func find() {
    let finder = BusFinder(loop: loop, configuration: configuration)
    finding = loop.startTask { [weak self, loop] in
      // No handler may be called before `find` returns.
      try? await loop.pause(for: .zero)
      do throws(BusFinder.NotFound) {
        let address = try await finder.find()
        self?.connect(address)
      } catch {
        self?.retry("No accessibility bus: \(error.reason)")
      }
    }
  }

  private func connect(_ address: String) {
    guard status.phase != .stopped else { return }
    finding = nil
    do throws(BusError) {
      let bus = try DesktopBus(
        address: address, store: store, loop: loop, configuration: configuration,
        sourceName: name)
      self.bus = bus
      bus.context.isWatched = isWatched
      bus.onReady = { [weak self] in
        guard let self, status.phase != .stopped else { return }
        failures = 0
        if isDisconnected {
          configuration.log("reconnected to the accessibility bus at \(address)")
        }
        isDisconnected = false
        status = SourceStatus(.running, detail: address)
      }
      bus.onEnd = { [weak self] error in
        guard let self, status.phase != .stopped else { return }
        self.bus = nil
        if !isDisconnected {
          configuration.log(
            "lost the accessibility bus at \(address) and all its applications: \(error)")
        }
        isDisconnected = true
        retry("Connection to the accessibility bus at \(address) lost: \(error)")
      }
    } catch {
      retry("Cannot connect to the accessibility bus at \(address): \(error)")
    }
  }

  private func retry(_ reason: String) {
    guard status.phase != .stopped else { return }
    finding = nil
    status = SourceStatus(.unavailable, detail: reason)
    let wait = min(Self.maxWait, .milliseconds(250) * (1 << min(failures, 5)))
    failures += 1
    retryTimer = loop.schedule(after: wait) { [weak self] in
      guard let self, status.phase != .stopped else { return }
      find()
    }
  }

  // MARK: Applications

  func application(_ id: ElementID) -> ApplicationMirror? {
    object(id)?.application.owner as? ApplicationMirror
  }

  /// Keeps a connection that may outlast its action.
  func keep(_ line: ActionLine) {
    actionLines.removeAll(where: \.isClosed)
    actionLines.append(line)
  }

  /// Returns the object behind an element; `nil` for an element of another source.
  func object(_ id: ElementID) -> MirroredObject? {
    bus?.context.table[id]
  }

  /// The number of differences that background checks have found and repaired.
  public var repairCount: Int { bus?.context.repairCount ?? 0 }

  public func calls(to application: ElementID) -> Int {
    self.application(application)?.application.peers.values.reduce(0) { $0 + $1.queue.callCount }
      ?? 0
  }

  public func silence(of application: ElementID) -> Duration? {
    self.application(application)?.health.silence
  }

  public func showsPress(of button: ElementID) -> Bool {
    object(button)?.peer.dialect.showsPress ?? true
  }

  public func quickEffect(of target: ElementID) -> Duration? {
    object(target)?.peer.dialect.quickEffect
  }

  public func actsBeforeAnswer(on target: ElementID) -> Bool {
    object(target)?.peer.dialect.actsBeforeAnswer ?? false
  }

  public func maySayNothing(of element: ElementID) -> Bool {
    guard object(element)?.peer.dialect.answersFromCopy == true else { return false }
    let tree = store.tree
    let around = tree.ancestors(of: element)
    let isInPage = around.contains { tree.read($0) { $0.role == .document } == true }
    let isInActive = around.contains { tree.read($0) { $0.states.contains(.active) } == true }
    // Where no window is active, nothing tells which one is in front.
    return isInPage && !isInActive && !tree.activeWindows.isEmpty
  }

  public func reportsMoves(around element: ElementID) -> Bool {
    object(element)?.peer.reportsBounds ?? true
  }

  public func isReading(_ application: ElementID) -> Bool {
    self.application(application)?.isReading ?? false
  }

  public func hasUnreadElements(_ application: ElementID) -> Bool {
    self.application(application)?.hasUnreadElements ?? false
  }

  public func hasReadActions(of element: ElementID) -> Bool {
    object(element)?.hasReadActions ?? true
  }

  public func watchingChanged(_ isWatched: Bool) {
    self.isWatched = isWatched
    bus?.context.isWatched = isWatched
  }

  public func clientDidRead(_ element: ElementID) {
    guard let object = object(element), let mirror = application(element) else { return }
    if mirror.rootID == element { return mirror.activity.pageMoves.clientDidLook() }
    mirror.activity.frames.clientDidRead(object)
  }

  public func perform(
    _ request: ActionRequest, whenPrepared: @escaping (ActionPreparation) -> Void,
    completion: @escaping (ActionOutcome) -> Void
  ) {
    if bringCell(request, completion) { return }
    object(request.element)?.application.health.verifyResponsive()
    ActionPerformer.perform(
      request, host: self, whenPrepared: whenPrepared, completion: completion)
  }

  public func verify(
    _ application: ElementID, deadline: UInt64, completion: @escaping (VerifyReport) -> Void
  ) {
    guard let mirror = self.application(application), mirror.rootID == application else {
      loop.schedule(after: .zero) {
        completion(
          VerifyReport(
            application: application, failure: "\(application) is not an application of the desktop"
          ))
      }
      return
    }
    Verification(mirror, deadline: deadline, completion).start()
  }

  public func diagnose(completion: @escaping ([Finding]) -> Void) {
    DesktopDoctor.examine(on: loop) { [weak self] findings in
      completion(findings + (self?.mirrorFindings ?? []))
    }
  }
}
