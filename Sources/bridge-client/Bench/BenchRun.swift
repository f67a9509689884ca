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
  private let limit: Limit
  let loop: EventLoop
  private(set) var clients: [ClientConnection] = []
  private var failure: (any Error)?
  /// Whether an answer came since `runLoop` began.
  private var hasAnswers = false

  /// How long a benchmark may take, from connecting to its last answer.
  struct Limit {
    let time: Duration
    /// When it is over.
    let deadline: MonotonicTime

    var left: Duration { max(deadline.since(.now()), .milliseconds(1)) }
    /// A server that has answered nothing by the deadline is given up so long after it.
    static let grace = Duration.seconds(1)
  }

  init(_ options: BenchOptions, at address: SocketAddress, limit: Limit) throws {
    self.options = options
    self.address = address
    self.limit = limit
    loop = try EventLoop()
  }

  /// What is left of the time.
  var timeLeft: Duration { limit.left }

  /// Connects `options.connections` times.
  func connect() throws {
    var connectionOptions = ClientConnection.Options()
    connectionOptions.software = "bridge-client bench"
    connectionOptions.connectTimeout = timeLeft
    connectionOptions.frameTimeout = timeLeft
    for _ in 0..<options.connections {
      ClientConnection.connect(
        to: address, on: loop, options: connectionOptions
      ) { [self] result in
        switch result {
        case .success(let client):
          noteAnswer()
          clients.append(client)
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

  /// To be called with each answer that could be read.
  func noteAnswer() { hasAnswers = true }

  /// Runs until `loop.stop()`; throws what went wrong meanwhile.
  func runLoop() throws {
    hasAnswers = false
    let atDeadline = loop.schedule(at: limit.deadline) { [self] in
      if hasAnswers { fail(late("the benchmark was not done")) }
    }
    let afterwards = loop.schedule(at: limit.deadline.advanced(by: Limit.grace)) { [self] in
      fail(late("no answer from \(address)"))
    }
    defer {
      atDeadline.cancel()
      afterwards.cancel()
    }
    loop.run()
    if let failure { throw failure }
  }

  private func late(_ what: String) -> ClientError {
    .status(Status(.timedOut, "\(what) within \(limit.time)", remedy: .serverIsSlow))
  }

  /// Makes unary calls, `options.inFlight` at a time over all connections, for `options.seconds`.
  ///
  /// - Parameter check: reads an answer, and throws when it is none to the request. Equal answers in a
  ///   row are read once: what is measured is the server.
  func unary(
    _ method: Method, request: [UInt8], check: @escaping ([UInt8]) throws -> Void
  ) throws -> (latencies: Histogram, time: Duration) {
    var lastRead: [UInt8]?
    func read(_ response: [UInt8]?) throws {
      guard let response else {
        throw ClientError.badAnswer("the server ended \(method.rawValue) without a response")
      }
      if response == lastRead { return }
      try check(response)
      lastRead = response
    }
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
          do {
            try read(result.get())
          } catch {
            return fail(error)
          }
          noteAnswer()
          if began >= measured { latencies.add(now.since(began)) }
          if now < end { next(client) } else if underWay == 0 { loop.stop() }
        })
    }
    for place in 0..<max(options.inFlight, clients.count) { next(clients[place % clients.count]) }
    try runLoop()
    return (latencies, .seconds(options.seconds))
  }
}
