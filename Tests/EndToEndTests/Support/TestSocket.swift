import BridgeTestSupport
import BridgeTransport
import Glibc

/// A TCP connection to a server, to send and receive any bytes.
final class TestSocket: Sendable {
  private let descriptor: Int32

  /// - Parameter address: `127.0.0.1:PORT`.
  init(_ address: String) throws {
    guard case .tcp(_, let port) = try SocketAddress(parsing: address) else {
      throw NotConnected(address: address)
    }
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var target = sockaddr_in()
    target.sin_family = sa_family_t(AF_INET)
    target.sin_port = port.bigEndian
    target.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let result = unsafe withUnsafePointer(to: target) { target in
      unsafe target.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw NotConnected(address: address) }
  }

  deinit { close(descriptor) }

  func write(_ bytes: [UInt8]) {
    _ = unsafe send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// Ends the writing side of the connection.
  func finishWriting() {
    shutdown(descriptor, Int32(SHUT_WR))
  }

  /// Receives the next bytes; empty at the end.
  func read() async throws -> [UInt8] {
    try await eventually("bytes from the server") {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = unsafe recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
      return count < 0 && errno == EAGAIN ? nil : Array(buffer.prefix(max(0, count)))
    }
  }

  struct NotConnected: Error {
    let address: String
  }
}
