internal import BridgeProtocol

/// The state of a conversation in the Model Context Protocol, without input and output. It takes lines, and says
/// what is to be done.
///
/// Each request is answered in the way of its own version: one that names a version in `_meta` as that version wants
/// it, all others as agreed by `initialize`.
package struct MCPSession: Sendable {
  /// What is to be done.
  package enum Effect: Sendable {
    /// Write this line.
    case send(String)
    /// Find out what the client may do, and list the tools.
    case listTools(RequestID)
    case call(RequestID, ToolSpec, ToolArguments)
    case read(RequestID, uri: String)
    /// Stop a call whose answer nobody wants any more.
    case cancel(RequestID)
    /// Watch these resources, and no others. Say by `watching` when that has begun, or is refused.
    case watch(Set<String>)
  }

  /// The maximum number of requests at once.
  package static let maxRequests = 64

  let configuration: MCPConfiguration
  /// The version that `initialize` agreed on; `nil`: it was not sent.
  private(set) var handshake: String?
  private(set) var pending: [RequestID: Pending] = [:]
  private var subscriptions = ResourceSubscriptions()

  /// A request that is being carried out.
  struct Pending: Sendable {
    let era: Era
    let tool: ToolSpec?
    /// The token for reports of progress, as JSON; `nil`: none are wanted.
    let progressToken: String?
  }

  package init(_ configuration: MCPConfiguration) {
    self.configuration = configuration
  }

  /// Takes a line of input.
  package mutating func receive(_ line: String) -> [Effect] {
    guard line.contains(where: { !$0.isWhitespace }) else { return [] }
    do throws(RPCMessage.Invalid) {
      switch try RPCMessage(parsing: line) {
      case .request(let id, let method, let parameters):
        return request(id, method, parameters)
      case .notification(let method, let parameters): return notification(method, parameters)
      case .ignored: return []
      }
    } catch {
      return [.send(Self.line(error.error, error.id))]
    }
  }

  /// Takes a line that was too long to be kept.
  package func refuseLongLine(limit: Int) -> Effect {
    .send(Self.line(.invalidRequest("a message of more than \(limit) bytes was ignored"), nil))
  }

  /// Takes a line that is not UTF-8. Its id, which may be what is not, is not known.
  package func refuseMalformedLine() -> Effect {
    .send(Self.line(.parse("invalid JSON: a message must be UTF-8"), nil))
  }

  private mutating func request(
    _ id: RequestID, _ method: String, _ parameters: JSONObject
  ) -> [Effect] {
    guard pending[id] == nil, !subscriptions.isOpen(id) else {
      return [.send(Self.line(.invalidRequest("the id \(id.json) is already in use"), nil))]
    }
    do throws(RPCError) {
      let era = try era(of: method, parameters)
      return try perform(method, parameters, id, era)
    } catch {
      return [.send(Self.line(error, id))]
    }
  }

  /// Returns how a request is to be answered.
  private func era(of method: String, _ parameters: JSONObject) throws(RPCError) -> Era {
    let meta = parameters.object("_meta")
    if let version = meta?.text(MetaKey.protocolVersion) {
      guard ProtocolVersion.modern.contains(version) else { throw .unsupportedVersion(version) }
      guard meta?.object(MetaKey.clientCapabilities) != nil else {
        throw .invalidParams("params._meta needs the object \(MetaKey.clientCapabilities)")
      }
      return .modern
    }
    guard handshake != nil || method == "initialize" || method == "ping" else {
      throw .invalidParams(
        "send initialize first, or name \(MetaKey.protocolVersion) and \(MetaKey.clientCapabilities) in "
          + "params._meta")
    }
    return .handshake
  }

  private mutating func perform(
    _ method: String, _ parameters: JSONObject, _ id: RequestID, _ era: Era
  ) throws(RPCError) -> [Effect] {
    switch (method, era) {
    case ("initialize", .handshake): return [.send(try initialize(id, parameters))]
    case ("ping", .handshake): return [.send(result(id, .handshake) { _ in })]
    case ("server/discover", .modern): return [.send(discover(id))]
    case ("tools/list", _):
      try checkCursor(parameters)
      try begin(id, era)
      return [.listTools(id)]
    case ("tools/call", _): return try call(id, era, parameters)
    case ("resources/list", _):
      try checkCursor(parameters)
      return [.send(resources(id, era))]
    case ("resources/templates/list", _):
      return [
        .send(
          result(id, era, isCacheable: true) {
            $0.key("resourceTemplates")
            $0.array { _ in }
          })
      ]
    case ("resources/read", _):
      let uri = try knownURI(parameters, era)
      try begin(id, era)
      return [.read(id, uri: uri)]
    case ("resources/subscribe", .handshake):
      let settled = subscriptions.subscribe(id, to: try knownURI(parameters, era))
      return watch(answering: settled)
    case ("resources/unsubscribe", .handshake):
      subscriptions.unsubscribe(from: try knownURI(parameters, era))
      return watch() + [.send(result(id, era) { _ in })]
    case ("subscriptions/listen", .modern): return try listen(id, parameters)
    default: throw .unknownMethod(method)
    }
  }

  private mutating func initialize(
    _ id: RequestID, _ parameters: JSONObject
  ) throws(RPCError) -> String {
    guard handshake == nil else { throw .invalidRequest("initialize was sent before") }
    guard let requested = parameters.text("protocolVersion") else {
      throw .invalidParams("initialize needs a protocolVersion")
    }
    let version = ProtocolVersion.negotiated(requested)
    handshake = version
    return initialized(id, version)
  }

  private func checkCursor(_ parameters: JSONObject) throws(RPCError) {
    // Everything is listed at once, so no cursor was ever given.
    if let cursor = parameters["cursor"], cursor != .null { throw .invalidParams("unknown cursor") }
  }

  private func knownURI(_ parameters: JSONObject, _ era: Era) throws(RPCError) -> String {
    guard let uri = parameters.text("uri") else { throw .invalidParams("\"uri\" must be a string") }
    guard configuration.resources.contains(where: { $0.uri == uri }) else {
      throw .unknownResource(uri, era)
    }
    return uri
  }

  private mutating func begin(
    _ id: RequestID, _ era: Era, tool: ToolSpec? = nil, progressToken: String? = nil
  ) throws(RPCError) {
    guard pending.count < Self.maxRequests else {
      throw .tooMany("\(Self.maxRequests) requests are under way: wait for an answer")
    }
    pending[id] = Pending(era: era, tool: tool, progressToken: progressToken)
  }

  private mutating func call(
    _ id: RequestID, _ era: Era, _ parameters: JSONObject
  ) throws(RPCError) -> [Effect] {
    guard let name = parameters.text("name") else {
      throw .invalidParams("\"name\" must be a string")
    }
    guard let tool = configuration.tools.first(where: { $0.name == name }) else {
      throw .invalidParams("Unknown tool: \(name.prefix(100))")
    }
    let given = parameters["arguments"]
    let arguments = parameters.object("arguments") ?? JSONObject([])
    guard given == nil || given == .null || parameters.object("arguments") != nil else {
      throw .invalidParams("\"arguments\" must be an object")
    }
    let token = RequestID(parameters.object("_meta")?["progressToken"])
    try begin(id, era, tool: tool, progressToken: token?.json)
    do throws(WrongArgument) {
      return [.call(id, tool, try ToolArguments(arguments, of: tool))]
    } catch {
      // A model can correct its arguments, so it is told as a result.
      return finish(id, .tool(ToolResult(error.message, .usage))).map { [.send($0)] } ?? []
    }
  }

  private mutating func listen(
    _ id: RequestID, _ parameters: JSONObject
  ) throws(RPCError) -> [Effect] {
    guard subscriptions.listening.count < Self.maxRequests else {
      throw .tooMany("\(Self.maxRequests) subscriptions are open: end one of them")
    }
    guard let filter = parameters.object("notifications") else {
      throw .invalidParams("\"notifications\" must be an object")
    }
    let uris = try knownURIs(filter["resourceSubscriptions"])
    let settled = subscriptions.listen(id, to: uris)
    return watch(answering: settled)
  }

  /// Returns those of the URIs that are listed: a client is told which ones are honoured. Where there are URIs, but none that
  /// is listed, nothing would ever follow.
  private func knownURIs(_ value: JSONValue?) throws(RPCError) -> Set<String> {
    let wrong = RPCError.invalidParams("\"resourceSubscriptions\" must be an array of strings")
    guard let value else { return [] }
    guard case .array(let items) = value else { throw wrong }
    let listed = Set(configuration.resources.map(\.uri))
    var known: Set<String> = []
    var unknown: String?
    for item in items {
      guard case .text(let uri) = item else { throw wrong }
      if listed.contains(uri) { known.insert(uri) } else { unknown = unknown ?? uri }
    }
    if let unknown, known.isEmpty { throw .unknownResource(unknown, .modern) }
    return known
  }

  /// - Parameter settled: Computed before the call: the resources that are wanted then are watched.
  private func watch(answering settled: [ResourceSubscriptions.Settled] = []) -> [Effect] {
    [.watch(subscriptions.wanted)] + settled.map { .send(line(for: $0)) }
  }

  /// Returns the line that answers a request to be told of changes.
  private func line(for settled: ResourceSubscriptions.Settled) -> String {
    let isRefused = !settled.refusals.isEmpty && settled.honoured?.isEmpty != false
    if isRefused {
      return Self.line(.unavailable(settled.refusals.joined(separator: " ")), settled.id)
    }
    guard let honoured = settled.honoured else { return result(settled.id, .handshake) { _ in } }
    return acknowledged(settled.id, honoured)
  }

  /// Takes that a resource is watched from now on, or that it is not and why. Returns the lines that answer who waits
  /// for that.
  package mutating func watching(_ uri: String, refusal: String? = nil) -> [String] {
    let settled = subscriptions.settle(uri, refusal: refusal)
    return settled.map { line(for: $0) }
  }

  private mutating func notification(_ method: String, _ parameters: JSONObject) -> [Effect] {
    guard method == "notifications/cancelled", let id = RequestID(parameters["requestId"]) else {
      return []
    }
    if subscriptions.end(id) { return watch() }
    // A request that was answered or cancelled before is not there any more.
    return pending.removeValue(forKey: id) == nil ? [] : [.cancel(id)]
  }

  /// Takes what a request led to. Returns the line that answers it; `nil`: it was cancelled.
  package mutating func finish(_ id: RequestID, _ answer: MCPAnswer) -> String? {
    guard let request = pending.removeValue(forKey: id) else { return nil }
    return line(answer, id, request)
  }

  /// Returns the line that reports the progress of a request; `nil`: nobody wants it.
  package func progress(_ id: RequestID, seconds: Int, of total: Int?) -> String? {
    guard let token = pending[id]?.progressToken else { return nil }
    return Self.progress(token, seconds, total)
  }

  /// Returns the lines that report that a resource has changed.
  package func updated(_ uri: String) -> [String] {
    var lines: [String] = []
    if subscriptions.single.contains(uri) { lines.append(Self.updated(uri, subscription: nil)) }
    let listening = subscriptions.listening.sorted { $0.key.json < $1.key.json }
    for (id, uris) in listening where uris.contains(uri) {
      lines.append(Self.updated(uri, subscription: id))
    }
    return lines
  }
}
