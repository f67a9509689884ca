internal import CLinux
internal import Glibc

/// A file descriptor that has one owner and is closed when the owner releases it.
public struct FileDescriptor: ~Copyable, Sendable {
  /// The number by which the system knows it. Borrowed: valid while this value lives.
  public let rawValue: Int32

  /// Takes over `rawValue`: nothing else may close it from now on.
  public init(owning rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// Gives up ownership without closing: closing the descriptor is now the caller's duty.
  public consuming func take() -> Int32 {
    let number = rawValue
    discard self
    return number
  }

  deinit {
    // Never repeated: on Linux the number is free again even when `close` was interrupted.
    _ = close(rawValue)
  }
}

extension FileDescriptor {
  /// Takes over the descriptor that a call returns, or throws the call's error.
  init(_ call: String, _ body: () -> Int32) throws(SystemError) {
    self.init(owning: try system(call, body))
  }

  /// Returns two connected, non-blocking stream sockets.
  public static func socketPair() throws(SystemError) -> FileDescriptorPair {
    var numbers: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    _ = try system("socketpair") { unsafe socketpair(AF_UNIX, kind, 0, &numbers) }
    return FileDescriptorPair(
      first: FileDescriptor(owning: numbers[0]), second: FileDescriptor(owning: numbers[1]))
  }
}

/// Two descriptors that came from one call.
public struct FileDescriptorPair: ~Copyable, Sendable {
  public var first: FileDescriptor
  public var second: FileDescriptor

  /// Gives up ownership of both without closing.
  public consuming func take() -> (Int32, Int32) {
    (first.take(), second.take())
  }
}
