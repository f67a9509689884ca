internal import CLinux
internal import Glibc

/// A file of lines that is only appended to, and is put aside when it is long: PATH becomes PATH.1, and so on.
///
/// One program at a time writes it (`flock`). It has mode 0600 when it is made.
public final class LogFile {
  public let path: String
  /// The length of the file, in bytes.
  public private(set) var length: Int
  /// Whether there was no file, so that it was made.
  public let wasMissing: Bool
  private var descriptor: FileDescriptor

  /// Opens the file, and makes it where there is none.
  ///
  /// - Throws: `EWOULDBLOCK` when another program writes it, `EACCES` or `EPERM` when others may change it, `EINVAL`
  ///   when it is no regular file.
  public init(_ path: String) throws(SystemError) {
    self.path = path
    wasMissing = (try? FileStatus(of: path)) == nil
    let opened = try Self.open(path)
    length = opened.length
    descriptor = FileDescriptor(owning: opened.number)
  }

  deinit {
    // A process that was being started just now may have the descriptor for a moment longer.
    flock(descriptor.rawValue, LOCK_UN)
  }

  /// Opens a file, and makes it where there is none. The descriptor is the caller's.
  private static func open(
    _ path: String, _ flags: Int32 = 0
  ) throws(SystemError) -> (number: Int32, length: Int) {
    let descriptor = try FileDescriptor("open") {
      unsafe Glibc.open(
        path,
        O_RDWR | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
          | O_CREAT | flags, 0o600)
    }
    let status = try FileStatus(of: descriptor.rawValue)
    try status.checkIsRegularFile()
    try status.checkIsOwn(forbidding: 0o027)
    _ = try system("flock") { flock(descriptor.rawValue, LOCK_EX | LOCK_NB) }
    return (descriptor.take(), status.length)
  }

  /// Whether the path still leads to this file. Otherwise somebody has renamed or removed it.
  public var isInPlace: Bool {
    guard let ours = try? FileStatus(of: descriptor.rawValue), let there = try? FileStatus(of: path)
    else { return false }
    return there.isSameFile(as: ours)
  }

  /// Whether the file was removed, so that nobody can read it any more.
  public var isRemoved: Bool {
    (try? FileStatus(of: descriptor.rawValue).isRemoved) ?? false
  }

  /// Whether the file is as long as this program has made it. Otherwise somebody else has written or cut it.
  public var isAsWritten: Bool {
    (try? FileStatus(of: descriptor.rawValue)).map { $0.length == length } ?? true
  }

  /// Goes on behind what the file has now.
  public func acceptLength() throws(SystemError) {
    length = try FileStatus(of: descriptor.rawValue).length
  }

  /// Appends as many bytes as the file takes. Returns their number, which is less than asked for when it is full.
  public func append(_ bytes: [UInt8]) throws(SystemError) -> Int {
    let count = try system("write") {
      unsafe bytes.withUnsafeBytes { unsafe write(descriptor.rawValue, $0.baseAddress, $0.count) }
    }
    length += count
    return count
  }

  /// Waits until everything is on the disk.
  public func synchronize() throws(SystemError) {
    _ = try system("fdatasync") { fdatasync(descriptor.rawValue) }
  }

  /// Reads the first bytes of the file, at most `count`.
  public func beginning(_ count: Int) throws(SystemError) -> [UInt8] {
    try descriptor.bytes(count: min(count, length))
  }

  /// Reads the last bytes of the file, at most `count`.
  public func tail(_ count: Int) throws(SystemError) -> [UInt8] {
    try descriptor.bytes(from: max(0, length - count), count: min(count, length))
  }

  /// Goes on with a new file at the path, which somebody renamed or removed.
  public func reopen() throws(SystemError) {
    let opened = try Self.open(path)
    length = opened.length
    descriptor = FileDescriptor(owning: opened.number)
  }

  /// Puts the file aside as PATH.1 and goes on with a new one. Of the older ones, `count` are kept.
  ///
  /// When it fails, the old file is still written.
  public func rotate(keeping count: Int) throws(SystemError) {
    // Made first: on a full disk nothing is moved.
    let draft = "\(path).new"
    _ = unsafe unlink(draft)
    let next = FileDescriptor(owning: try Self.open(draft, O_EXCL).number)
    do throws(SystemError) {
      for number in (1..<max(1, count)).reversed() {
        try Self.move("\(path).\(number)", "\(path).\(number + 1)")
      }
      try Self.move(path, "\(path).1")
      try Self.move(draft, path)
    } catch {
      _ = unsafe unlink(draft)
      throw error
    }
    descriptor = next
    length = 0
  }

  private static func move(_ source: String, _ target: String) throws(SystemError) {
    do throws(SystemError) {
      _ = try system("rename") { unsafe rename(source, target) }
    } catch {
      guard error.errno == ENOENT else { throw error }
    }
  }
}
