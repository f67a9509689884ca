internal import CLinux
internal import Glibc

/// The file of a unix socket of our own: only its owner may connect, and it is removed with the listener.
struct UnixSocketFile {
  enum Outcome {
    case listening(UnixSocketFile)
    /// A server answers there: its process, as far as the system tells.
    case occupied(by: PeerCredentials?)
  }

  let path: String
  private let status: FileStatus

  /// Binds `fd` to the path, with mode 0600 from the first moment, and listens. A socket left behind
  /// by a server that is gone is replaced.
  ///
  /// All of this happens under a lock on the directory: of several servers that start at the same path
  /// at once exactly one listens, and no other removes its file.
  ///
  /// - Throws: `ENOTSOCK` when the file is not a socket.
  static func listen(
    _ fd: Int32, path: String, _ raw: RawAddress, backlog: Int32
  ) throws(SystemError) -> Outcome {
    try withDirectoryLocked(of: path) { () throws(SystemError) in
      let probe = try StreamSocket.open(AF_UNIX)
      guard try removeStale(path, raw, probe.rawValue) else {
        return .occupied(by: PeerCredentials(of: probe.rawValue))
      }
      // Linux gives the file the mode of the socket: at no moment can others connect, and no umask is needed,
      // which would apply to all threads.
      _ = try system("fchmod") { fchmod(fd, 0o600) }
      var raw = raw
      _ = try system("bind") { unsafe clinux_bind(fd, &raw.storage, raw.length) }
      // Until it listens, the socket looks like one that was left behind.
      _ = try system("listen") { Glibc.listen(fd, backlog) }
      return .listening(UnixSocketFile(path: path, status: try FileStatus(of: path)))
    }
  }

  /// Removes the file, unless another server has put its own in its place.
  func remove() {
    do throws(SystemError) {
      try withDirectoryLocked(of: path) { removeIfOurs() }
    } catch {
      // The directory cannot be locked. This matters only to a server that starts at this moment.
      removeIfOurs()
    }
  }

  private func removeIfOurs() {
    guard let now = try? FileStatus(of: path), now.isSameFile(as: status) else { return }
    _ = unsafe unlink(path)
  }

  /// Makes way for a socket of our own. Returns `false` when a server answers on `probe`, which is then
  /// connected to the server if its queue has room.
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
      // A server listens, but its queue is full.
      case EAGAIN: return false
      default: throw error
      }
    }
  }
}
