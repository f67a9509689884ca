internal import CLinux
internal import Glibc

/// The file of a unix socket that is ours: only its owner may connect, and it goes when we go.
struct UnixSocketFile {
  let path: String
  private let device: dev_t
  private let inode: ino_t

  /// Binds `fd` to the path, with mode 0600 from the first moment. A socket left behind by a server
  /// that is gone is replaced; one that answers makes this throw `EADDRINUSE`, and what is not a
  /// socket `ENOTSOCK`.
  static func bind(_ fd: Int32, path: String, _ raw: RawAddress) throws(SystemError)
    -> UnixSocketFile
  {
    try removeStale(path, raw)
    // Linux gives the file the mode of the socket: no moment at which others could connect, and no
    // umask, which would belong to all threads.
    _ = try system("fchmod") { fchmod(fd, 0o600) }
    var raw = raw
    _ = try system("bind") { unsafe clinux_bind(fd, &raw.storage, raw.length) }
    let status = try status(path)
    return UnixSocketFile(path: path, device: status.st_dev, inode: status.st_ino)
  }

  /// Removes the file, unless another server has put its own in its place.
  func remove() {
    guard let now = try? Self.status(path), now.st_dev == device, now.st_ino == inode else {
      return
    }
    _ = unsafe unlink(path)
  }

  private static func removeStale(_ path: String, _ raw: RawAddress) throws(SystemError) {
    do throws(SystemError) {
      let status = try status(path)
      guard status.st_mode & S_IFMT == S_IFSOCK else {
        throw SystemError(errno: ENOTSOCK, call: "bind")
      }
      let probe = try StreamSocket.open(AF_UNIX)
      _ = try StreamSocket.connect(probe.rawValue, raw)
      throw SystemError(errno: EADDRINUSE, call: "bind")
    } catch {
      switch error.errno {
      case ENOENT: return
      // Nobody listens. That the file has gone by itself meanwhile is as good.
      case ECONNREFUSED: _ = unsafe unlink(path)
      // It listens, only its queue is full.
      case EAGAIN: throw SystemError(errno: EADDRINUSE, call: "bind")
      default: throw error
      }
    }
  }

  private static func status(_ path: String) throws(SystemError) -> stat {
    var status = stat()
    _ = try system("lstat") { unsafe lstat(path, &status) }
    return status
  }
}
