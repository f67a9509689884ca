internal import AccessibilityRendering
internal import AccessibilityTree
internal import BridgeClient
internal import BridgeProtocol
internal import BridgeTransport
internal import CommandLineOptions

/// The context of a command: where the server is, how to print, how long to wait.
struct Session {
  private(set) var endpoint: Endpoint
  var address: SocketAddress { get throws { try endpoint.address } }
  let json: Bool
  /// The time limit of the command as a whole; for commands that run until they are ended, of each step.
  private(set) var timeout: Duration
  /// How long the server may be silent before it is asked for a sign of life, and then again before the connection
  /// counts as lost.
  let keepalive: Duration
  /// The time at which the limit is reached.
  private(set) var deadline: MonotonicTime
  /// Translates the server's errors for people.
  private(set) var words: CommandWords
  /// Reads the steps of `do`, and has the program's commands for those that run others.
  let steps: StepReader
  /// What an agent has seen, for commands that run for one. Set before the session is made for a command.
  var seen: SeenHandles?
  let output = Output()

  /// Returns the time until the deadline; throws `Timeout` when it has passed.
  func timeLeft() throws -> Duration {
    let left = deadline.since(.now())
    guard left > .zero else { throw Timeout("the command did not complete within \(timeout)") }
    return left
  }

  /// The session for the next step of a long-running command, with the whole time limit again.
  var renewed: Session {
    var copy = self
    copy.deadline = .now().advanced(by: timeout)
    return copy
  }

  /// The session with the server where its ready file says it is now: one that was started again may be elsewhere.
  ///
  /// - Parameter limit: How long to wait for the file, within the time limit.
  func located(within limit: Duration? = nil) async throws -> Session {
    var copy = self
    let last = limit.map { min(deadline, .now().advanced(by: $0)) } ?? deadline
    try await copy.endpoint.locate(by: last)
    return copy
  }

  /// The session for another command, with a time limit of its own.
  func session(for command: CommandSpec, timeout: Duration) -> Session {
    var copy = self
    copy.timeout = timeout
    copy.words = CommandWords(
      command, forAgent: seen != nil, invocation: words.invocation)
    return copy.renewed
  }

  /// Connects, for commands that last: they end at once when there is no server.
  func connect(reconnecting: Bool = false) async throws -> BridgeClient {
    try await BridgeClient.connect(
      to: try address, options: try options(reconnecting: reconnecting))
  }

  /// Begins to connect. What is asked first is sent together with the hello.
  func open(reconnecting: Bool = false) throws -> BridgeClient {
    try BridgeClient.open(to: try address, options: try options(reconnecting: reconnecting))
  }

  private func options(reconnecting: Bool) throws -> BridgeClient.Options {
    var options = BridgeClient.Options()
    options.connection.software = "bridge-client \(Release.version)"
    options.connection.connectTimeout = try timeLeft()
    options.connection.pingAfter = keepalive
    // A connection that is dead is found by a ping, and one that is found so is resumed.
    options.connection.frameTimeout = reconnecting ? max(timeout, keepalive * 3) : timeout
    // Longer data arrives in parts; the limit keeps a hostile server from exhausting the memory.
    options.connection.maxFrameLength = ProtocolLimits.defaultFrameLength
    options.connection.security = endpoint.security
    options.connection.token = endpoint.token
    options.connection.onAccess = endpoint.onAccess
    if reconnecting {
      options.reconnect = BridgeClient.Backoff()
      options.locate = endpoint.placeNow
    }
    return options
  }

  /// Makes one call on a connection of its own.
  func call<Request: UnaryRequest>(_ request: Request) async throws -> Request.Response {
    let client = try open()
    defer { client.close() }
    return try await call(request, on: client)
  }

  /// Makes a call that ends by the deadline.
  func call<Request: UnaryRequest>(
    _ request: Request, on client: BridgeClient
  ) async throws -> Request.Response {
    try await client.call(request, timeout: timeLeft())
  }

  func element(_ target: Target, on client: BridgeClient) async throws -> Element {
    try await call(GetElementRequest(target: target), on: client).element
  }

  /// Returns the id of an element. An id is returned as it is, without asking the server.
  func id(of target: Target, on client: BridgeClient) async throws -> ElementID {
    if case .id(let id) = target { return id }
    return try await element(target, on: client).id
  }

  func print(_ value: some JSONRepresentable) {
    output.json(value)
  }

  /// Prints elements, each as one line, with the revision at which they were read.
  func print(_ elements: [Element], at revision: Revision) {
    output.json(elements, at: revision)
  }

  /// The maximum length of a tree, in bytes.
  private static let maxTreeSize = 256 * 1024 * 1024

  /// Reads a whole tree, or a part of one.
  func tree(_ request: GetTreeRequest, on client: BridgeClient) async throws -> TreeCopy {
    var copy = TreeCopy()
    try await readTree(request, on: client) { try copy.add($0) }
    return copy
  }

  /// Reads a whole tree, or a part of one, and calls `use` with each part of it as it arrives.
  func readTree(
    _ request: GetTreeRequest, on client: BridgeClient,
    use: (GetTreeResponse) async throws -> Void
  ) async throws {
    var isComplete = false
    // All parts may be sent ahead, so that the deadline is met however slowly they are used.
    let parts = client.stream(
      request, timeout: try timeLeft(), window: 1024, maxBytes: Self.maxTreeSize)
    for try await part in parts {
      try await use(part)
      isComplete = part.isLast
    }
    guard isComplete else {
      throw ClientError.badAnswer("the server ended the stream before the last part of the tree")
    }
  }
}
