internal import CLinux

/// The process at the other end of a unix socket, and its user, as the kernel knows them.
public struct PeerCredentials: Equatable, Sendable {
  public let pid: Int32
  public let uid: UInt32
  public let gid: UInt32

  public init(pid: Int32, uid: UInt32, gid: UInt32) {
    self.pid = pid
    self.uid = uid
    self.gid = gid
  }
}

extension PeerCredentials {
  /// Returns `nil` unless the descriptor is a connected unix socket.
  init?(of fd: Int32) {
    var (pid, uid, gid) = (Int32(0), UInt32(0), UInt32(0))
    guard unsafe clinux_peer_credentials(fd, &pid, &uid, &gid) == 0, pid > 0 else { return nil }
    self.init(pid: pid, uid: uid, gid: gid)
  }
}

extension Connection {
  /// The other end in a few words, for logs: `127.0.0.1:40112`, `unix (pid 812, uid 1000)`.
  public var peerDescription: String {
    if let peer = peerCredentials { return "unix (pid \(peer.pid), uid \(peer.uid))" }
    return peerAddress?.description ?? "unknown"
  }
}
