internal import Glibc

/// How large the message is that sd-bus hands over, as far as that can be told before any of it is read.
///
/// sd-bus says nothing of sizes, and checks every character of a string when it is asked for it: a name of
/// 50 MB takes a quarter of a second that nothing can interrupt. sd-bus receives one message at a time and
/// nothing of the next, so where one begins its header, which says its length, can be looked at before. One
/// look shows many short messages, which then cost nothing. Where a header cannot be looked at, this counts
/// the bytes that came while no message was complete, and where they came faster than they were counted,
/// the time that taking them took.
struct ReceiveGauge {
  /// What is looked at in one go.
  private var view = [UInt8](repeating: 0, count: ReceiveGauge.viewSize)
  /// How many messages from here on have come whole and are in view.
  private var short = 0
  /// The message at hand is one of these.
  private var isShort = false
  /// Nothing waited to be received when sd-bus was about to be called.
  private(set) var isDry = false
  /// The header of the message at hand, where it was looked at and the message is not in view.
  private var header: MessageHeader?
  /// All of that message had come when it was.
  private var isWhole = false
  /// A part of it was received, and the rest was not.
  private var isUnderWay = false
  private var descriptor: Int32 = -1
  /// Bytes of the message under way that came before sd-bus was last called.
  private var partial = 0
  /// Bytes of it that waited when it was looked for, or when this turn began.
  private var waiting = 0
  /// When sd-bus was called, in nanoseconds of the monotonic clock.
  private var began: UInt64 = 0

  /// In bytes: some eighty events.
  static let viewSize = 16_384
  /// Bytes that are received in a millisecond, at least, and for how many milliseconds before they are
  /// reckoned so.
  static let bytesPerMillisecond = 2_000_000
  static let telling: UInt64 = 4
  /// So many bytes that came before make a large message likely. Without them it takes longer to be told:
  /// a machine may stand still for a while in the midst of anything.
  static let hint = 16_384
  static let tellingWithoutHint: UInt64 = 7

  /// A turn begins, in which what has come at `descriptor` is received.
  mutating func beginTurn(_ descriptor: Int32) {
    self.descriptor = descriptor
    waiting = partial > 0 ? Self.available(at: descriptor) : 0
  }

  /// sd-bus is about to be called.
  mutating func beginStep(at now: UInt64) {
    began = now
    isShort = false
    isDry = false
    guard partial == 0, header == nil else { return }
    if short == 0 { look() }
    guard short > 0 else { return }
    // Where nothing is received in this step it is one too few, and looked at again.
    short -= 1
    isShort = true
  }

  /// Looks at the messages that are there.
  private mutating func look() {
    let count = peek()
    guard count > 0 else {
      isDry = count < 0 && errno == EAGAIN
      waiting = isDry ? 0 : Self.available(at: descriptor)
      return
    }
    let found = unsafe Self.messages(in: view.span.bytes.extracting(first: count))
    short = found.whole
    guard short == 0 else { return }
    header = found.next
    waiting = count < view.count ? count : Self.available(at: descriptor)
    if let header { isWhole = waiting >= header.length }
  }

  /// How many messages are there whole, and the header of the one behind them.
  private static func messages(in bytes: RawSpan) -> (whole: Int, next: MessageHeader?) {
    var (whole, offset) = (0, 0)
    while let next = MessageHeader(bytes, at: offset) {
      guard next.length <= bytes.byteCount - offset else { return (whole, next) }
      whole += 1
      offset += next.length
    }
    return (whole, nil)
  }

  /// Fills `view` with what waits to be received, as far as that fits.
  private mutating func peek() -> Int {
    let descriptor = descriptor
    return unsafe view.withUnsafeMutableBytes {
      unsafe recv(descriptor, $0.baseAddress, $0.count, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
    }
  }

  /// sd-bus did something: it took a message or a part of one, or wrote one.
  mutating func endStep() {
    guard let header, !isUnderWay else { return }
    let count = peek()
    let next = count > 0 ? unsafe MessageHeader(view.span.bytes.extracting(first: count)) : nil
    if next == header { return }
    if isWhole {
      // It was a message of which nobody here was told.
      self.header = nil
    } else {
      isUnderWay = true
    }
  }

  /// sd-bus received all that there was, and no message is complete. `processor` says how many nanoseconds
  /// of processor time this turn has taken; it is asked only when it matters.
  mutating func ranDry(at now: UInt64, processor: () -> UInt64) {
    partial += max(waiting, received(at: now, processor))
    waiting = 0
  }

  /// The message at hand is dealt with.
  mutating func handOver() {
    header = nil
    isUnderWay = false
    partial = 0
    waiting = 0
  }

  /// Bytes that the message at hand has, about; zero: few.
  func size(at now: @autoclosure () -> UInt64, processor: () -> UInt64) -> Int {
    if isShort { return 0 }
    return header?.length ?? (partial + received(at: now(), processor))
  }

  /// Bytes that can be received at once.
  private static func available(at descriptor: Int32) -> Int {
    var count: Int32 = 0
    let result = unsafe ioctl(descriptor, UInt(FIONREAD), &count)
    return result == 0 ? Int(max(0, count)) : 0
  }

  /// What came since sd-bus was called, by the time that it took.
  private func received(at now: UInt64, _ processor: () -> UInt64) -> Int {
    let isLikely = max(waiting, partial) >= Self.hint
    let telling = isLikely ? Self.telling : Self.tellingWithoutHint
    let milliseconds = (now &- began) / 1_000_000
    guard milliseconds >= telling else { return 0 }
    // Unless this process just had to wait for the processor.
    let spent = min(milliseconds, processor() / 1_000_000)
    return spent >= telling ? Int(clamping: spent) * Self.bytesPerMillisecond : 0
  }
}
