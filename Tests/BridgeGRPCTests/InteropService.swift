import BridgeGRPC
import BridgeProtocol
import BridgeTransport

/// `grpc.testing.TestService` as the interop clients of gRPC expect it, on one connection.
final class InteropService {
  private let connection: Connection
  private let session: HTTP2Session
  private var calls: [CallID: Call] = [:]

  private struct Call {
    let method: String
    let deadline: Timer?
    /// What waits for the client's window.
    var waiting: [[UInt8]] = []
    var isFinished = false
    var received = 0
  }

  private let loop: EventLoop

  init(_ connection: Connection, on loop: EventLoop) throws(Status) {
    self.connection = connection
    self.loop = loop
    session = try HTTP2Session(
      HTTP2Session.Configuration(
        maxMessageLength: 4_194_304, maxConcurrentCalls: 100, keepsMetadata: true))
    connection.onBytes = { [self] bytes in
      unsafe bytes.withUnsafeBytes { unsafe session.receive($0) }
      while let event = session.nextEvent() { handle(event) }
      flush()
    }
  }

  private func flush() { connection.send(contentsOf: session.takeOutput()) }

  private func handle(_ event: ServerEvent) {
    switch event {
    case .call(let id, let method, let timeout, let request):
      begin(id, method, timeout)
      if let request {
        receive(request, id)
        end(id)
      }
    case .message(let id, let message): receive(message, id)
    case .halfClosed(let id): end(id)
    case .cancelled(let id): calls.removeValue(forKey: id)?.deadline?.cancel()
    case .credit(let id): proceed(id)
    case .failed: connection.closeAfterFlush()
    case .hello, .greeted, .revealed, .agreed, .goAway: break
    }
  }

  private func begin(_ id: CallID, _ path: String, _ timeout: UInt32) {
    guard path.hasPrefix("/grpc.testing.TestService/") else { return unimplemented(id) }
    echoMetadata(of: id)
    let method = String(path.split(separator: "/")[1])
    guard
      ["EmptyCall", "UnaryCall", "StreamingInputCall", "StreamingOutputCall", "FullDuplexCall"]
        .contains(method)
    else { return unimplemented(id) }
    let deadline =
      timeout == 0
      ? nil
      : loop.schedule(after: .milliseconds(Int(timeout))) { [self] in
        finish(id, Status(.timedOut, "too late"))
        flush()
      }
    calls[id] = Call(method: method, deadline: deadline)
  }

  /// Begins and ends the answer with what the client asks to have back.
  private func echoMetadata(of id: CallID) {
    let sent = session.metadata(of: id)
    var (initial, trailing) = (Metadata(), Metadata())
    initial["x-grpc-test-echo-initial"] = sent["x-grpc-test-echo-initial"]
    trailing["x-grpc-test-echo-trailing-bin"] = sent["x-grpc-test-echo-trailing-bin"]
    session.setMetadata(initial, trailing: trailing, of: id)
  }

  private func unimplemented(_ id: CallID) {
    session.finish(id, status: Status(.unknownMethod, "no such method"), response: nil)
  }

  private func finish(_ id: CallID, _ status: Status = .ok, _ response: [UInt8]? = nil) {
    calls.removeValue(forKey: id)?.deadline?.cancel()
    session.finish(id, status: status, response: response)
  }

  private func receive(_ bytes: [UInt8], _ id: CallID) {
    guard let method = calls[id]?.method else { return }
    let message = InteropMessage(bytes)
    if let status = message.status { return finish(id, status) }
    switch method {
    case "EmptyCall": finish(id, .ok, [])
    case "UnaryCall": finish(id, .ok, InteropMessage.payload(of: message.size))
    case "StreamingInputCall": calls[id]?.received += message.payloadLength
    default:
      calls[id]?.waiting += message.sizes.map(InteropMessage.payload)
      proceed(id)
    }
  }

  private func end(_ id: CallID) {
    guard let call = calls[id] else { return }
    if call.method == "StreamingInputCall" {
      return finish(id, .ok, InteropMessage.sum(call.received))
    }
    calls[id]?.isFinished = true
    proceed(id)
  }

  private func proceed(_ id: CallID) {
    while session.credit(id) > 0, calls[id]?.waiting.isEmpty == false {
      guard let message = calls[id]?.waiting.removeFirst() else { return }
      _ = session.send(message, on: id)
    }
    if calls[id]?.isFinished == true, calls[id]?.waiting.isEmpty == true { finish(id) }
  }
}
