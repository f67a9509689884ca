internal import AccessibilityRendering
internal import AccessibilityTree
internal import BridgeClient
internal import BridgeProtocol
internal import BridgeTransport
internal import CommandLineOptions

/// What every command works with: where the server is, how to answer, how long to wait.
struct Session {
  let address: SocketAddress
  let json: Bool
  /// For the command as a whole. Those that go on until they are ended have it for each step.
  let timeout: Duration
  /// When it is over.
  private(set) var deadline: MonotonicTime
  /// How people are told what the server says of errors.
  let words: CommandWords
  let output = Output()

  /// What is left of the time.
  func timeLeft() throws -> Duration {
    let left = deadline.since(.now())
    guard left > .zero else { throw NotInTime("the command was not done within \(timeout)") }
    return left
  }

  /// For the next step of a command that goes on: it has the whole time again.
  var renewed: Session {
    var copy = self
    copy.deadline = .now().advanced(by: timeout)
    return copy
  }

  func connect(reconnecting: Bool = false) async throws -> BridgeClient {
    var options = BridgeClient.Options()
    options.connection.software = "bridge-client \(Release.version)"
    options.connection.connectTimeout = try timeLeft()
    options.connection.frameTimeout = timeout
    // What does not fit comes in parts; a hostile server is not to fill the memory.
    options.connection.maxFrameLength = ProtocolLimits.defaultFrameLength
    if reconnecting { options.reconnect = BridgeClient.Backoff() }
    return try await BridgeClient.connect(to: address, options: options)
  }

  /// One call on a connection of its own.
  func call<Request: UnaryRequest>(_ request: Request) async throws -> Request.Response {
    let client = try await connect()
    defer { client.close() }
    return try await call(request, on: client)
  }

  /// A call that takes no longer than is left of the time.
  func call<Request: UnaryRequest>(
    _ request: Request, on client: BridgeClient
  ) async throws -> Request.Response {
    try await client.call(request, timeout: timeLeft())
  }

  func element(_ target: Target, on client: BridgeClient) async throws -> Element {
    try await call(GetElementRequest(target: target), on: client).element
  }

  /// The id of an element. An id is taken as it is, without asking the server.
  func id(of target: Target, on client: BridgeClient) async throws -> ElementID {
    if case .id(let id) = target { return id }
    return try await element(target, on: client).id
  }

  func print(_ value: some JSONRepresentable) {
    output.json(value)
  }

  /// In bytes.
  private static let maxTreeSize = 256 * 1024 * 1024

  /// Reads a whole tree, or part of one, with the applications that it belongs to.
  func tree(_ request: GetTreeRequest, on client: BridgeClient) async throws -> TreeCopy {
    var copy = TreeCopy()
    let parts = client.stream(request, timeout: try timeLeft(), maxBytes: Self.maxTreeSize)
    for try await part in parts {
      try copy.add(part)
    }
    guard copy.isComplete else {
      throw ClientError.badAnswer("the server ended the tree before its last part")
    }
    return copy
  }
}
