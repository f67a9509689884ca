internal import CLinux
internal import Glibc

/// Writes lines to a descriptor without ever making the caller wait: a thread of its own waits for
/// the reader. Lines that do not fit into a bounded buffer are dropped, and their number is reported as
/// soon as there is room.
public final class LineWriter: Sendable {
  /// The maximum number of bytes that wait for the reader.
  public static let capacity = 65_536

  private struct State: Sendable {
    var pending: [UInt8] = []
    var dropped = 0
    var isWriting = false
    var hasThread = false
  }

  private let fd: Int32
  private let droppedLine: @Sendable (Int) -> [UInt8]
  private let state = Lock(State())
  /// The eventfd that wakes the writer's thread. Never closed, since the thread never ends; -1 when there
  /// was no descriptor left.
  private let wakeDescriptor: Int32

  /// - Parameters:
  ///   - fd: The descriptor, borrowed for ever.
  ///   - droppedLine: Returns the line that says how many lines were dropped.
  public init(_ fd: Int32, droppedLine: @escaping @Sendable (Int) -> [UInt8]) {
    self.fd = fd
    self.droppedLine = droppedLine
    wakeDescriptor = eventfd(0, Int32(EFD_CLOEXEC))
  }

  /// Queues one line, which includes its line end.
  public func write(_ line: [UInt8]) {
    guard wakeDescriptor >= 0 else { return }
    let (isFirst, needsThread) = state.withLock { state in
      guard state.pending.count + line.count <= Self.capacity else {
        state.dropped += 1
        return (false, false)
      }
      state.pending += line
      let needsThread = !state.hasThread
      state.hasThread = true
      return (true, needsThread)
    }
    if isFirst { _ = eventfd_write(wakeDescriptor, 1) }
    guard needsThread else { return }
    do throws(SystemError) {
      try startThread(named: "log") { [self] in runWriter() }
    } catch {
      state.withLock { $0.hasThread = false }
    }
  }

  /// Waits until everything is written, but not longer than `limit`. For programs that are about to end.
  public func flush(within limit: Duration) {
    let end = MonotonicTime.now().advanced(by: limit)
    while state.withLock({ $0.isWriting || !$0.pending.isEmpty }), .now() < end { usleep(500) }
  }

  private func runWriter() {
    while true {
      var wakeCount: eventfd_t = 0
      _ = unsafe eventfd_read(wakeDescriptor, &wakeCount)
      while let next = take() { writeAll(next) }
    }
  }

  private func take() -> [UInt8]? {
    state.withLock { state in
      state.isWriting = !state.pending.isEmpty || state.dropped > 0
      guard state.isWriting else { return nil }
      var bytes = state.pending
      if state.dropped > 0 { bytes += droppedLine(state.dropped) }
      state.pending = []
      state.dropped = 0
      return bytes
    }
  }

  /// Blocks until the reader has taken everything. When the descriptor fails, the bytes are lost.
  private func writeAll(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(fd, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var wait = pollfd(fd: fd, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&wait, 1, -1)
      } else if errno != EINTR {
        return
      }
    }
  }
}
