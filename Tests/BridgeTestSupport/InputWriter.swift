internal import BridgeTransport
internal import Glibc

/// The standard input of a running process.
final class InputWriter: Sendable {
  private let descriptor: Lock<Int32?>

  init(_ descriptor: Int32) {
    // A process that ended must not end the test that writes to it.
    _ = signal(SIGPIPE, SIG_IGN)
    self.descriptor = Lock(descriptor)
  }

  deinit { close() }

  /// Writes all of it, or as much as the process still reads.
  func write(_ text: String) {
    descriptor.withLock { descriptor in
      guard let descriptor else { return }
      var rest = Array(text.utf8)[...]
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
