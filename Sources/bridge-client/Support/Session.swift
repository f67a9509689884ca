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

/// A copy of a tree or a part of one, put together from its parts.
struct TreeCopy {
  private(set) var tree = Tree()
  private(set) var revision: Revision = 0
  /// How many elements the server left out.
  private(set) var omitted = 0
  private(set) var elements: [Element] = []
  /// Whether the last part has come.
  private(set) var isComplete = false

  mutating func add(_ part: GetTreeResponse) throws(ClientError) {
    revision = part.revision
    omitted.addClamped(part.omitted)
    elements += part.elements
    guard part.isLast else { return }
    isComplete = true
    // An element whose children were left out by depth or limit keeps none here.
    let present = Set(elements.map(\.id))
    let delta = Delta(
      from: 0, to: revision, changed: elements.map { $0.keepingChildren(present) }, removed: [])
    do throws(TreeError) {
      try tree.apply(delta)
    } catch {
      throw .badAnswer("the server's tree does not fit together: \(error)")
    }
  }
}

extension Element {
  fileprivate func keepingChildren(_ present: Set<ElementID>) -> Element {
    guard !children.allSatisfy(present.contains) else { return self }
    var copy = self
    copy.totalChildren = max(totalChildren ?? 0, children.count)
    return Element(copy, children: children.filter(present.contains))
  }
}

/// One element, as people and JSON write it: `'#482117350014'`, `482117350014`, or a selector.
func parseTarget(_ text: String) throws -> Target {
  if let id = ElementID(written: text) { return .id(id) }
  guard !text.isEmpty else {
    throw BadCommand("a selector or an id like '#482117350014' is needed")
  }
  return .selector(text)
}
