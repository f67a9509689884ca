internal import CLinux
internal import Glibc

/// How sockets are made and set up.
enum StreamSocket {
  /// A non-blocking stream socket of a family.
  static func open(_ family: Int32) throws(SystemError) -> FileDescriptor {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    return try FileDescriptor("socket") { socket(family, kind, 0) }
  }

  /// How much the system receives of a connection before it is read, in bytes; the system reckons twice as
  /// much for what it needs itself. By itself it would take up to `tcp_rmem`, often many megabytes, for
  /// whoever sends faster than is read; and once all sockets of the machine together have reached
  /// `tcp_mem` it throws away what arrives for any of them, and everybody waits for it to be sent again.
  private static let receiveBuffer: Int32 = 64 * 1024

  /// To be set where connections are accepted, because it is part of how they are established.
  static func limitReceiving(_ fd: Int32, family: Int32) {
    guard family != AF_UNIX else { return }
    _ = clinux_set_option(fd, SOL_SOCKET, SO_RCVBUF, receiveBuffer)
  }

  /// How long what was sent, a keepalive probe too, may go unacknowledged, in milliseconds.
  static let userTimeout: Int32 = 60_000

  /// Messages leave at once, and a peer that vanished without a word (its cable pulled, its machine
  /// off) is noticed after about a minute, whether something is on its way to it or not. A peer that
  /// is there and takes nothing for a minute, its window closed, is let go as well.
  /// Failing is no reason to refuse a connection.
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

  /// Starts to connect. `true`: done; `false`: the descriptor becomes writable when it is.
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
