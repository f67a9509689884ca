import BridgeProtocol
import BridgeTestSupport
import BridgeTransport

/// What takes connections and answers as no server should.
final class BrokenServer: Sendable {
  enum Fault: String, Sendable, CaseIterable {
    // Instead of a hello.
    case saysNothing, sendsGarbage, speaksHTTP, closesAtOnce, refuses
    // In answer to the first call.
    case closes, resets, stopsWithinFrame, sendsBadFrame, announcesHugeFrame, answersUnknownCall
    case sendsNonsense, sendsInvalidText, endsStreams
  }

  let address: SocketAddress
  private let thread: LoopThread

  init(_ fault: Fault) async throws {
    let thread = try LoopThread(name: "broken")
    address = try await withCheckedContinuation { continuation in
      thread.handle.submit { loop in
        continuation.resume(
          returning: Result {
            try Listener(.tcp(host: "127.0.0.1", port: 0), on: loop) { connection in
              Peer(connection, fault).begin()
            }.localAddress
          })
      }
    }.get()
    self.thread = thread
  }

  deinit { thread.stop() }
}

/// One connection of it, kept by the connection's handlers.
private final class Peer {
  private let connection: Connection
  private let fault: BrokenServer.Fault
  private let session = ServerSession(.init(epoch: 1, software: "broken"))

  init(_ connection: Connection, _ fault: BrokenServer.Fault) {
    self.connection = connection
    self.fault = fault
  }

  func begin() {
    connection.onBytes = { [self] bytes in receive(bytes) }
    switch fault {
    case .sendsGarbage: connection.send((0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 9) })
    case .speaksHTTP:
      connection.send(Array("HTTP/1.1 400 Bad Request\r\nServer: \u{1B}[8m\r\n\r\n".utf8))
    case .closesAtOnce: connection.closeAfterFlush()
    case .refuses:
      session.fail(Status(.limit, "there are enough connections\u{1B}[8m"))
      connection.send(contentsOf: session.takeOutput())
      connection.closeAfterFlush()
    default: break
    }
  }

  private func receive(_ bytes: RawSpan) {
    switch fault {
    case .saysNothing, .sendsGarbage, .speaksHTTP, .closesAtOnce, .refuses: return
    default: break
    }
    unsafe bytes.withUnsafeBytes { unsafe session.receive($0) }
    while let event = session.nextEvent() {
      if case .call(let id, let method, _, _) = event { answer(id, method) }
    }
    connection.send(contentsOf: session.takeOutput())
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
    // Field 1, a text of two bytes that are no UTF-8: wrong in every message.
    case .sendsInvalidText: answer(call, [10, 2, 0xC3, 0x28, 10, 4, 10, 2, 0xC3, 0x28])
    case .endsStreams: session.finish(call, status: .ok, response: nil)
    default: break
    }
  }

  private func answer(_ call: CallID, _ payload: [UInt8]) {
    _ = session.send(payload, on: call)
    session.finish(call, status: .ok, response: payload)
  }
}
