internal import AccessibilityTree
internal import BridgeProtocol
internal import BridgeTransport

/// A call of a service that every gRPC server has. Reads no tree.
struct StandardCall {
  /// The maximum length of a request, and the number of requests that wait to be answered.
  private static let maxRequestLength = 8 * 1024
  private static let maxWaiting = 64

  /// Who makes the call.
  let authority: Authority
  private let method: StandardMethod
  private var waiting = Fifo<[UInt8]>()
  private var isHalfClosed = false
  /// Whether the answer goes on until the client ends it.
  private(set) var isWatching = false

  init(_ method: StandardMethod, of authority: Authority) {
    self.method = method
    self.authority = authority
  }

  mutating func add(_ request: [UInt8]) throws(Status) {
    guard request.count <= Self.maxRequestLength else {
      throw Status(
        .limit,
        "request of \(request.count) bytes, \(method.rawValue) takes \(Self.maxRequestLength)",
        remedy: .smallerMessage,
        limit: UInt64(Self.maxRequestLength))
    }
    guard method.isClientStreaming || (waiting.isEmpty && !isWatching) else {
      throw Status(.extraMessage, "received a second message: \(method.rawValue) takes one")
    }
    guard waiting.count < Self.maxWaiting else {
      throw Status(
        .limit, "\(waiting.count) requests of \(method.rawValue) wait to be answered",
        remedy: .readAnswers,
        limit: UInt64(Self.maxWaiting))
    }
    waiting.append(request)
  }

  mutating func endRequests() { isHalfClosed = true }

  /// The next thing to tell the client; `nil`: nothing for now. To be asked while the client takes messages.
  mutating func next() throws(Status) -> Answer? {
    if method.isClientStreaming { return try nextOfStream() }
    guard isHalfClosed, !isWatching else { return nil }
    guard let request = waiting.popFirst() else { return .missingRequest }
    switch method {
    case .check:
      let service = try ServiceHealth.service(in: request)
      let health = ServiceHealth.health(of: service)
      guard health == .serving else {
        throw Status(
          StatusCode.notFound, "the server has no service \(service.excerpt)",
          remedy: .listServices)
      }
      return .response(health.response)
    case .watch:
      isWatching = true
      return .message(ServiceHealth.health(of: try ServiceHealth.service(in: request)).response)
    case .list, .reflection, .oldReflection: return .response(ServiceHealth.list)
    }
  }

  private mutating func nextOfStream() throws(Status) -> Answer? {
    if let request = waiting.popFirst() { return .message(try Reflection.answer(request)) }
    return isHalfClosed ? .end : nil
  }

  enum Answer {
    case message([UInt8])
    /// The response of a unary call, which ends it.
    case response([UInt8])
    case end
    case missingRequest
  }
}
