internal import CLinux
internal import Glibc

extension Connection {
  /// The user at the other end of a connection within this machine, as the kernel knows: of a unix socket, and of a TCP
  /// connection whose other end is in this network namespace. `nil`: not known.
  ///
  /// Costs a system call or two with TCP.
  public var peerUser: UInt32? {
    if let peerCredentials { return peerCredentials.uid }
    guard let fd = descriptor?.rawValue, isLoopback else { return nil }
    var uid: UInt32 = 0
    return unsafe clinux_tcp_peer_owner(fd, &uid) == 0 ? uid : nil
  }

  /// Whether the other end is on this machine.
  public var isLoopback: Bool { peerAddress?.isLoopback ?? (peerCredentials != nil) }
}

/// The user whom this process acts for.
public enum CurrentUser {
  public static var id: UInt32 { geteuid() }
}
