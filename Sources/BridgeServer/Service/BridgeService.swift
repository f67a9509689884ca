internal import AccessibilityMirror
internal import AccessibilityQueries
internal import AccessibilityTree
internal import BridgeProtocol
internal import BridgeTransport

/// What the methods of `a11y.bridge.v1` share: one store, its sources, and the state of pending calls. The
/// methods are extensions in `Methods`. The service knows calls, not connections.
final class BridgeService {
  let store: TreeStore
  let sources: [any TreeSource]
  let loop: EventLoop
  let configuration: ServerConfiguration
  /// The account of the memory that clients make the server use.
  let memory: MemoryLedger
  let cache: ElementCache
  let subscriptions: SubscriptionHub
  let announcements: AnnouncementMonitor
  let watchers: WatcherRegistry
  let log: (String) -> Void
  let started = MonotonicTime.now()
  /// Returns the number of open connections; set by the server.
  var connectionCount: () -> Int = { 0 }
  /// Returns the connection that uses the most memory; set by the server.
  var largestConnection: () -> (peer: String, memory: Int) = { ("", 0) }

  let scheduler: Scheduler
  let targets: TargetResolver
  let waiters: WaiterRegistry
  let settlers: SettlerRegistry
  let recentTrees: RecentTrees
  /// The matches from which pages of searches are taken.
  let matchStore: MatchStore
  let pageTokens: PageTokens
  /// The receipts of actions that clients may request again.
  let receipts: ReceiptStore
  let payloads = GeneratedPayload()
  /// The audit log, if the server keeps one.
  var audit: ServerAudit?

  private var observation: Observation?

  init(
    store: TreeStore, sources: [any TreeSource], loop: EventLoop,
    configuration: ServerConfiguration, log: @escaping (String) -> Void
  ) {
    self.store = store
    self.sources = sources
    self.loop = loop
    self.configuration = configuration
    self.log = log
    scheduler = Scheduler(loop)
    targets = TargetResolver(
      store, sources: sources, limits: configuration.limits, started: started)
    settlers = SettlerRegistry(store)
    recentTrees = RecentTrees(loop)
    watchers = WatcherRegistry(loop) { [sources] isWatched in
      for source in sources { source.watchingChanged(isWatched) }
    }
    memory = MemoryLedger(limit: configuration.limits[.memory]) { [unowned loop] in
      loop.queuedMemory
    }
    cache = ElementCache(store, ledger: memory, maxMemory: configuration.limits[.memory] / 4)
    waiters = WaiterRegistry(store, scheduler, targets: targets, cache: cache, loop: loop)
    matchStore = MatchStore(
      memory, loop: loop, maxMemory: configuration.limits[.memory] / 16,
      lifetime: configuration.pageLifetime)
    pageTokens = PageTokens(epoch: store.epoch)
    receipts = ReceiptStore(
      memory, loop: loop, lifetime: configuration.receiptLifetime,
      maxRecords: configuration.maxReceipts)
    let log = MemoryCharge(memory, .changeLog, store.logMemory)
    subscriptions = SubscriptionHub(
      store: store, cache: cache, scheduler: scheduler, loop: loop, limits: configuration.limits,
      shareOfTurn: configuration.filteringPerTurn)
    announcements = AnnouncementMonitor(store: store, loop: loop, rate: configuration.speechRate)
    observation = store.observe {
      [cache, recentTrees, targets, subscriptions, waiters, settlers, announcements, memory] commit
      in
      recentTrees.removeAll()
      targets.forgetSearches()
      log.bytes = store.logMemory
      cache.apply(commit)
      subscriptions.apply(commit)
      waiters.apply(commit)
      settlers.apply(commit)
      announcements.apply(commit)
      memory.check()
    }
  }

  var sessionConfiguration: ServerSession.Configuration {
    ServerSession.Configuration(
      epoch: store.epoch, software: configuration.software,
      maxFrameLength: configuration.limits[.frameBytes],
      maxConcurrentCalls: configuration.limits[.callsPerConnection], features: [])
  }

  func source(of application: Application) -> (any TreeSource)? {
    sources.first { $0.name == application.source }
  }
}
