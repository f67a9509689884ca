internal import CLinux
internal import Glibc

/// The file of a unix socket that is ours: only its owner may connect, and it goes when we go.
struct UnixSocketFile {
  enum Outcome {
    case listening(UnixSocketFile)
    /// A server answers there: who, as far as the system tells.
    case occupied(by: PeerCredentials?)
  }

  let path: String
  private let status: FileStatus

  /// Binds `fd` to the path, with mode 0600 from the first moment, and listens. A socket left behind
  /// by a server that is gone is replaced.
  ///
  /// All of it happens under a lock on the directory: of several servers that start at the same path
  /// at once exactly one listens, and nobody removes its file.
  ///
  /// - Throws: `ENOTSOCK` when the file is no socket.
  static func listen(
    _ fd: Int32, path: String, _ raw: RawAddress, backlog: Int32
  ) throws(SystemError) -> Outcome {
    try withDirectoryLocked(of: path) { () throws(SystemError) in
      let probe = try StreamSocket.open(AF_UNIX)
      guard try removeStale(path, raw, probe.rawValue) else {
        return .occupied(by: PeerCredentials(of: probe.rawValue))
      }
      // Linux gives the file the mode of the socket: no moment at which others could connect, and no
      // umask, which would belong to all threads.
      _ = try system("fchmod") { fchmod(fd, 0o600) }
      var raw = raw
      _ = try system("bind") { unsafe clinux_bind(fd, &raw.storage, raw.length) }
      // Until it listens it looks like one that was left behind.
      _ = try system("listen") { Glibc.listen(fd, backlog) }
      return .listening(UnixSocketFile(path: path, status: try FileStatus(of: path)))
    }
  }

  /// Removes the file, unless another server has put its own in its place.
  func remove() {
    do throws(SystemError) {
      try withDirectoryLocked(of: path) { removeIfOurs() }
    } catch {
      // The directory cannot be locked; only a server that starts at this moment would mind.
      removeIfOurs()
    }
  }

  private func removeIfOurs() {
    guard let now = try? FileStatus(of: path), now.isSameFile(as: status) else { return }
    _ = unsafe unlink(path)
  }

  /// Makes way for a socket of ours. `false` when a server answers on `probe`, which is connected to
  /// it then where its queue has room.
  private static func removeStale(
    _ path: String, _ raw: RawAddress, _ probe: Int32
  ) throws(SystemError) -> Bool {
    do throws(SystemError) {
      guard try FileStatus(of: path).isSocket else {
        throw SystemError(errno: ENOTSOCK, call: "bind")
      }
      _ = try StreamSocket.connect(probe, raw)
      return false
    } catch {
      switch error.errno {
      case ENOENT: return true
      // Nobody listens.
      case ECONNREFUSED:
        _ = try system("unlink") { unsafe unlink(path) }
        return true
      // It listens, only its queue is full.
      case EAGAIN: return false
      default: throw error
      }
    }
  }
}
