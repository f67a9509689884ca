internal import AccessibilityMirror
internal import AccessibilityViews
internal import BridgeServer
internal import BridgeTransport
internal import CommandLineOptions
internal import Glibc

/// The program after its options are read: joins sources, store and server on one event loop, and
/// runs until it is told to stop.
struct ServerProgram {
  var addresses: [SocketAddress]
  var sources: [SourceChoice]
  /// Why these sources, when they were not asked for.
  var reason: String?
  var readyFile: String?
  var log: Log

  func run() throws(ProgramError) {
    raiseDescriptorLimit()
    let loop: EventLoop
    do throws(SystemError) {
      loop = try EventLoop()
    } catch {
      throw ProgramError("cannot start: \(error)")
    }
    let store = TreeStore(epoch: UInt64.random(in: 1 ... .max)) { MonotonicTime.now().nanoseconds }
    var made: [any TreeSource] = []
    let screen = SharedScreen()
    for choice in sources {
      made.append(try choice.make(store: store, loop: loop, screen: screen))
    }
    let server = BridgeServer(
      store: store, sources: made, loop: loop,
      configuration: ServerConfiguration(version: Release.version), log: log.info)
    let listening = try listen(server)

    let signals = stopOnSignals(server, loop)
    defer { signals?.cancel() }
    for source in made { source.start() }
    try announce(listening, made)
    loop.run()
    for source in made { source.stop() }
    if let readyFile { unsafe unlink(readyFile) }
    log.info("stopped")
  }

  private func listen(_ server: BridgeServer) throws(ProgramError) -> [SocketAddress] {
    var listening: [SocketAddress] = []
    for address in addresses {
      do throws(ListenError) {
        listening.append(try server.listen(at: address))
      } catch {
        throw ProgramError(error.message)
      }
    }
    return listening
  }

  /// The first signal drains, a second ends at once.
  private func stopOnSignals(_ server: BridgeServer, _ loop: EventLoop) -> SignalWatch? {
    signal(SIGPIPE, SIG_IGN)
    var isStopping = false
    return try? loop.onSignal([SIGTERM, SIGINT]) { [log] _ in
      if isStopping { return loop.stop() }
      isStopping = true
      log.info("stopping")
      server.shutDown { loop.stop() }
    }
  }

  private func announce(
    _ listening: [SocketAddress], _ made: [any TreeSource]
  ) throws(ProgramError) {
    let places = listening.map(\.description).joined(separator: ", ")
    let names = made.map(\.name).joined(separator: ", ")
    let because = reason.map { "; \($0)" } ?? ""
    log.say("listening on \(places) (source: \(names)\(because))")
    guard let readyFile else { return }
    let lines = listening.map { "\($0)\n" }.joined()
    guard writeFile(readyFile, lines) else {
      throw ProgramError("cannot write \(readyFile): \(unsafe String(cString: strerror(errno)))")
    }
  }

  /// Whole or not at all: whoever waits for the file finds the addresses in it.
  private func writeFile(_ path: String, _ text: String) -> Bool {
    let draft = path + ".new"
    let descriptor = unsafe open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    let bytes = Array(text.utf8)
    let written = unsafe bytes.withUnsafeBytes {
      unsafe write(descriptor, $0.baseAddress, $0.count)
    }
    guard close(descriptor) == 0, written == bytes.count else { return false }
    return unsafe rename(draft, path) == 0
  }

  /// Thousands of connections need more descriptors than the usual 1,024.
  private func raiseDescriptorLimit() {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}
