import AccessibilityTree
import BridgeProtocol
import BridgeTestSupport
import BridgeTransport

/// A server that accepts connections and answers incorrectly.
final class BrokenServer: Sendable {
  enum Fault: String, Sendable, CaseIterable {
    // Faults instead of a hello.
    case saysNothing, sendsGarbage, speaksHTTP, closesAtOnce, refuses
    // No answer at all.
    case answersNothing
    // Faults in the answer to the first call.
    case closes, resets, stopsWithinFrame, sendsBadFrame, announcesHugeFrame, answersUnknownCall
    case sendsNonsense, sendsInvalidText, endsStreams
    // The first answer cannot be decoded; all others can.
    case garblesFirstAnswer
    // The beginning of an answer, then nothing: of a message, or of a stream of complete messages.
    case stopsWithinMessage, stopsBetweenParts
    // Answers without end: valid parts of a tree with much text or very many elements; a frame and a hello
    // of which one byte arrives at a time.
    case endlessTexts, endlessElements, dripsAnswer, dripsHello
    // No fault, but the hello takes `helloDelay`.
    case helloIsLate
    // Valid answers with the largest possible numbers.
    case answersHugeWait

    /// Servers that answer as long as the client reads.
    static let endless: [Fault] = [.endlessTexts, .endlessElements, .dripsAnswer, .dripsHello]
    /// Servers whose fault shows in the first bytes.
    static let brief = allCases.filter {
      !endless.contains($0) && $0 != .helloIsLate && $0 != .answersHugeWait
    }
  }

  /// Longer than a hello takes anywhere.
  static let helloDelay = Duration.seconds(6)

  let address: SocketAddress
  private let thread: LoopThread

  init(_ fault: Fault) async throws {
    let thread = try LoopThread(name: "broken")
    address = try await withCheckedContinuation { continuation in
      thread.handle.submit { loop in
        continuation.resume(
          returning: Result {
            try Listener(.tcp(host: "127.0.0.1", port: 0), on: loop) { connection in
              Peer(connection, fault, loop).begin()
            }.localAddress
          })
      }
    }.get()
    self.thread = thread
  }

  deinit { thread.stop() }
}

/// One connection of the server, retained by the connection's handlers.
private final class Peer {
  private let connection: Connection
  private let fault: BrokenServer.Fault
  private let loop: EventLoop
  private let session = ServerSession(.init(epoch: 1, software: "broken"))
  private var hasAnswered = false
  private var parts: EndlessParts?

  init(_ connection: Connection, _ fault: BrokenServer.Fault, _ loop: EventLoop) {
    self.connection = connection
    self.fault = fault
    self.loop = loop
  }

  func begin() {
    connection.onBytes = { [self] bytes in receive(bytes) }
    switch fault {
    case .sendsGarbage: connection.send((0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 9) })
    case .speaksHTTP:
      connection.send(Array("HTTP/1.1 400 Bad Request\r\nServer: \u{1B}[8m\r\n\r\n".utf8))
    case .closesAtOnce: connection.closeAfterFlush()
    // A hello of 1,000 bytes.
    case .dripsHello: drip([0, 0, 0, 3, 232, 0x12, 0xE5, 0x07])
    case .refuses:
      session.fail(Status(.limit, "there are enough connections\u{1B}[8m"))
      connection.send(contentsOf: session.takeOutput())
      connection.closeAfterFlush()
    case .helloIsLate:
      connection.pauseReading()
      loop.schedule(after: BrokenServer.helloDelay) { [self] in connection.resumeReading() }
    default: break
    }
  }

  private func receive(_ bytes: RawSpan) {
    switch fault {
    case .saysNothing, .sendsGarbage, .speaksHTTP, .closesAtOnce, .refuses, .dripsHello: return
    default: break
    }
    unsafe bytes.withUnsafeBytes { unsafe session.receive($0) }
    while let event = session.nextEvent() {
      if case .call(let id, let method, _, _) = event { answer(id, method) }
    }
    connection.send(contentsOf: session.takeOutput())
    pump()
  }

  /// Sends parts as long as there is credit and room.
  private func pump() {
    while connection.isOpen, connection.queuedBytes < 4_000_000,
      parts?.send(on: session) == true
    {
      connection.send(contentsOf: session.takeOutput())
    }
  }

  /// Sends single bytes at intervals: never silent, never complete.
  private func drip(_ begin: [UInt8]) {
    guard connection.isOpen else { return }
    connection.send(begin)
    loop.schedule(after: .milliseconds(20)) { [self] in drip([0]) }
  }

  private func answer(_ call: CallID, _ method: String) {
    // The hello first.
    connection.send(contentsOf: session.takeOutput())
    switch fault {
    case .closes: connection.closeAfterFlush()
    case .resets: connection.close()
    case .stopsWithinFrame:
      connection.send([0, 0, 0, 3, 232, 8, 1, 18])
      connection.closeAfterFlush()
    case .sendsBadFrame: connection.send([0, 0, 0, 0, 4, 255, 255, 255, 255])
    case .announcesHugeFrame: connection.send([0, 255, 255, 255, 255, 0, 0])
    case .answersUnknownCall: connection.send([0, 0, 0, 0, 5, 8, 200, 1, 50, 0])
    case .sendsNonsense: answer(call, [255, 255, 255, 255, 255])
    // Field 1, a text of two bytes that are not UTF-8: invalid in every message.
    case .sendsInvalidText: answer(call, [10, 2, 0xC3, 0x28, 10, 4, 10, 2, 0xC3, 0x28])
    case .endsStreams: session.finish(call, status: .ok, response: nil)
    case .garblesFirstAnswer:
      answer(call, hasAnswered ? [] : [255, 255, 255, 255, 255])
      hasAnswered = true
    // A message of 1,000,000 bytes on the first call.
    case .stopsWithinMessage: connection.send([0, 0, 15, 66, 64, 8, 1, 18])
    case .stopsBetweenParts:
      var parts = EndlessParts(call, method, hasTexts: false)
      _ = parts.send(on: session)
    case .helloIsLate: answer(call, [])
    case .answersHugeWait:
      // `WaitForResponse.waited_us`.
      answer(call, [32] + [UInt8](repeating: 0xFF, count: 9) + [1])
    case .dripsAnswer: drip([0, 0, 15, 66, 64, 8, 1, 18])
    case .endlessTexts, .endlessElements:
      parts = EndlessParts(call, method, hasTexts: fault == .endlessTexts)
      connection.onDrained = { [self] in pump() }
    default: break
    }
  }

  fileprivate func answer(_ call: CallID, _ payload: [UInt8]) {
    _ = session.send(payload, on: call)
    session.finish(call, status: .ok, response: payload)
  }
}

/// Parts of a tree, each of them valid, none of which is the last.
private struct EndlessParts {
  private let call: CallID
  private let isSubscription: Bool
  private let hasTexts: Bool
  private var next: UInt64 = 1

  init(_ call: CallID, _ method: String, hasTexts: Bool) {
    self.call = call
    self.hasTexts = hasTexts
    isSubscription = method == Method.subscribe.rawValue
  }

  /// Sends a part; returns false when the call accepts no more for now.
  mutating func send(on session: ServerSession) -> Bool {
    let elements = (0..<(hasTexts ? 4 : 2000)).map { place in
      Element(
        id: ElementID(rawValue: next + UInt64(place)), role: .text,
        label: hasTexts ? String(repeating: "x", count: 50_000) : nil)
    }
    let part = GetTreeResponse(revision: 1, elements: elements)
    guard
      session.send(
        isSubscription ? SubscribeResponse(.snapshot(part)).encoded() : part.encoded(), on: call)
    else { return false }
    next += UInt64(elements.count)
    return true
  }
}
