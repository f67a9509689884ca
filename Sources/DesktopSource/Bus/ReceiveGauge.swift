internal import Glibc

/// How large the message is that sd-bus hands over, as far as that can be told before any of it is read.
///
/// sd-bus says nothing of sizes, and checks every character of a string when it is asked for it: a name of
/// 50 MB takes a quarter of a second that nothing can interrupt. sd-bus receives one message at a time and
/// nothing of the next, so where one begins its header, which says its length, can be looked at before. Where
/// that was not possible, this counts the bytes that came while no message was complete, and where
/// they came faster than they were counted, the time that taking them took.
struct ReceiveGauge {
  /// The header of the message at hand, where it was looked at.
  private var header: MessageHeader?
  /// All of that message had come when it was.
  private var isWhole = false
  /// A part of it was received, and the rest was not.
  private var isUnderWay = false
  private var descriptor: Int32 = -1
  /// Bytes of the message under way that came before sd-bus was last called.
  private var partial = 0
  /// Bytes that waited when this turn began.
  private var waiting = 0
  /// A message was handed over in this turn.
  private var isHandedOver = false
  /// When sd-bus was called, in nanoseconds of the monotonic clock.
  private var began: UInt64 = 0

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
    waiting = Self.available(at: descriptor)
    isHandedOver = false
    self.descriptor = descriptor
  }

  /// sd-bus is about to be called.
  mutating func beginStep(at now: UInt64) {
    began = now
    guard partial == 0, header == nil else { return }
    header = MessageHeader(peekingAt: descriptor)
    if let header { isWhole = Self.available(at: descriptor) >= header.length }
  }

  /// sd-bus did something: it took a message or a part of one, or wrote one.
  mutating func endStep() {
    guard let header, !isUnderWay else { return }
    if MessageHeader(peekingAt: descriptor) == header { return }
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
    let received = received(at: now, processor)
    partial = isHandedOver ? received : partial + max(waiting, received)
    waiting = 0
  }

  /// The message at hand is dealt with.
  mutating func handOver() {
    header = nil
    isUnderWay = false
    partial = 0
    isHandedOver = true
  }

  /// Bytes that the message at hand has, about.
  func size(at now: UInt64, processor: () -> UInt64) -> Int {
    header?.length ?? (partial + received(at: now, processor))
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
