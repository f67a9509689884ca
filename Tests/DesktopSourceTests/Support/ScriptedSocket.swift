import Foundation
import Glibc

/// A unix socket that accepts one connection and follows a script, on a thread of its own.
final class ScriptedSocket: Sendable {
  enum Step: Sendable {
    /// Reads until the bytes have come.
    case read([UInt8])
    case write([UInt8])
    /// Closes the connection; without it, it stays open.
    case close
  }

  let address: String
  private let path: String

  init(_ steps: [Step]) throws {
    let path = "/tmp/scripted-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    self.path = path
    address = "unix:path=\(path),guid=0123456789abcdef0123456789abcdef"
    let listener = try DeafSocket.listen(at: path)
    Thread.detachNewThread { Self.serve(listener, steps) }
  }

  deinit { unsafe unlink(path) }

  private static func serve(_ listener: Int32, _ steps: [Step]) {
    let peer = accept(listener, nil, nil)
    defer { close(listener) }
    var received: [UInt8] = []
    for step in steps {
      switch step {
      case .read(let wanted):
        while !contains(received, wanted) {
          var buffer = [UInt8](repeating: 0, count: 4096)
          let count = unsafe buffer.withUnsafeMutableBytes {
            unsafe read(peer, $0.baseAddress, $0.count)
          }
          guard count > 0 else {
            close(peer)
            return
          }
          received += buffer.prefix(count)
        }
      case .write(let bytes):
        _ = unsafe bytes.withUnsafeBytes {
          unsafe send(peer, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
      case .close: close(peer)
      }
    }
    if case .close? = steps.last { return }
    // Until the other end closes it.
    var byte: UInt8 = 0
    while unsafe read(peer, &byte, 1) > 0 {}
    close(peer)
  }

  private static func contains(_ bytes: [UInt8], _ wanted: [UInt8]) -> Bool {
    guard bytes.count >= wanted.count else { return false }
    return (0...bytes.count - wanted.count).contains { bytes[$0...].starts(with: wanted) }
  }
}
