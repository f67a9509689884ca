internal import CLinux
internal import Glibc

/// A file that is read as a whole: a certificate, a token.
public enum SmallFile {
  /// The maximum length, in bytes.
  public static let maxLength = 1024 * 1024

  /// Reads a file.
  ///
  /// - Throws: `EFBIG` when it is longer than `maxLength`.
  public static func read(_ path: String) throws(SystemError) -> [UInt8] {
    try contents(try open(path))
  }

  /// Reads a file with a secret, which only its owner may read; a file of root's also its group.
  public static func readSecret(_ path: String) throws(SecretFileError) -> [UInt8] {
    do throws(SystemError) {
      let descriptor = try open(path)
      var status = stat()
      _ = try system("fstat") { unsafe fstat(descriptor.rawValue, &status) }
      let allowed: mode_t = status.st_uid == 0 ? 0o640 : 0o600
      // What is not a file, such as a pipe of the shell, is read by nobody else.
      if status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o077 & ~allowed != 0 {
        throw SystemError(errno: EACCES, call: "check")
      }
      return try contents(descriptor)
    } catch {
      throw SecretFileError(path, error)
    }
  }

  private static func open(_ path: String) throws(SystemError) -> FileDescriptor {
    try FileDescriptor("open") { unsafe Glibc.open(path, O_RDONLY | O_NOCTTY | O_CLOEXEC) }
  }

  private static func contents(
    _ descriptor: borrowing FileDescriptor
  ) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    while true {
      let count = try system("read") {
        unsafe Glibc.read(descriptor.rawValue, &buffer, buffer.count)
      }
      guard count > 0 else { return bytes }
      bytes += buffer.prefix(count)
      guard bytes.count <= maxLength else { throw SystemError(errno: EFBIG, call: "read") }
    }
  }

  /// Reads the last bytes of a file, at most `count`.
  ///
  /// - Throws: `EINVAL` when it is no regular file.
  public static func tail(_ path: String, _ count: Int) throws(SystemError) -> [UInt8] {
    let descriptor = try FileDescriptor("open") {
      // Another program's file may be a pipe that nobody writes to.
      unsafe Glibc.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    }
    guard try FileStatus(of: descriptor.rawValue).isRegularFile else {
      throw SystemError(errno: EINVAL, call: "open")
    }
    let length = try system("lseek") { lseek(descriptor.rawValue, 0, SEEK_END) }
    var bytes = [UInt8](repeating: 0, count: min(count, Int(length)))
    let start = length - off_t(bytes.count)
    let read = try system("pread") { unsafe pread(descriptor.rawValue, &bytes, bytes.count, start) }
    return Array(bytes.prefix(read))
  }
}

/// Why a file with a secret is not used.
public struct SecretFileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// One line: which file, why, and what to do.
  public let message: String

  init(_ path: String, _ error: SystemError) {
    message =
      error.call == "check"
      ? "\(path) can be read by others; run: chmod 600 \(path)"
      : "cannot read \(path): \(error.message)"
  }

  public var description: String { message }
}
