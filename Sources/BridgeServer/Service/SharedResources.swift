internal import AccessibilityMirror
internal import BridgeTransport

/// What all services of a server share, because there is one of it: its loop, its memory, its time.
struct SharedResources {
  let loop: EventLoop
  let configuration: ServerConfiguration
  /// The audit log; `nil`: there is none.
  let audit: ServerAudit?
  let log: (String) -> Void
  let scheduler: Scheduler
  let memory: MemoryLedger
  /// Whether anybody watches, whatever part of the mirror.
  let watchers: WatcherRegistry
  let actions = ActionCounter()
  let refusals: RefusalReports
  let reloadProblems = ReloadProblems()
  let started = MonotonicTime.now()

  init(
    _ sources: [any TreeSource], loop: EventLoop, configuration: ServerConfiguration,
    audit: ServerAudit?, log: @escaping (String) -> Void
  ) {
    self.loop = loop
    self.configuration = configuration
    self.audit = audit
    self.log = log
    scheduler = Scheduler(loop)
    refusals = RefusalReports(loop) { report in
      log(
        report.count == 1
          ? "refused \(report.origin): \(report.message)"
          : "refused \(report.origin) \(report.count) times within a minute: \(report.message)")
      audit?.limited(report)
    }
    memory = MemoryLedger(limit: configuration.limits[.memory]) { [loop] in loop.queuedMemory }
    watchers = WatcherRegistry(loop) { [sources] isWatched in
      for source in sources { source.watchingChanged(isWatched) }
    }
  }
}
