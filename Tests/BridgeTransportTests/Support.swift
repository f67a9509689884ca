import BridgeTestSupport
import BridgeTransport
import Glibc
import Testing

/// Records the events of a connection's handlers.
final class Record {
  var bytes: [UInt8] = []
  var drained = 0
  var closed: [CloseReason] = []
  var text: String { String(decoding: bytes, as: UTF8.self) }

  func follow(_ connection: Connection) {
    connection.onBytes = { [self] in bytes.append(contentsOf: array($0)) }
    connection.onDrained = { [self] in drained += 1 }
    connection.onClosed = { [self] in closed.append($0) }
  }
}

func array(_ span: RawSpan) -> [UInt8] {
  unsafe span.withUnsafeBytes { unsafe Array($0) }
}

/// Two connections to each other on one loop, with their recorded events.
struct Pair {
  let near: Connection
  let far: Connection
  let nearRecord = Record()
  let farRecord = Record()

  init(on loop: EventLoop) throws {
    let (first, second) = try FileDescriptor.socketPair().take()
    near = try Connection(adopting: FileDescriptor(owning: first), on: loop)
    far = try Connection(adopting: FileDescriptor(owning: second), on: loop)
    nearRecord.follow(near)
    farRecord.follow(far)
  }
}

/// A connection, and its other end as a blocking descriptor that the test reads and writes.
final class HalfPair {
  let connection: Connection
  let record = Record()
  var peer: FileDescriptor?

  init(on loop: EventLoop, sendBuffer: Int32? = nil) throws {
    let (first, second) = try FileDescriptor.socketPair().take()
    if var size = sendBuffer {
      unsafe setsockopt(first, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
    connection = try Connection(adopting: FileDescriptor(owning: first), on: loop)
    peer = FileDescriptor(owning: second)
    record.follow(connection)
  }

  /// Reads the available bytes; `nil` when there are none, empty at the end.
  func readPeer(_ size: Int = 65536) -> [UInt8]? {
    guard let fd = peer?.rawValue else { return nil }
    var buffer = [UInt8](repeating: 0, count: size)
    let count = unsafe recv(fd, &buffer, size, Int32(MSG_DONTWAIT))
    return count < 0 ? nil : Array(buffer[..<count])
  }

  func writePeer(_ bytes: [UInt8]) {
    guard let fd = peer?.rawValue else { return }
    _ = unsafe Glibc.send(fd, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }
}
