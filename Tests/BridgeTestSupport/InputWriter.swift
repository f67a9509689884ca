internal import BridgeTransport
internal import Glibc

/// The standard input of a running process.
final class InputWriter: Sendable {
  private let descriptor: Lock<Int32?>

  init(_ descriptor: Int32) {
    // Writing to a process that has ended must not end the test.
    _ = signal(SIGPIPE, SIG_IGN)
    self.descriptor = Lock(descriptor)
  }

  deinit { close() }

  /// Writes all bytes, or as many as the process reads.
  func write(_ bytes: [UInt8]) {
    descriptor.withLock { descriptor in
      guard let descriptor else { return }
      var rest = bytes[...]
      while !rest.isEmpty {
        let written = unsafe rest.withUnsafeBytes {
          unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
        }
        if written < 0, errno != EINTR { return }
        rest = rest.dropFirst(max(written, 0))
      }
    }
  }

  func close() {
    descriptor.withLock { descriptor in
      if let open = descriptor { _ = Glibc.close(open) }
      descriptor = nil
    }
  }
}
