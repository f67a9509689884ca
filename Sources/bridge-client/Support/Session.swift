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
  /// For one call; the commands that wait have defaults of their own.
  let timeout: Duration
  /// The options of the command, by which what a server advises can be done.
  let options: FieldOptions
  let output = Output()

  func connect(reconnecting: Bool = false) async throws(ClientError) -> BridgeClient {
    var options = BridgeClient.Options()
    options.connection.software = "bridge-client \(Release.version)"
    options.connection.connectTimeout = min(timeout, .seconds(5))
    // What does not fit comes in parts; a hostile server is not to fill the memory.
    options.connection.maxFrameLength = ProtocolLimits.defaultFrameLength
    if reconnecting { options.reconnect = BridgeClient.Backoff() }
    return try await BridgeClient.connect(to: address, options: options)
  }

  /// One call on a connection of its own.
  func call<Request: UnaryRequest>(_ request: Request) async throws -> Request.Response {
    let client = try await connect()
    defer { client.close() }
    return try await client.call(request, timeout: timeout)
  }

  func element(_ target: Target, on client: BridgeClient) async throws -> Element {
    try await client.call(GetElementRequest(target: target), timeout: timeout).element
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
  private static let longestTree = 256 * 1024 * 1024

  /// Reads a whole tree, or part of one, with the applications that it belongs to.
  func tree(_ request: GetTreeRequest, on client: BridgeClient) async throws -> TreeCopy {
    var copy = TreeCopy()
    for try await part in client.stream(request, timeout: timeout, maxBytes: Self.longestTree) {
      try copy.add(part)
    }
    guard copy.isComplete else {
      throw ClientError.badAnswer("the server ended the tree before its last part")
    }
    return copy
  }
}
