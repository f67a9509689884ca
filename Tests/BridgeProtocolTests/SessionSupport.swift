import BridgeProtocol

func deliver(_ bytes: [UInt8], to session: ServerSession) {
  unsafe bytes.withUnsafeBytes { unsafe session.receive($0) }
}

func deliver(_ bytes: [UInt8], to session: ClientSession) {
  unsafe bytes.withUnsafeBytes { unsafe session.receive($0) }
}

func deliver(_ chunks: [[UInt8]], to session: ServerSession) {
  for chunk in chunks { deliver(chunk, to: session) }
}

func deliver(_ chunks: [[UInt8]], to session: ClientSession) {
  for chunk in chunks { deliver(chunk, to: session) }
}

extension ServerSession {
  func events() -> [ServerEvent] {
    var events: [ServerEvent] = []
    while let event = nextEvent() { events.append(event) }
    return events
  }
}

extension ClientSession {
  func events() -> [ClientEvent] {
    var events: [ClientEvent] = []
    while let event = nextEvent() { events.append(event) }
    return events
  }
}

/// Two sessions that pass each other their output.
struct Conversation {
  let server: ServerSession
  let client: ClientSession

  init(
    maxConcurrentCalls: Int = 256, serverFrames: Int = 4_194_304, clientFrames: Int = 4_194_304
  ) {
    server = ServerSession(
      ServerSession.Configuration(
        epoch: 42, software: "server", maxFrameLength: serverFrames,
        maxConcurrentCalls: maxConcurrentCalls, features: ["one", "two"]))
    client = ClientSession(
      ClientSession.Configuration(software: "client", maxFrameLength: clientFrames))
  }

  /// Exchanges the hellos and discards the events.
  static func open(
    maxConcurrentCalls: Int = 256, serverFrames: Int = 4_194_304, clientFrames: Int = 4_194_304
  ) -> Conversation {
    let conversation = Conversation(
      maxConcurrentCalls: maxConcurrentCalls, serverFrames: serverFrames,
      clientFrames: clientFrames)
    _ = conversation.toServer()
    _ = conversation.toClient()
    return conversation
  }

  func toServer() -> [ServerEvent] {
    deliver(client.takeOutput(), to: server)
    return server.events()
  }

  func toClient() -> [ClientEvent] {
    deliver(server.takeOutput(), to: client)
    return client.events()
  }
}

// Complete descriptions of events, for comparing lists of them.
extension ServerEvent {
  var text: String {
    switch self {
    case .hello(let hello): "hello \(hello.software) \(hello.version)"
    case .greeted: "greeted"
    case .call(let id, let method, let timeout, let request):
      "call \(id) \(method) \(timeout) \(request.map { "\($0)" } ?? "-")"
    case .message(let id, let bytes): "message \(id) \(bytes)"
    case .halfClosed(let id): "halfClosed \(id)"
    case .cancelled(let id): "cancelled \(id)"
    case .credit(let id): "credit \(id)"
    case .revealed(let nonce): "revealed \(nonce)"
    case .agreed: "agreed"
    case .goAway: "goAway"
    case .failed(let status): "failed \(status.reason.name)"
    }
  }
}

extension ClientEvent {
  var text: String {
    switch self {
    case .hello(let hello): "hello \(hello.software) \(hello.epoch)"
    case .message(let id, let bytes): "message \(id) \(bytes)"
    case .ended(let id, let status, let response):
      "ended \(id) \(status.code.name) \(status.reason.name) \(response.map { "\($0)" } ?? "-")"
    case .accepted(let access): "accepted \(access.name)"
    case .pong(let payload): "pong \(payload)"
    case .goAway(let last, let status): "goAway \(last) \(status.reason.name)"
    case .failed(let status): "failed \(status.reason.name)"
    }
  }
}
