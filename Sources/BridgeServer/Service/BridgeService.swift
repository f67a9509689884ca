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
  private let announcements: AnnouncementMonitor
  let audience: Audience
  let log: (String) -> Void
  let started = MonotonicTime.now()
  /// Returns the number of open connections; set by the server.
  var connectionCount: () -> Int = { 0 }
  /// Returns the connection that uses the most memory; set by the server.
  var largestConnection: () -> (peer: String, memory: Int) = { ("", 0) }

  let scheduler: Scheduler
  let targets: TargetResolver
  let waits: WaitBoard
  let settling: SettleBoard
  let trees: RecentTrees
  /// The matches from which pages of searches are taken.
  let held: HeldMatches
  let pageTokens: PageTokens
  let payloads = GeneratedPayload()

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
    targets = TargetResolver(store, sources: sources, started: started)
    settling = SettleBoard(store)
    trees = RecentTrees(loop)
    audience = Audience(loop) { [sources] isWatched in
      for source in sources { source.watchingChanged(isWatched) }
    }
    memory = MemoryLedger(limit: configuration.memoryLimit) { [unowned loop] in loop.queuedMemory }
    cache = ElementCache(store, ledger: memory, maxMemory: configuration.memoryLimit / 4)
    waits = WaitBoard(store, scheduler, targets: targets, cache: cache, loop: loop)
    held = HeldMatches(
      memory, loop: loop, maxMemory: configuration.memoryLimit / 16,
      lifetime: configuration.pageLifetime)
    pageTokens = PageTokens(epoch: store.epoch)
    let log = MemoryCharge(memory, .changeLog, store.logMemory)
    subscriptions = SubscriptionHub(
      store: store, cache: cache, scheduler: scheduler, loop: loop,
      shareOfTurn: configuration.filteringPerTurn)
    announcements = AnnouncementMonitor(store: store, loop: loop, rate: configuration.speechRate)
    observation = store.observe {
      [cache, trees, targets, subscriptions, waits, settling, announcements, memory] commit in
      trees.forget()
      targets.forgetSearches()
      log.bytes = store.logMemory
      cache.apply(commit)
      subscriptions.apply(commit)
      waits.apply(commit)
      settling.apply(commit)
      announcements.apply(commit)
      memory.check()
    }
  }

  var sessionConfiguration: ServerSession.Configuration {
    ServerSession.Configuration(
      epoch: store.epoch, software: configuration.software,
      maxFrameLength: configuration.maxFrameLength,
      maxConcurrentCalls: configuration.maxConcurrentCalls, features: [])
  }

  func source(of application: Application) -> (any TreeSource)? {
    sources.first { $0.name == application.source }
  }
}
