internal import AccessibilityMirror
internal import AccessibilityTree
internal import AccessibilityViews
internal import BridgeSecurity
internal import BridgeServer
internal import BridgeTransport
internal import CommandLineOptions
internal import Glibc

/// The program after its options are parsed: connects sources, store and server on one event loop, and
/// runs until it is told to stop.
struct ServerProgram {
  var places: [ListeningPlace]
  var sources: [SourceChoice]
  /// Why these sources were chosen, when none were asked for.
  var reason: String?
  var readyFile: String?
  var limits: Limits
  var security: SecurityOptions
  var secrets: SecretOptions
  var audit: AuditSettings
  var log: Log

  func run() throws(ProgramError) {
    raiseDescriptorLimit()
    let manager = ServiceManager()
    let security = try ServerSecurity(
      self.security, addresses: places.map(\.address), limits: limits, log: log)
    ProcessMemory.releaseLargeBlocksEarly()
    // Before the server listens: a client that waits for the file must not find that of an earlier run.
    let readyFile = try reserveReadyFile()
    let loop: EventLoop
    do throws(SystemError) {
      loop = try EventLoop()
    } catch {
      throw ProgramError("cannot start: \(error)")
    }
    let store = TreeStore(epoch: .random(in: 1 ... .max), idBase: ElementIDBase.random()) {
      MonotonicTime.now().nanoseconds
    }
    store.secretRule = secrets.rule
    var made: [any TreeSource] = []
    let screen = SharedScreen()
    for choice in sources {
      made.append(try choice.make(store: store, loop: loop, screen: screen, log: log))
    }
    var configuration = ServerConfiguration(version: Release.version)
    configuration.limits = limits
    let trail = try audit.open(for: places.map(\.address), on: loop, log: log)
    let server = BridgeServer(
      store: store, sources: made, loop: loop, configuration: configuration,
      access: security.access, audit: trail, log: log.info)
    // Never cancelled: a signal that comes while the process exits does not change its exit code.
    let signals = stopOnSignals(server, loop, security, manager, trail)
    defer { withExtendedLifetime(signals) {} }
    var listening: [SocketAddress] = []
    for place in places { listening.append(try security.listen(server, at: place)) }
    trail?.append(AuditSettings.started(listening, security.access.grants))
    security.follow(on: loop, listening: listening) {
      server.report(reloadProblems: security.problems)
    }
    for source in made { source.start() }
    manager.ready(try announce(listening, made, readyFile))
    manager.keepAlive(on: loop)
    loop.run()
    for source in made { source.stop() }
    readyFile?.remove()
    security.stop()
    trail?.append(AuditRecord("stopped"))
    trail?.stop()
    log.info("stopped")
  }

  /// Makes the first SIGTERM or SIGINT drain the server, and a second one end it at once. SIGHUP, which a
  /// terminal sends when it closes, reads keys and credentials again.
  private func stopOnSignals(
    _ server: BridgeServer, _ loop: EventLoop, _ security: ServerSecurity,
    _ manager: ServiceManager, _ trail: AuditTrail?
  ) -> SignalWatch? {
    var isStopping = false
    return try? loop.onSignal([SIGTERM, SIGINT, SIGHUP]) { [log] number in
      if number == SIGHUP {
        manager.reloading()
        security.reload()
        let problems = security.problems
        server.report(reloadProblems: problems)
        var record = AuditRecord("reloaded")
        record.add("problem", problems.isEmpty ? nil : problems.joined(separator: "; "))
        trail?.append(record)
        return manager.reloaded()
      }
      if isStopping { return loop.stop() }
      isStopping = true
      log.info("stopping")
      manager.stopping()
      server.shutDown { loop.stop() }
    }
  }

  /// Returns what the server serves and where.
  private func announce(
    _ listening: [SocketAddress], _ made: [any TreeSource], _ readyFile: ReadyFile?
  ) throws(ProgramError) -> String {
    let addressList = listening.map(\.description).joined(separator: ", ")
    let names = made.map(\.name).joined(separator: ", ")
    let because = reason.map { "; \($0)" } ?? ""
    let status = "listening on \(addressList) (source: \(names)\(because))"
    log.say(status)
    do throws(ReadyFileError) {
      try readyFile?.publish(listening.map { "\($0)\n" }.joined())
      return status
    } catch {
      throw ProgramError(error.message)
    }
  }

  private func reserveReadyFile() throws(ProgramError) -> ReadyFile? {
    guard let readyFile else { return nil }
    do throws(ReadyFileError) {
      return try ReadyFile(at: readyFile) { text in
        text.split(separator: "\n").allSatisfy {
          (try? SocketAddress(parsing: String($0))) != nil
        }
      }
    } catch {
      throw ProgramError(error.message)
    }
  }

  /// Thousands of connections need more descriptors than the usual 1,024.
  private func raiseDescriptorLimit() {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}
