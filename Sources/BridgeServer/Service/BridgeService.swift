internal import AccessibilityMirror
internal import AccessibilityQueries
internal import AccessibilityTree
internal import BridgeProtocol
internal import BridgeTransport

/// What the methods of `a11y.bridge.v1` share: one store, its sources, and the state of pending calls. The
/// methods are extensions in `Methods`. The service knows calls, not connections.
final class BridgeService {
  let store: TreeStore
  private let listSources: () -> [any TreeSource]
  let loop: EventLoop
  let configuration: ServerConfiguration
  /// The account of the memory that clients make the server use.
  let memory: MemoryLedger
  let cache: ElementCache
  let subscriptions: SubscriptionHub
  /// The selectors that are watched.
  let standing: StandingSets
  let announcements: AnnouncementMonitor
  /// What was announced lately.
  let history: AnnouncementHistory
  let watchers: WatcherRegistry
  let log: (String) -> Void
  let refusals: RefusalReports
  let started: MonotonicTime
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
  /// What clients have read, so that a later read can be answered by a difference.
  let recentReads: RecentReads
  let payloads = GeneratedPayload()
  /// The audit log, if the server keeps one.
  let audit: ServerAudit?
  let reloadProblems: ReloadProblems

  /// Makes the mirror; `nil`: it is whole.
  var preparation: PartPreparation?

  private var observation: Observation?

  /// - Parameters:
  ///   - store: The mirror that clients of the service see; nothing else can be reached through it.
  ///   - sources: Returns the sources of that mirror.
  ///   - shared: What it shares with the server's other services.
  init(
    store: TreeStore, sources: @escaping () -> [any TreeSource], shared: SharedResources,
    cacheShare: Int = 4
  ) {
    self.store = store
    listSources = sources
    (loop, configuration, log) = (shared.loop, shared.configuration, shared.log)
    (scheduler, memory, watchers) = (shared.scheduler, shared.memory, shared.watchers)
    (started, audit, refusals) = (shared.started, shared.audit, shared.refusals)
    reloadProblems = shared.reloadProblems
    targets = TargetResolver(
      store, sources: sources, limits: configuration.limits, started: started)
    settlers = SettlerRegistry(store, counter: shared.actions)
    recentTrees = RecentTrees(loop)
    cache = ElementCache(
      store, ledger: memory, maxMemory: configuration.limits[.memory] / cacheShare)
    waiters = WaiterRegistry(store, scheduler, targets: targets, cache: cache, loop: loop)
    matchStore = MatchStore(
      memory, loop: loop, maxMemory: configuration.limits[.memory] / 16,
      lifetime: configuration.pageLifetime)
    pageTokens = PageTokens(epoch: store.epoch)
    receipts = ReceiptStore(
      memory, loop: loop, lifetime: configuration.receiptLifetime,
      maxRecords: configuration.maxReceipts)
    recentReads = RecentReads(memory, maxMemory: configuration.limits[.memory] / (8 * cacheShare))
    let log = MemoryCharge(memory, .changeLog, store.logMemory)
    subscriptions = SubscriptionHub(
      store: store, cache: cache, scheduler: scheduler, loop: loop, limits: configuration.limits,
      shareOfTurn: configuration.filteringPerTurn)
    standing = StandingSets(
      store: store, cache: cache, scheduler: scheduler, limits: configuration.limits)
    announcements = AnnouncementMonitor(store: store, loop: loop, rate: configuration.speechRate)
    history = AnnouncementHistory(store: store, ledger: memory)
    observation = store.observe {
      [
        cache, recentTrees, targets, subscriptions, standing, waiters, settlers, announcements,
        history,
        memory
      ] commit in
      recentTrees.removeAll()
      targets.forgetSearches()
      targets.progress.apply(commit)
      log.bytes = store.logMemory
      cache.apply(commit)
      subscriptions.apply(commit)
      standing.apply(commit)
      waiters.apply(commit)
      settlers.apply(commit)
      history.apply(commit)
      announcements.apply(commit)
      memory.check()
    }
  }

  /// The sources of the mirror.
  var sources: [any TreeSource] { listSources() }

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
