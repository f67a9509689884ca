internal import Glibc

/// Estimates the size of the message that sd-bus delivers, before any of it is read.
///
/// sd-bus does not tell sizes, and validates every character of a string when the string is read: a name of
/// 50 MB takes a quarter of a second that nothing can interrupt. sd-bus receives one message at a time and
/// nothing of the next, so the header of the next message, which contains its length, can be peeked at. One
/// peek shows many short messages, which then need no further work. Where no header can be peeked at, the
/// gauge counts the bytes that arrived while no message was complete. Where they arrived faster than they
/// were counted, it estimates them by the time that receiving them took.
struct MessageSizeEstimator {
  /// The buffer for one peek.
  private var buffer = [UInt8](repeating: 0, count: MessageSizeEstimator.bufferSize)
  /// The number of next messages that have arrived completely and are in view.
  private var completeInBuffer = 0
  /// Whether the current message is one of these.
  private var isInBuffer = false
  /// Whether nothing waited to be received when sd-bus was about to be called.
  private(set) var isSocketEmpty = false
  /// The header of the current message, if it was peeked at and the whole message is not in view.
  private var header: MessageHeader?
  /// Whether all of that message had arrived by then.
  private var hasArrived = false
  /// Whether only a part of that message has been received.
  private var isPartlyReceived = false
  private var descriptor: Int32 = -1
  /// Bytes of the incomplete message that arrived before sd-bus was last called.
  private var partialBytes = 0
  /// Bytes of it that waited at the last peek, or when this turn began.
  private var waitingBytes = 0
  /// When sd-bus was last called, in nanoseconds of the monotonic clock.
  private var stepStart: UInt64 = 0

  /// The size of the buffer in bytes: about eighty events.
  static let bufferSize = 16_384
  /// The minimum number of bytes received in a millisecond.
  static let bytesPerMillisecond = 2_000_000
  /// The minimum time, in milliseconds, from which a number of bytes is estimated.
  static let minMilliseconds: UInt64 = 4
  /// This many bytes that arrived before make a large message likely. With fewer, the estimate needs a longer
  /// time, because a machine may stall at any moment.
  static let largeMessageHint = 16_384
  /// The minimum time, in milliseconds, with fewer bytes than `largeMessageHint`.
  static let minMillisecondsWithoutHint: UInt64 = 7

  /// Begins a turn, in which data that has arrived at `descriptor` is received.
  mutating func beginTurn(_ descriptor: Int32) {
    self.descriptor = descriptor
    waitingBytes = partialBytes > 0 ? Self.available(at: descriptor) : 0
  }

  /// Prepares for a call of sd-bus.
  mutating func beginStep(at now: UInt64) {
    stepStart = now
    isInBuffer = false
    isSocketEmpty = false
    guard partialBytes == 0, header == nil else { return }
    if completeInBuffer == 0 { peekMessages() }
    guard completeInBuffer > 0 else { return }
    // If nothing is received in this step, the count is one too low, and the next peek comes early.
    completeInBuffer -= 1
    isInBuffer = true
  }

  /// Peeks at the messages that have arrived.
  private mutating func peekMessages() {
    let count = peek()
    guard count > 0 else {
      isSocketEmpty = count < 0 && errno == EAGAIN
      waitingBytes = isSocketEmpty ? 0 : Self.available(at: descriptor)
      return
    }
    let found = unsafe Self.messages(in: buffer.span.bytes.extracting(first: count))
    completeInBuffer = found.whole
    guard completeInBuffer == 0 else { return }
    header = found.next
    waitingBytes = count < buffer.count ? count : Self.available(at: descriptor)
    if let header { hasArrived = waitingBytes >= header.length }
  }

  /// Returns the number of complete messages, and the header of the incomplete one after them.
  private static func messages(in bytes: RawSpan) -> (whole: Int, next: MessageHeader?) {
    var (whole, offset) = (0, 0)
    while let next = MessageHeader(bytes, at: offset) {
      guard next.length <= bytes.byteCount - offset else { return (whole, next) }
      whole += 1
      offset += next.length
    }
    return (whole, nil)
  }

  /// Copies waiting bytes into `buffer`, as many as fit, without receiving them. Returns what `recv` returned.
  private mutating func peek() -> Int {
    let descriptor = descriptor
    return unsafe buffer.withUnsafeMutableBytes {
      unsafe recv(descriptor, $0.baseAddress, $0.count, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
    }
  }

  /// Updates the state after a call of sd-bus that received a message or a part of one, or wrote one.
  mutating func endStep() {
    guard let header, !isPartlyReceived else { return }
    let count = peek()
    let next = count > 0 ? unsafe MessageHeader(buffer.span.bytes.extracting(first: count)) : nil
    if next == header { return }
    if hasArrived {
      // sd-bus received the message without passing it to us.
      self.header = nil
    } else {
      isPartlyReceived = true
    }
  }

  /// Notes that sd-bus has received everything that waited and no message is complete. `processor` returns
  /// the processor time of this turn in nanoseconds; it is called only when needed.
  mutating func didDrain(at now: UInt64, processor: () -> UInt64) {
    partialBytes += max(waitingBytes, received(at: now, processor))
    waitingBytes = 0
  }

  /// Resets the state for the next message.
  mutating func didDeliver() {
    header = nil
    isPartlyReceived = false
    partialBytes = 0
    waitingBytes = 0
  }

  /// Returns the approximate size of the current message in bytes; 0: a small one.
  func size(at now: @autoclosure () -> UInt64, processor: () -> UInt64) -> Int {
    if isInBuffer { return 0 }
    return header?.length ?? (partialBytes + received(at: now(), processor))
  }

  /// Returns the number of bytes that can be received at once.
  private static func available(at descriptor: Int32) -> Int {
    var count: Int32 = 0
    let result = unsafe ioctl(descriptor, UInt(FIONREAD), &count)
    return result == 0 ? Int(max(0, count)) : 0
  }

  /// Estimates the number of bytes received since sd-bus was called, by the time that it took.
  private func received(at now: UInt64, _ processor: () -> UInt64) -> Int {
    let isLikely = max(waitingBytes, partialBytes) >= Self.largeMessageHint
    let threshold = isLikely ? Self.minMilliseconds : Self.minMillisecondsWithoutHint
    let milliseconds = (now &- stepStart) / 1_000_000
    guard milliseconds >= threshold else { return 0 }
    // Waiting for the processor does not count.
    let spent = min(milliseconds, processor() / 1_000_000)
    return spent >= threshold ? Int(clamping: spent) * Self.bytesPerMillisecond : 0
  }
}
