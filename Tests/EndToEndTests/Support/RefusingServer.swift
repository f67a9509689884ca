import BridgeProtocol
import BridgeTestSupport
import BridgeTransport

/// A server that refuses every call, with one status after the other.
final class RefusingServer: Sendable {
  let address: SocketAddress
  private let thread: LoopThread

  init(_ statuses: [Status]) async throws {
    let thread = try LoopThread(name: "refusing")
    address = try await withCheckedContinuation { continuation in
      thread.handle.submit { loop in
        var left = statuses[...]
        continuation.resume(
          returning: Result {
            try Listener(.tcp(host: "127.0.0.1", port: 0), on: loop) { connection in
              let session = ServerSession(.init(epoch: 1, software: "refusing"))
              connection.onBytes = { bytes in
                unsafe bytes.withUnsafeBytes { unsafe session.receive($0) }
                while let event = session.nextEvent() {
                  guard case .call(let id, _, _, _) = event else { continue }
                  let status = left.popFirst() ?? Status(.unspecified, "nothing is left to refuse")
                  session.finish(id, status: status, response: nil)
                }
                connection.send(contentsOf: session.takeOutput())
              }
            }.localAddress
          })
      }
    }.get()
    self.thread = thread
  }

  deinit { thread.stop() }
}
