import Glibc

/// A unix socket that accepts connections and does not speak D-Bus.
final class DeafSocket {
  let path: String
  private let descriptor: Int32

  init() throws {
    path = "/tmp/deaf-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    descriptor = try Self.listen(at: path)
  }

  /// Returns a unix socket that listens at a path.
  static func listen(at path: String) throws -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    let bound = unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard bound == 0, Glibc.listen(descriptor, 8) == 0 else { throw Failed() }
    return descriptor
  }

  deinit {
    close(descriptor)
    unsafe unlink(path)
  }

  /// Answers the first connection with bytes that no bus sends, and closes it.
  func sendGarbage() throws {
    let peer = accept(descriptor, nil, nil)
    guard peer >= 0 else { throw Failed() }
    let text = "HTTP/1.1 400 Bad Request\r\n\r\n"
    unsafe _ = write(peer, text, text.utf8.count)
    close(peer)
  }

  struct Failed: Error {}
}
