internal import AssistiveClients
internal import BridgeTransport
internal import Glibc

/// Input from people or scripts while the program runs.
enum UserInput: Sendable {
  case key(Key)
  case line(String)
  /// A line longer than this number of bytes.
  case tooLong(limit: Int)
  /// A line that is not UTF-8.
  case notUTF8
  /// The size of the terminal has changed.
  case resized
  /// The end of the input.
  case end
}

/// Reads the keys of a terminal on a thread of its own, as they are pressed.
///
/// Runs until the program ends, because a read cannot be cancelled.
final class KeyThread: Sendable {
  private let thread: LoopThread

  init(_ deliver: @escaping @Sendable (UserInput) -> Void) throws {
    thread = try LoopThread(name: "input")
    try wakeOnResize()
    thread.handle.submit { _ in readKeys(deliver) }
  }
}

/// Reads the lines of a pipe on a thread of its own, each only when it is requested: what a script writes
/// ahead stays in the pipe.
///
/// Runs until the program ends, because a read cannot be cancelled.
final class LineThread: Sendable {
  private let thread: LoopThread
  private let lines: Lock<InputLines>
  private let deliver: @Sendable (UserInput) -> Void

  /// - Parameter limit: The maximum length of a line, in bytes.
  init(
    limit: Int = LineDecoder.limit, _ deliver: @escaping @Sendable (UserInput) -> Void
  ) throws {
    thread = try LoopThread(name: "input")
    lines = Lock(InputLines(limit: limit))
    self.deliver = deliver
  }

  /// Reads one more line, or the end.
  func ask() {
    thread.handle.submit { [lines, deliver] _ in deliver(lines.withLock { $0.next() }) }
  }
}

/// The lines of standard input, each read when it is requested.
struct InputLines: Sendable {
  private var decoder: LineDecoder
  private let limit: Int

  /// - Parameter limit: The maximum length of a line, in bytes.
  init(limit: Int) {
    decoder = LineDecoder(limit: limit)
    self.limit = limit
  }

  /// Waits for the next line, or the end.
  mutating func next() -> UserInput {
    while true {
      if let line = decoder.next() { return UserInput(line, limit) }
      let bytes = readSome(0)
      if bytes.isEmpty { return decoder.finish().map { UserInput($0, limit) } ?? .end }
      decoder.append(bytes)
    }
  }
}

extension UserInput {
  fileprivate init(_ line: LineDecoder.Line, _ limit: Int) {
    switch line {
    case .line(let text): self = .line(text)
    case .tooLong: self = .tooLong(limit: limit)
    case .notUTF8: self = .notUTF8
    }
  }
}

/// How long to wait after an escape for bytes that make it another key, in milliseconds.
private let escapeDelay: Int32 = 40

private func readKeys(_ deliver: (UserInput) -> Void) {
  var decoder = KeyDecoder()
  while true {
    var entries = [
      pollfd(fd: 0, events: Int16(POLLIN), revents: 0),
      pollfd(fd: unsafe wakeDescriptor, events: Int16(POLLIN), revents: 0),
    ]
    let ready = unsafe poll(&entries, 2, decoder.isWaiting ? escapeDelay : -1)
    if ready == 0 { for key in decoder.flush() { deliver(.key(key)) } }
    if ready < 0, errno != EINTR { return deliver(.end) }
    guard ready > 0 else { continue }
    if entries[1].revents != 0, !readSome(entries[1].fd).isEmpty { deliver(.resized) }
    guard entries[0].revents != 0 else { continue }
    let bytes = readSome(0)
    guard !bytes.isEmpty else { return deliver(.end) }
    for key in decoder.decode(bytes) { deliver(.key(key)) }
  }
}

/// Reads up to 4,096 bytes; empty at the end of the input.
private func readSome(_ descriptor: Int32) -> [UInt8] {
  var buffer = [UInt8](repeating: 0, count: 4096)
  while true {
    let count = unsafe read(descriptor, &buffer, buffer.count)
    if count < 0, errno == EINTR { continue }
    return Array(buffer.prefix(max(0, count)))
  }
}

// MARK: The size of the terminal

/// The ends of a pipe that a signal handler writes to; nothing can be passed to a handler.
nonisolated(unsafe) private var wakeDescriptor: Int32 = -1
nonisolated(unsafe) private var wakeTarget: Int32 = -1

/// Makes the signal for a new size write to a pipe, so that it can be polled for and is not lost.
private func wakeOnResize() throws(BadCommand) {
  var ends: (Int32, Int32) = (-1, -1)
  let made = unsafe withUnsafeMutablePointer(to: &ends) { pair in
    unsafe pair.withMemoryRebound(to: Int32.self, capacity: 2) { unsafe pipe($0) }
  }
  guard made == 0 else { throw BadCommand("cannot make a pipe: error \(errno)") }
  _ = fcntl(ends.1, F_SETFL, O_NONBLOCK)
  unsafe (wakeDescriptor, wakeTarget) = ends
  signal(SIGWINCH) { _ in
    var byte: UInt8 = 1
    let kept = errno
    _ = unsafe write(unsafe wakeTarget, &byte, 1)
    errno = kept
  }
}
