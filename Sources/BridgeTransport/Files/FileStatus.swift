internal import Glibc

/// The identity, the kind and the owner of a file.
struct FileStatus: Sendable {
  let length: Int
  private let device: dev_t
  private let inode: ino_t
  private let mode: mode_t
  private let owner: uid_t
  private let links: nlink_t

  private init(_ status: stat) {
    (device, inode, links) = (status.st_dev, status.st_ino, status.st_nlink)
    (mode, owner, length) = (status.st_mode, status.st_uid, Int(status.st_size))
  }

  /// - Parameter followingLinks: Whether a link stands for the file that it leads to.
  /// - Throws: `ENOENT` when there is no file.
  init(of path: String, followingLinks: Bool = false) throws(SystemError) {
    var status = stat()
    if followingLinks {
      _ = try system("stat") { unsafe stat(path, &status) }
    } else {
      _ = try system("lstat") { unsafe lstat(path, &status) }
    }
    self.init(status)
  }

  init(of descriptor: Int32) throws(SystemError) {
    var status = stat()
    _ = try system("fstat") { unsafe fstat(descriptor, &status) }
    self.init(status)
  }

  /// Whether both are the same file, by whatever name.
  func isSameFile(as other: FileStatus) -> Bool {
    device == other.device && inode == other.inode
  }

  /// Whether its mode lets anybody but its owner do something with it.
  var isOpenToOthers: Bool { lets(0o077) }

  /// Whether its mode has any of some bits.
  func lets(_ bits: mode_t) -> Bool { mode & bits != 0 }

  /// Whether no path leads to it any more.
  var isRemoved: Bool { links == 0 }
  var isOfRoot: Bool { owner == 0 }
  var isSocket: Bool { mode & S_IFMT == S_IFSOCK }
  var isRegularFile: Bool { mode & S_IFMT == S_IFREG }

  /// The kind of the file, for messages: "a directory", "a FIFO".
  var kind: String {
    switch mode & S_IFMT {
    case S_IFREG: "a file"
    case S_IFDIR: "a directory"
    case S_IFLNK: "a symbolic link"
    case S_IFIFO: "a FIFO"
    case S_IFSOCK: "a socket"
    case S_IFCHR, S_IFBLK: "a device"
    default: "no file"
    }
  }
}

extension FileStatus {
  /// - Throws: `EINVAL` when it is something else than a regular file.
  func checkIsRegularFile() throws(SystemError) {
    guard isRegularFile else { throw SystemError(errno: EINVAL, call: "open") }
  }

  /// - Throws: `EPERM` when it belongs to another user, `EACCES` when its mode has any of some bits.
  func checkIsOwn(forbidding bits: mode_t) throws(SystemError) {
    guard owner == geteuid() else { throw SystemError(errno: EPERM, call: "check") }
    guard !lets(bits) else { throw SystemError(errno: EACCES, call: "check") }
  }
}
