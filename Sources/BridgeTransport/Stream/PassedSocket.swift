internal import CLinux
internal import Glibc

/// A socket that another program opened, listens on and passed to this one, as a service manager does.
public final class PassedSocket {
  /// Where it listens.
  public let address: SocketAddress
  private var descriptor: FileDescriptor?

  /// Takes over a descriptor.
  ///
  /// - Throws: What it is instead of a stream socket that listens at an address.
  public init(_ descriptor: consuming FileDescriptor) throws(PassedSocketError) {
    let fd = descriptor.rawValue
    guard try Self.option(SO_TYPE, of: fd) == Int32(SOCK_STREAM.rawValue),
      try Self.option(SO_ACCEPTCONN, of: fd) == 1
    else { throw PassedSocketError(fd, "is not a stream socket that listens") }
    let found: SocketAddress?
    do throws(SystemError) {
      let local = try RawAddress.local(of: fd)
      found = local.socketAddress ?? local.unixAddress
      _ = try system("fcntl") { fcntl(fd, F_SETFD, FD_CLOEXEC) }
      let status = try system("fcntl") { fcntl(fd, F_GETFL) }
      _ = try system("fcntl") { fcntl(fd, F_SETFL, status | O_NONBLOCK) }
    } catch {
      throw PassedSocketError(fd, "cannot be used: \(error)")
    }
    guard let found else {
      throw PassedSocketError(fd, "has no IP address and no path of a unix socket")
    }
    address = found
    self.descriptor = consume descriptor
  }

  /// Whether users other than its owner may connect to it, as the mode of a unix socket's file says.
  public var isOpenToOthers: Bool {
    guard case .unix(let path) = address else { return false }
    return (try? FileStatus(of: path).isOpenToOthers) ?? true
  }

  /// Gives up the descriptor; `nil` when that was done before.
  func take() -> FileDescriptor? { descriptor.take() }

  private static func option(_ name: Int32, of fd: Int32) throws(PassedSocketError) -> Int32 {
    var value: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    guard unsafe getsockopt(fd, SOL_SOCKET, name, &value, &size) == 0 else {
      throw PassedSocketError(fd, "is not a socket")
    }
    return value
  }
}

/// A passed descriptor on which nobody can listen.
public struct PassedSocketError: Error, CustomStringConvertible {
  public let description: String

  init(_ fd: Int32, _ problem: String) {
    description = "the descriptor \(fd) that was passed \(problem)"
  }
}

extension RawAddress {
  /// The path of a unix socket; `nil` for one without a path.
  fileprivate var unixAddress: SocketAddress? {
    guard family == AF_UNIX else { return nil }
    let bytes = unsafe withUnsafeBytes(of: storage) { unsafe Array($0.prefix(Int(length))) }
    let path = bytes.dropFirst(MemoryLayout<sa_family_t>.size).prefix { $0 != 0 }
    guard !path.isEmpty, let text = String(validating: path, as: UTF8.self) else { return nil }
    return .unix(path: text)
  }
}
