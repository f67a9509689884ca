import BridgeGRPC
import BridgeTestSupport
import BridgeTransport
import Foundation
import Testing

/// The interop client of Debian's ruby-grpc, against a service for tests on the server's session of HTTP/2.
@Suite(.timeLimit(.minutes(10)))
struct `The interop client of gRPC` {
  /// The cases that need neither compression, which the server has not, nor accounts of Google.
  @Test(arguments: [
    "empty_unary", "large_unary", "client_streaming", "server_streaming", "ping_pong",
    "empty_stream", "timeout_on_sleeping_server", "cancel_after_begin",
    "cancel_after_first_response", "status_code_and_message", "custom_metadata",
    "unimplemented_method", "unimplemented_service",
  ])
  func `passes a case`(_ name: String) async throws {
    let thread = try LoopThread()
    defer { thread.stop() }
    let address: SocketAddress = try await withCheckedThrowingContinuation { done in
      thread.handle.submit { loop in
        done.resume(with: Result { try Self.serve(on: loop) })
      }
    }
    guard case .tcp(_, let port) = address else { return #expect(Bool(false), "\(address)") }
    let listed = try await Subprocess.run("dpkg", ["-L", "ruby-grpc"])
    let program = try #require(listed.lines.first { $0.hasSuffix("/pb/test/client.rb") })
    let result = try await Subprocess.run(
      "ruby",
      [
        String(program), "--server_host", "127.0.0.1", "--server_port", "\(port)",
        "--test_case", name,
      ])
    #expect(result.code == 0, "\(result.standardOutput)\(result.standardError)")
    #expect(result.standardOutput.contains("OK: \(name)"))
  }

  private static func serve(on loop: EventLoop) throws -> SocketAddress {
    let listener = try Listener(.tcp(host: "127.0.0.1", port: 0), on: loop) { connection in
      // The connection's handlers keep the service.
      if (try? InteropService(connection, on: loop)) == nil { connection.close() }
    }
    return listener.localAddress
  }
}
