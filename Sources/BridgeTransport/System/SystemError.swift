internal import CLinux
internal import Glibc

/// A system call that failed: which one, and why.
public struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The value of `errno` right after the call, e.g. `ECONNREFUSED`.
  public let errno: Int32
  /// The call that failed, e.g. `connect`.
  public let call: String

  public init(errno: Int32, call: String) {
    self.errno = errno
    self.call = call
  }

  /// The system's text for the code, e.g. "Connection refused".
  public var message: String {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { text in
      guard let start = text.baseAddress else { return "error \(errno)" }
      unsafe clinux_error_text(errno, start, text.count)
      return unsafe String(cString: start)
    }
  }

  /// That a file which the user has named cannot be read, and what to do.
  public func unreadable(_ path: String) -> String {
    // What the system says of all that is not a regular file.
    let reason = errno == EINVAL && call == "open" ? "it is not a file" : message
    return "cannot read \(path): \(reason); give the path of a file that is there and may be read"
  }

  /// Whether there is no such file.
  public var isMissing: Bool { errno == ENOENT }

  /// Whether this user may not do it.
  public var isForbidden: Bool { errno == EACCES || errno == EPERM }

  /// Whether the disk, or what may be written of it, is full.
  public var isOfSpace: Bool { [ENOSPC, EDQUOT, EFBIG].contains(errno) }

  /// That something cannot be written, and what to do where that is known.
  ///
  /// - Parameter alternative: What else can be done: "choose another path".
  public func unwritable(or alternative: String? = nil) -> String {
    let remedy: String? =
      switch errno {
      case ENOSPC: "free some space on its disk"
      case EDQUOT: "remove files of this user, whose share of the disk is used up"
      case EFBIG: "raise the limit of the length of files (ulimit -f)"
      case EROFS: "mount its file system for writing"
      case EACCES, EPERM: "let this user write there"
      case ENOENT, ENOTDIR: "make its directory"
      default: nil
      }
    let advice = [remedy, alternative].compactMap { $0 }.joined(separator: ", or ")
    return advice.isEmpty ? message : "\(message); \(advice)"
  }

  /// Whether the other end sent or took nothing for too long.
  public var isTimeout: Bool { errno == ETIMEDOUT }

  /// One line with the call, the text and the number.
  public var description: String { "\(call): \(message) (errno \(errno))" }
}

/// Makes a system call that returns -1 on failure, and repeats it when a signal interrupted it.
/// Reads `errno` right after the call.
@inline(__always)
func system<Value: SignedInteger>(
  _ call: String, _ body: () -> Value
) throws(SystemError) -> Value {
  while true {
    let value = body()
    if value != -1 { return value }
    let code = errno
    if code != EINTR { throw SystemError(errno: code, call: call) }
  }
}

/// Makes a system call on a non-blocking descriptor as `system` does; returns `nil` when it would block.
@inline(__always)
func attempt<Value: SignedInteger>(
  _ call: String, _ body: () -> Value
) throws(SystemError) -> Value? {
  while true {
    let value = body()
    if value != -1 { return value }
    let code = errno
    if code == EAGAIN { return nil }
    if code != EINTR { throw SystemError(errno: code, call: call) }
  }
}
