internal import Glibc

/// A path, split into the directory and the name in it.
struct FileLocation {
  let directory: String
  /// Empty for a path that ends with a slash.
  let name: String

  init(_ path: String) {
    guard let slash = path.lastIndex(of: "/") else {
      (directory, name) = (".", path)
      return
    }
    directory = slash == path.startIndex ? "/" : String(path[..<slash])
    name = String(path[path.index(after: slash)...])
  }
}

/// The identity and the kind of the file that a path leads to. Links are not followed.
struct FileStatus {
  let device: dev_t
  let inode: ino_t
  private let mode: mode_t

  init(_ status: stat) {
    (device, inode, mode) = (status.st_dev, status.st_ino, status.st_mode)
  }

  /// - Throws: `ENOENT` when there is no file.
  init(of path: String) throws(SystemError) {
    var status = stat()
    _ = try system("lstat") { unsafe lstat(path, &status) }
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
  var isOpenToOthers: Bool { mode & 0o077 != 0 }

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
