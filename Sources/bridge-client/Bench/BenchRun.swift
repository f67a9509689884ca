internal import BridgeClient
internal import BridgeProtocol
internal import BridgeTransport

/// What a benchmark is to do.
struct BenchOptions {
  var connections = 1
  var inFlight = 1
  var seconds = 3.0
  var size = 64
  var selector = "button"
  var warmUp = 0.3
}

/// Runs benchmarks on an event loop of its own, with callbacks: what is measured is the protocol and
/// the server, not the hops of tasks between threads.
final class BenchRun {
  let options: BenchOptions
  private let address: SocketAddress
  /// How long an answer may take beyond the time that is measured.
  private let timeout: Duration
  let loop: EventLoop
  private(set) var clients: [ClientConnection] = []
  private var failure: (any Error)?

  init(_ options: BenchOptions, at address: SocketAddress, timeout: Duration) throws {
    self.options = options
    self.address = address
    self.timeout = timeout
    loop = try EventLoop()
  }

  /// Connects `options.connections` times.
  func connect() throws {
    var connectionOptions = ClientConnection.Options()
    connectionOptions.software = "bridge-client bench"
    connectionOptions.connectTimeout = timeout
    connectionOptions.frameTimeout = timeout
    for _ in 0..<options.connections {
      ClientConnection.connect(
        to: address, on: loop, options: connectionOptions
      ) { [self] result in
        switch result {
        case .success(let client): clients.append(client)
        case .failure(let error): fail(error)
        }
        if clients.count == options.connections { loop.stop() }
      }
    }
    try runLoop()
  }

  func fail(_ error: any Error) {
    if failure == nil { failure = error }
    loop.stop()
  }

  /// Runs until `loop.stop()`; throws what went wrong meanwhile.
  func runLoop() throws {
    let limit = Duration.seconds(options.seconds + options.warmUp) + timeout
    let timer = loop.schedule(after: limit) { [self] in
      fail(
        ClientError.status(Status(.timedOut, "no answer from \(address) within \(limit)")))
    }
    defer { timer.cancel() }
    loop.run()
    if let failure { throw failure }
  }

  /// Makes unary calls, `options.inFlight` at a time over all connections, for `options.seconds`.
  func unary(
    _ method: Method, request: [UInt8]
  ) throws -> (latencies: Histogram, time: Duration) {
    let measured = MonotonicTime.now().advanced(by: .seconds(options.warmUp))
    let end = measured.advanced(by: .seconds(options.seconds))
    var latencies = Histogram()
    var underWay = 0
    func next(_ client: ClientConnection) {
      let began = MonotonicTime.now()
      underWay += 1
      client.call(
        method, request: request,
        ClientConnection.Handlers { [self] result in
          underWay -= 1
          let now = MonotonicTime.now()
          switch result {
          case .failure(let error): return fail(error)
          case .success:
            if began >= measured { latencies.add(now.since(began)) }
          }
          if now < end { next(client) } else if underWay == 0 { loop.stop() }
        })
    }
    for place in 0..<max(options.inFlight, clients.count) { next(clients[place % clients.count]) }
    try runLoop()
    return (latencies, .seconds(options.seconds))
  }
}
