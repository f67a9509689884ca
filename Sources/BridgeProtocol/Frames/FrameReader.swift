/// Splits a stream of bytes into frames.
///
/// Complete frames are not copied; of an incomplete frame the beginning is kept. A frame's length is
/// checked as soon as its prefix has arrived, before any of its body is kept.
struct FrameReader {
  enum Step {
    /// A complete frame, without its prefix, at these positions of the input.
    case frame(Range<Int>)
    /// The input completed a frame of which the beginning was kept: call `takeAssembled`.
    case assembled
    /// The input is used up.
    case needsMore
  }

  /// The memory that an idle connection keeps for the next incomplete frame, in bytes.
  private static let keptMemory = 4096

  /// The maximum length of a frame, in bytes after the prefix.
  var maxLength: Int {
    didSet { remedy = .shortenFrame }
  }
  /// What to do about a longer frame. The first frame is a hello.
  private var remedy = Remedy.shortenHello
  /// The name of the limit, if it is one that can be set.
  var limitName = ""
  private var partial: [UInt8] = []

  init(maxLength: Int) {
    self.maxLength = maxLength
  }

  /// The number of bytes of an incomplete frame that are kept.
  var buffered: Int { partial.count }

  /// The memory that the reader takes, in bytes.
  var memory: Int { partial.capacity }

  /// Returns the next frame at or after `offset`, and moves `offset` past it.
  @inline(__always)
  mutating func next(
    _ input: borrowing Span<UInt8>, _ offset: inout Int
  ) throws(Status) -> Step {
    guard partial.isEmpty else { return try complete(input, &offset) }
    let left = input.count - offset
    guard left > 0 else { return .needsMore }
    guard left >= ProtocolLimits.prefixLength else {
      try checkFlags(input[offset])
      keep(input, &offset, left)
      return .needsMore
    }
    let length = try bodyLength(
      input[offset], input[offset + 1], input[offset + 2], input[offset + 3], input[offset + 4])
    guard left - ProtocolLimits.prefixLength >= length else {
      keep(input, &offset, left)
      return .needsMore
    }
    let start = offset + ProtocolLimits.prefixLength
    offset = start + length
    return .frame(start..<offset)
  }

  private mutating func complete(
    _ input: borrowing Span<UInt8>, _ offset: inout Int
  ) throws(Status) -> Step {
    if partial.count < ProtocolLimits.prefixLength {
      keep(input, &offset, ProtocolLimits.prefixLength - partial.count)
      guard partial.count == ProtocolLimits.prefixLength else { return .needsMore }
    }
    let length = try bodyLength(partial[0], partial[1], partial[2], partial[3], partial[4])
    let whole = ProtocolLimits.prefixLength + length
    reserve(input.count - offset, within: whole)
    keep(input, &offset, whole - partial.count)
    return partial.count == ProtocolLimits.prefixLength + length ? .assembled : .needsMore
  }

  /// Returns the frame that was completed, including its prefix. Return its memory with `recycle`.
  mutating func takeAssembled() -> [UInt8] {
    let frame = partial
    partial = []
    return frame
  }

  /// Takes back memory, to use it for the next incomplete frame.
  mutating func recycle(_ memory: consuming [UInt8]) {
    guard partial.isEmpty, memory.capacity <= Self.keptMemory else { return }
    partial = memory
    partial.removeAll(keepingCapacity: true)
  }

  /// Makes room for `more` further bytes of a frame of `whole` bytes. Memory grows with what has arrived,
  /// not with the announced length, and never beyond the frame.
  private mutating func reserve(_ more: Int, within whole: Int) {
    let needed = min(partial.count + more, whole)
    guard needed > partial.capacity else { return }
    partial.reserveCapacity(min(whole, max(needed, 2 * partial.capacity)))
  }

  private mutating func keep(
    _ input: borrowing Span<UInt8>, _ offset: inout Int, _ most: Int
  ) {
    let count = min(most, input.count - offset)
    guard count > 0 else { return }
    unsafe input.extracting(offset..<offset + count).withUnsafeBufferPointer {
      unsafe partial.append(contentsOf: $0)
    }
    offset += count
  }

  @inline(__always)
  private func checkFlags(_ flags: UInt8) throws(Status) {
    guard flags == 0 else {
      throw .malformedFrame(
        "the first byte is \(flags), not 0; this port accepts a11y.bridge.v1 frames")
    }
  }

  @inline(__always)
  private func bodyLength(
    _ flags: UInt8, _ b0: UInt8, _ b1: UInt8, _ b2: UInt8, _ b3: UInt8
  ) throws(Status) -> Int {
    try checkFlags(flags)
    let length = Int(b0) << 24 | Int(b1) << 16 | Int(b2) << 8 | Int(b3)
    guard length <= maxLength else {
      throw tooLong(length)
    }
    return length
  }

  private func tooLong(_ length: Int) -> Status {
    let limit = limitName.isEmpty ? "limit \(maxLength)" : "limit \(limitName)=\(maxLength) reached"
    var status = Status(
      .frameTooLarge, "frame of \(length) bytes, \(limit)", remedy: remedy,
      limit: UInt64(maxLength))
    status.detail?.limitName = limitName
    return status
  }
}
