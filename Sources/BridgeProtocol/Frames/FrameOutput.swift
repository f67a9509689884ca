/// Frames to be sent, in as few pieces as possible: small frames are collected, big payloads are
/// referenced.
struct FrameOutput {
  /// Payloads up to this many bytes are copied behind their prefix.
  static let smallPayload = 2048
  /// Collected bytes are handed over in pieces of about this many bytes.
  static let chunkSize = 65_536

  /// The memory of small frames that is kept for the next ones, in bytes.
  private static let keptMemory = 2048

  private var chunks: [[UInt8]] = []
  private var tail = ProtoWriter(capacity: 0)
  /// Whether `tail` holds what was handed over last, only to use its memory again.
  private var isTailDone = false
  private var scratch = ProtoWriter(capacity: 128)
  /// The number of bytes taken last, as an estimate for the next time.
  private var lengthGuess = 256
  /// The number of bytes that wait.
  private(set) var count = 0

  /// Returns the length of a frame, after its prefix, whose body has `length` bytes.
  static func frameLength(_ call: CallID, bodyLength length: Int) -> Int {
    let id = call.rawValue == 0 ? 0 : 1 + ProtoWriter.size(ofVarint: call.rawValue)
    return id + 1 + ProtoWriter.size(ofVarint: UInt64(length)) + length
  }

  /// Writes a frame whose body is `payload`. Returns `false`, without writing, when it is longer than `limit`.
  mutating func frame(
    _ call: CallID, _ field: UInt64, _ payload: [UInt8], limit: Int
  ) -> Bool {
    let length = Self.frameLength(call, bodyLength: payload.count)
    guard length <= limit else { return false }
    begin(call, field, frameLength: length, bodyLength: payload.count)
    append(payload)
    return true
  }

  /// Writes the head of a frame whose body, of `bodyLength` bytes, is sent beside this output. Returns
  /// `false`, without writing, when the frame is longer than `limit`.
  mutating func frameHead(
    _ call: CallID, _ field: UInt64, length bodyLength: Int, limit: Int
  ) -> Bool {
    let length = Self.frameLength(call, bodyLength: bodyLength)
    guard length <= limit else { return false }
    begin(call, field, frameLength: length, bodyLength: bodyLength)
    count -= bodyLength
    return true
  }

  /// Writes a frame whose body is a message: the fields that `head` writes, and then, if there is a payload,
  /// a field that holds it. Returns `false`, without writing, when the frame is longer than `limit`.
  mutating func frame(
    _ call: CallID, _ field: UInt64, payloadField: UInt64 = 0, _ payload: [UInt8]? = nil,
    limit: Int, head: (inout ProtoWriter) -> Void
  ) -> Bool {
    if scratch.bytes.capacity > Self.smallPayload { scratch = ProtoWriter(capacity: 128) }
    scratch.removeAll()
    head(&scratch)
    if let payload {
      scratch.tag(payloadField, .length)
      scratch.varint(UInt64(payload.count))
    }
    let bodyLength = scratch.bytes.count + (payload?.count ?? 0)
    let length = Self.frameLength(call, bodyLength: bodyLength)
    guard length <= limit else { return false }
    begin(call, field, frameLength: length, bodyLength: bodyLength)
    tail.append(scratch.bytes)
    if let payload { append(payload) }
    return true
  }

  private mutating func begin(
    _ call: CallID, _ field: UInt64, frameLength: Int, bodyLength: Int
  ) {
    if isTailDone {
      isTailDone = false
      tail.removeAll()
    }
    if tail.bytes.isEmpty, tail.bytes.capacity < lengthGuess {
      tail = ProtoWriter(capacity: lengthGuess)
    }
    tail.prefix(frameLength)
    tail.number(FrameFields.callID, call.rawValue)
    tail.tag(field, .length)
    tail.varint(UInt64(bodyLength))
    count += ProtocolLimits.prefixLength + frameLength
  }

  private mutating func append(_ payload: [UInt8]) {
    if payload.count <= Self.smallPayload {
      tail.append(payload)
      if tail.bytes.count >= Self.chunkSize { cut() }
    } else {
      cut()
      chunks.append(payload)
    }
  }

  private mutating func cut() {
    chunks.append(tail.bytes)
    tail = ProtoWriter(capacity: 0)
  }

  /// Hands over what waits, in pieces to be written in order. A small piece that nobody refers to any more when the next
  /// frame is written lends that its memory.
  mutating func drain(_ write: ([UInt8]) -> Void) {
    guard count > 0 else { return }
    lengthGuess = min(max(count, 256), Self.chunkSize + Self.smallPayload)
    count = 0
    if !chunks.isEmpty {
      let pieces = chunks
      chunks = []
      for piece in pieces { write(piece) }
    }
    guard !tail.bytes.isEmpty else { return }
    write(tail.bytes)
    isTailDone = tail.bytes.capacity <= Self.keptMemory
    if !isTailDone { tail = ProtoWriter(capacity: 0) }
  }
}

extension ProtoWriter {
  /// Appends the flags and the length of a frame.
  @inline(__always)
  mutating func prefix(_ length: Int) {
    let length = UInt32(truncatingIfNeeded: length)
    append(0)
    append(UInt8(truncatingIfNeeded: length >> 24))
    append(UInt8(truncatingIfNeeded: length >> 16))
    append(UInt8(truncatingIfNeeded: length >> 8))
    append(UInt8(truncatingIfNeeded: length))
  }
}
