internal import AccessibilityRendering
internal import BridgeClient
internal import BridgeProtocol
internal import BridgeTransport

/// The parameters of a benchmark.
struct BenchOptions {
  var connections = 1
  /// How the connections are encrypted; `nil`: not at all.
  var security: ServerSecurity?
  /// What lets them in, if they need that.
  var token: String?
  var inFlight = 1
  var seconds = 3.0
  var size = 64
  var selector = "button"
  var budget = OutlineOptions.View.agent.defaultBudget
  var warmUp = 0.3
}

/// Runs benchmarks on an event loop of its own, with callbacks, so that they measure the protocol and
/// the server and not the switching of tasks between threads.
final class BenchRun {
  let options: BenchOptions
  private let address: SocketAddress
  private let limit: Limit
  let loop: EventLoop
  private(set) var clients: [ClientConnection] = []
  private var failure: (any Error)?
  /// Whether an answer has arrived since `runLoop` began.
  private var hasAnswers = false

  /// The time limit of a benchmark, from connecting to its last answer.
  struct Limit {
    let time: Duration
    /// The time at which the limit is reached.
    let deadline: MonotonicTime

    var left: Duration { max(deadline.since(.now()), .milliseconds(1)) }
    /// How long after the deadline the benchmark gives up on a server that has not answered.
    static let grace = Duration.seconds(1)
  }

  init(_ options: BenchOptions, at address: SocketAddress, limit: Limit) throws {
    self.options = options
    self.address = address
    self.limit = limit
    loop = try EventLoop()
  }

  /// The time until the deadline.
  var timeLeft: Duration { limit.left }

  /// Opens `options.connections` connections.
  func connect() throws {
    var connectionOptions = ClientConnection.Options()
    connectionOptions.software = "bridge-client bench"
    connectionOptions.connectTimeout = timeLeft
    connectionOptions.security = options.security
    connectionOptions.token = options.token
    connectionOptions.frameTimeout = timeLeft
    for _ in 0..<options.connections {
      ClientConnection.connect(
        to: address, on: loop, options: connectionOptions
      ) { [self] result in
        switch result {
        case .success(let client):
          recordAnswer()
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

  /// Records that an answer could be read. To be called for each of them.
  func recordAnswer() { hasAnswers = true }

  /// Runs the loop until `loop.stop()`; throws the error of a failure meanwhile.
  func runLoop() throws {
    hasAnswers = false
    let atDeadline = loop.schedule(at: limit.deadline) { [self] in
      if hasAnswers { fail(checkDeadline("the benchmark did not complete")) }
    }
    let afterwards = loop.schedule(at: limit.deadline.advanced(by: Limit.grace)) { [self] in
      fail(checkDeadline("no answer from \(address)"))
    }
    defer {
      atDeadline.cancel()
      afterwards.cancel()
    }
    loop.run()
    if let failure { throw failure }
  }

  private func checkDeadline(_ what: String) -> ClientError {
    .status(Status(.timedOut, "\(what) within \(limit.time)", remedy: .serverIsSlow))
  }

  /// Makes unary calls, `options.inFlight` at a time over all connections, for `options.seconds`.
  ///
  /// - Parameter check: Decodes an answer, and throws when it does not fit the request. Equal answers in a
  ///   row are decoded once, because the server is to be measured.
  func unary(
    _ method: Method, request: [UInt8], check: @escaping ([UInt8]) throws -> Void
  ) throws -> (latencies: Histogram, time: Duration) {
    let calls = UnaryCalls(self, method, request, check)
    for place in 0..<max(options.inFlight, clients.count) {
      calls.begin(on: clients[place % clients.count], at: .now())
    }
    try runLoop()
    return (calls.latencies, .seconds(options.seconds))
  }
}

/// Calls that are made again as soon as they are answered. One object, so that the handler of a call holds little.
private final class UnaryCalls {
  private let run: BenchRun
  private let method: Method
  private let request: [UInt8]
  private let check: ([UInt8]) throws -> Void
  private let measured: MonotonicTime
  private let end: MonotonicTime
  private var lastRead: [UInt8]?
  private var underWay = 0
  private(set) var latencies = Histogram()

  init(
    _ run: BenchRun, _ method: Method, _ request: [UInt8],
    _ check: @escaping ([UInt8]) throws -> Void
  ) {
    (self.run, self.method, self.request, self.check) = (run, method, request, check)
    measured = MonotonicTime.now().advanced(by: .seconds(run.options.warmUp))
    end = measured.advanced(by: .seconds(run.options.seconds))
  }

  func begin(on client: ClientConnection, at began: MonotonicTime) {
    underWay += 1
    client.call(
      method, request: request,
      ClientConnection.Handlers { [self] result in
        underWay -= 1
        let now = MonotonicTime.now()
        do {
          try read(result.get())
        } catch {
          return run.fail(error)
        }
        run.recordAnswer()
        if began >= measured { latencies.add(now.since(began)) }
        if now < end { begin(on: client, at: now) } else if underWay == 0 { run.loop.stop() }
      })
  }

  private func read(_ response: [UInt8]?) throws {
    guard let response else {
      throw ClientError.badAnswer("the server ended \(method.rawValue) without a response")
    }
    if response == lastRead { return }
    try check(response)
    lastRead = response
  }
}
