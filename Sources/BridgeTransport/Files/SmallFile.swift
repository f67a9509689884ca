internal import CLinux
internal import Glibc

/// A file that is read as a whole: a certificate, a token. Also a pipe of the shell, which is read until its writer
/// closes it.
public enum SmallFile {
  /// The maximum length, in bytes.
  public static let maxLength = 1024 * 1024

  /// How long a writer of a pipe may be silent, in milliseconds.
  private static let patience = Int32(5000)

  /// Reads a file.
  ///
  /// - Throws: `EFBIG` when it is longer than `maxLength`, `ETIMEDOUT` when it is a pipe whose writer is silent. A pipe
  ///   without a writer is empty.
  public static func read(_ path: String) throws(SystemError) -> [UInt8] {
    try contents(try open(path))
  }

  /// Reads a file with a secret, which only its owner may read; a file of root's also its group.
  ///
  /// - Parameter isSecret: Whether what others can read must not be used.
  public static func readSecret(
    _ path: String, where isSecret: ([UInt8]) -> Bool = { _ in true }
  ) throws(SecretFileError) -> [UInt8] {
    do throws(SystemError) {
      let descriptor = try open(path)
      let status = try FileStatus(of: descriptor.rawValue)
      // What is not a file, such as a pipe of the shell, is read by nobody else.
      let isOpen = status.isRegularFile && status.lets(status.isOfRoot ? 0o037 : 0o077)
      let bytes = try contents(descriptor)
      if isOpen, isSecret(bytes) { throw SystemError(errno: EACCES, call: "check") }
      return bytes
    } catch {
      throw SecretFileError(path, error)
    }
  }

  private static func open(_ path: String) throws(SystemError) -> FileDescriptor {
    // A pipe that nobody writes to must not be waited for.
    try FileDescriptor("open") {
      unsafe Glibc.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    }
  }

  private static func contents(
    _ descriptor: borrowing FileDescriptor
  ) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    while true {
      let count = unsafe Glibc.read(descriptor.rawValue, &buffer, buffer.count)
      if count < 0 {
        switch errno {
        case EINTR: break
        case EAGAIN: try waitForInput(descriptor)
        default: throw SystemError(errno: errno, call: "read")
        }
        continue
      }
      guard count > 0 else { return bytes }
      bytes += buffer.prefix(count)
      guard bytes.count <= maxLength else { throw SystemError(errno: EFBIG, call: "read") }
    }
  }

  private static func waitForInput(_ descriptor: borrowing FileDescriptor) throws(SystemError) {
    var request = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
    guard try system("poll", { unsafe poll(&request, 1, patience) }) > 0 else {
      throw SystemError(errno: ETIMEDOUT, call: "read")
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
    let status = try FileStatus(of: descriptor.rawValue)
    try status.checkIsRegularFile()
    return try descriptor.bytes(
      from: max(0, status.length - count), count: min(count, status.length))
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
