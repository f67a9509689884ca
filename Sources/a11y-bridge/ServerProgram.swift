internal import AccessibilityMirror
internal import AccessibilityTree
internal import AccessibilityViews
internal import BridgeServer
internal import BridgeTransport
internal import CommandLineOptions
internal import Glibc

/// The program after its options are parsed: connects sources, store and server on one event loop, and
/// runs until it is told to stop.
struct ServerProgram {
  var addresses: [SocketAddress]
  var sources: [SourceChoice]
  /// Why these sources were chosen, when none were asked for.
  var reason: String?
  var readyFile: String?
  var limits: Limits
  var security: SecurityOptions
  var log: Log

  func run() throws(ProgramError) {
    raiseDescriptorLimit()
    let security = try ServerSecurity(self.security, addresses: addresses, log: log)
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
    var made: [any TreeSource] = []
    let screen = SharedScreen()
    for choice in sources {
      made.append(try choice.make(store: store, loop: loop, screen: screen, log: log))
    }
    var configuration = ServerConfiguration(version: Release.version)
    configuration.limits = limits
    let server = BridgeServer(
      store: store, sources: made, loop: loop, configuration: configuration,
      access: security.access, log: log.info)
    // Never cancelled: a signal that comes while the process exits does not change its exit code.
    let signals = stopOnSignals(server, loop, security)
    defer { withExtendedLifetime(signals) {} }
    var listening: [SocketAddress] = []
    for address in addresses { listening.append(try security.listen(server, at: address)) }
    security.follow(on: loop, listening: listening)
    for source in made { source.start() }
    try announce(listening, made, readyFile)
    loop.run()
    for source in made { source.stop() }
    readyFile?.remove()
    security.stop()
    log.info("stopped")
  }

  /// Makes the first SIGTERM or SIGINT drain the server, and a second one end it at once. SIGHUP, which a
  /// terminal sends when it closes, reads keys and credentials again.
  private func stopOnSignals(
    _ server: BridgeServer, _ loop: EventLoop, _ security: ServerSecurity
  ) -> SignalWatch? {
    var isStopping = false
    return try? loop.onSignal([SIGTERM, SIGINT, SIGHUP]) { [log] number in
      if number == SIGHUP { return security.reload() }
      if isStopping { return loop.stop() }
      isStopping = true
      log.info("stopping")
      server.shutDown { loop.stop() }
    }
  }

  private func announce(
    _ listening: [SocketAddress], _ made: [any TreeSource], _ readyFile: ReadyFile?
  ) throws(ProgramError) {
    let addressList = listening.map(\.description).joined(separator: ", ")
    let names = made.map(\.name).joined(separator: ", ")
    let because = reason.map { "; \($0)" } ?? ""
    log.say("listening on \(addressList) (source: \(names)\(because))")
    do throws(ReadyFileError) {
      try readyFile?.publish(listening.map { "\($0)\n" }.joined())
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
