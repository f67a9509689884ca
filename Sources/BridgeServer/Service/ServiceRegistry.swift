internal import AccessibilityMirror
internal import BridgePolicy
internal import BridgeProtocol
internal import BridgeTransport

/// The services of a server: one for the whole mirror, and one for each part of it that clients may see.
///
/// The only place that decides which mirror a client gets. Handlers know their service alone.
final class ServiceRegistry {
  /// The maximum number of parts at once. Each is a copy of what it shows.
  static let maxParts = 64
  /// How long a part is kept when nobody uses it, so that a client that was cut off can resume.
  static let lifetime = Duration.seconds(600)

  /// The service of the whole mirror.
  let whole: BridgeService
  private let store: TreeStore
  private let sources: [any TreeSource]
  private let shared: SharedResources
  private var parts: [ApplicationFilter: Part] = [:]

  private final class Part {
    let mirror: ScopedMirror
    let service: BridgeService
    var users = 0
    var timer: Timer?
    private let charge: MemoryCharge
    private var observation: Observation?

    init(_ mirror: ScopedMirror, _ service: BridgeService) {
      self.mirror = mirror
      self.service = service
      charge = MemoryCharge(service.memory, .mirrors)
      observation = mirror.store.observe { [unowned self] _ in update() }
    }

    deinit {
      timer?.cancel()
      observation?.cancel()
    }

    /// Begins to make the mirror.
    func prepare() {
      let preparation = PartPreparation(mirror, for: service) { [weak self] in self?.update() }
      service.preparation = preparation
      service.scheduler.add(preparation, .heavy)
    }

    private func update() { charge.bytes = mirror.memory }
  }

  /// A service in the use of one connection, for as long as it is held.
  final class Lease {
    let service: BridgeService
    private let onEnd: () -> Void

    fileprivate init(_ service: BridgeService, onEnd: @escaping () -> Void) {
      self.service = service
      self.onEnd = onEnd
    }

    deinit { onEnd() }
  }

  init(store: TreeStore, sources: [any TreeSource], shared: SharedResources) {
    self.store = store
    self.sources = sources
    self.shared = shared
    whole = BridgeService(store: store, sources: { sources }, shared: shared)
  }

  /// Every service, the whole mirror's first.
  var all: [BridgeService] { [whole] + parts.values.map(\.service) }

  /// Returns the service for clients that may see some applications only; `nil`: they may see all, by `whole`.
  func service(for filter: ApplicationFilter) throws(Status) -> Lease? {
    if filter.isEverything { return nil }
    let part: Part
    if let known = parts[filter] { part = known } else { part = try makePart(filter) }
    part.users += 1
    part.timer?.cancel()
    part.timer = nil
    return Lease(part.service) { [weak self] in self?.release(filter) }
  }

  private func makePart(_ filter: ApplicationFilter) throws(Status) -> Part {
    if parts.count >= Self.maxParts, let idle = parts.first(where: { $0.value.users == 0 })?.key {
      parts[idle] = nil
    }
    guard parts.count < Self.maxParts else {
      throw Status(
        .limit, "limit of \(Self.maxParts) different sets of visible applications reached",
        remedy: .shareApplications, limit: UInt64(Self.maxParts))
    }
    try checkMemory(for: filter)
    let identity = shared.configuration.partIdentity()
    let mirror = ScopedMirror(
      of: store, sources, filter: filter, epoch: identity.epoch, idBase: identity.idBase)
    let service = BridgeService(
      store: mirror.store, sources: { mirror.sources }, shared: shared,
      cacheShare: 32)
    service.connectionCount = whole.connectionCount
    service.largestConnection = whole.largestConnection
    let part = Part(mirror, service)
    parts[filter] = part
    part.prepare()
    return part
  }

  /// Throws when another part would leave too little memory for calls.
  private func checkMemory(for filter: ApplicationFilter) throws(Status) {
    let needed = ScopedMirror.memory(of: store, filter: filter)
    let memory = shared.memory
    let isTooMuch = { memory.used + needed > memory.limit / 4 * 3 }
    if isTooMuch() { dropIdleParts() }
    guard isTooMuch() else { return }
    throw shared.configuration.limits.refusal(
      .memory,
      "a mirror of what this client may see would take \(needed) bytes, and the server uses "
        + "\(memory.used)", remedy: .raiseMemory)
  }

  /// Drops the parts that nobody uses. Who comes back is given a new one.
  func dropIdleParts() {
    parts = parts.filter { $0.value.users > 0 }
  }

  private func release(_ filter: ApplicationFilter) {
    guard let part = parts[filter] else { return }
    part.users -= 1
    guard part.users == 0 else { return }
    part.timer = shared.loop.schedule(after: Self.lifetime) { [weak self] in
      self?.parts[filter] = nil
    }
  }
}
