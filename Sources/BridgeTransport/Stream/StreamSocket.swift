internal import CLinux
internal import Glibc

/// Creates and configures sockets.
enum StreamSocket {
  /// Returns a non-blocking stream socket of a family.
  static func open(_ family: Int32) throws(SystemError) -> FileDescriptor {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    return try FileDescriptor("socket") { socket(family, kind, 0) }
  }

  /// The number of bytes that the system receives on a connection before they are read. The system doubles
  /// the number for its own needs. Without this limit it would take up to `tcp_rmem`, often many megabytes,
  /// from a peer that sends faster than is read. Once all sockets of the machine together reach `tcp_mem`,
  /// the system discards input for any of them, and everybody waits for it to be sent again.
  private static let receiveBuffer: Int32 = 64 * 1024

  /// Limits how much is received before it is read. Must be set on the listening socket, because it is part of
  /// how connections are established.
  static func limitReceiving(_ fd: Int32, family: Int32) {
    guard family != AF_UNIX else { return }
    _ = clinux_set_option(fd, SOL_SOCKET, SO_RCVBUF, receiveBuffer)
  }

  /// How long sent bytes, or a keepalive probe, may go unacknowledged, in milliseconds.
  static let userTimeout: Int32 = 60_000

  /// Makes messages leave at once, and makes the system detect peers that are gone. A peer that vanished
  /// without a word (its cable pulled, its machine off) is noticed after about a minute, whether something
  /// is on its way to it or not. A peer that is connected and takes nothing for a minute, its window closed,
  /// is dropped as well. Failures are ignored: they are no reason to refuse a connection.
  static func tune(_ fd: Int32, family: Int32) {
    guard family != AF_UNIX else { return }
    let tcp = Int32(IPPROTO_TCP)
    _ = clinux_set_option(fd, tcp, TCP_NODELAY, 1)
    _ = clinux_set_option(fd, SOL_SOCKET, SO_KEEPALIVE, 1)
    _ = clinux_set_option(fd, tcp, TCP_KEEPIDLE, 30)
    _ = clinux_set_option(fd, tcp, TCP_KEEPINTVL, 10)
    _ = clinux_set_option(fd, tcp, TCP_KEEPCNT, 3)
    _ = clinux_set_option(fd, tcp, TCP_USER_TIMEOUT, userTimeout)
  }

  /// Starts to connect. Returns `true` when connected; otherwise the descriptor becomes writable when it is.
  static func connect(_ fd: Int32, _ address: RawAddress) throws(SystemError) -> Bool {
    var address = address
    do throws(SystemError) {
      _ = try system("connect") { unsafe clinux_connect(fd, &address.storage, address.length) }
      return true
    } catch  where error.errno == EINPROGRESS {
      return false
    }
  }
}
