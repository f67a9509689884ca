/// The parts of a frame, as positions in its bytes, without copies.
struct FrameView {
  enum Body {
    /// No body, or one of a later version.
    case unknown
    case hello(Range<Int>)
    case callStart(CallStart)
    case message(Range<Int>)
    case halfClose
    case callEnd(CallEnd)
    case cancel
    case credit(UInt32)
    case ping(payload: Range<Int>, isAnswer: Bool)
    case goAway(lastCall: UInt64, status: Range<Int>?)
    case pairingReveal(nonce: Range<Int>)
    case access(Range<Int>)
    case pairingAgreement
  }

  struct CallStart {
    var method: Range<Int> = 0..<0
    var timeoutMs: UInt32 = 0
    var credit: UInt32 = 0
    var request: Range<Int>?
  }

  struct CallEnd {
    var status: Range<Int>?
    var response: Range<Int>?
  }

  private(set) var call: UInt64 = 0
  private(set) var body = Body.unknown

  /// Parses the frame at `range` of `bytes`. Two bodies in one frame are malformed.
  @inline(__always)
  init(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>) throws(Status) {
    var reader = WireReader(range)
    var bodies = 0
    while let field = try reader.next(bytes) {
      switch (field.number, field.value) {
      case (FrameFields.callID, .number(let value)): call = value
      case (FrameFields.hello...FrameFields.pairingAgreement, .bytes(let content)):
        bodies += 1
        body = try Self.body(field.number, bytes, content)
      case (FrameFields.callID...FrameFields.pairingAgreement, _):
        throw .malformedFrame("field \(field.number) has the wrong wire type")
      default: break
      }
    }
    guard bodies <= 1 else { throw .malformedFrame("frame with \(bodies) bodies") }
  }

  @inline(__always)
  private static func body(
    _ number: UInt64, _ bytes: borrowing Span<UInt8>, _ content: Range<Int>
  ) throws(Status) -> Body {
    switch number {
    case FrameFields.hello: return .hello(content)
    case FrameFields.callStart: return .callStart(try CallStart(bytes, content))
    case FrameFields.message: return .message(content)
    case FrameFields.halfClose: return .halfClose
    case FrameFields.callEnd: return .callEnd(try CallEnd(bytes, content))
    case FrameFields.cancel: return .cancel
    case FrameFields.credit: return try credit(bytes, content)
    case FrameFields.ping: return try ping(bytes, content)
    case FrameFields.pairingReveal: return try pairingReveal(bytes, content)
    case FrameFields.access: return .access(content)
    case FrameFields.pairingAgreement: return .pairingAgreement
    default: return try goAway(bytes, content)
    }
  }

  private static func credit(
    _ bytes: borrowing Span<UInt8>, _ content: Range<Int>
  ) throws(Status) -> Body {
    var reader = WireReader(content)
    var messages: UInt32 = 0
    while let field = try reader.next(bytes) {
      guard field.number == CreditFields.messages else { continue }
      messages = try field.number32()
    }
    return .credit(messages)
  }

  private static func ping(
    _ bytes: borrowing Span<UInt8>, _ content: Range<Int>
  ) throws(Status) -> Body {
    var reader = WireReader(content)
    var payload = 0..<0
    var isAnswer = false
    while let field = try reader.next(bytes) {
      if field.number == PingFields.payload { payload = try field.bytes() }
      if field.number == PingFields.answer { isAnswer = try field.number64() != 0 }
    }
    guard payload.count <= ProtocolLimits.pingPayload else {
      throw Status(
        .malformed,
        "ping of \(payload.count) bytes, limit \(ProtocolLimits.pingPayload)",
        limit: UInt64(ProtocolLimits.pingPayload))
    }
    return .ping(payload: payload, isAnswer: isAnswer)
  }

  private static func pairingReveal(
    _ bytes: borrowing Span<UInt8>, _ content: Range<Int>
  ) throws(Status) -> Body {
    var reader = WireReader(content)
    var nonce = 0..<0
    while let field = try reader.next(bytes) {
      if field.number == PairingRevealFields.nonce { nonce = try field.bytes() }
    }
    return .pairingReveal(nonce: nonce)
  }

  private static func goAway(
    _ bytes: borrowing Span<UInt8>, _ content: Range<Int>
  ) throws(Status) -> Body {
    var reader = WireReader(content)
    var last: UInt64 = 0
    var status: Range<Int>?
    while let field = try reader.next(bytes) {
      if field.number == GoAwayFields.lastCallID { last = try field.number64() }
      if field.number == GoAwayFields.status { status = try field.bytes() }
    }
    return .goAway(lastCall: last, status: status)
  }
}

extension FrameView.CallStart {
  @inline(__always)
  init(_ bytes: borrowing Span<UInt8>, _ content: Range<Int>) throws(Status) {
    self.init()
    var reader = WireReader(content)
    while let field = try reader.next(bytes) {
      switch field.number {
      case CallStartFields.method: method = try field.bytes()
      case CallStartFields.timeoutMs: timeoutMs = try field.number32()
      case CallStartFields.credit: credit = try field.number32()
      case CallStartFields.request: request = try field.bytes()
      default: break
      }
    }
  }
}

extension FrameView.CallEnd {
  @inline(__always)
  init(_ bytes: borrowing Span<UInt8>, _ content: Range<Int>) throws(Status) {
    self.init()
    var reader = WireReader(content)
    while let field = try reader.next(bytes) {
      switch field.number {
      case CallEndFields.status: status = try field.bytes()
      case CallEndFields.response: response = try field.bytes()
      default: break
      }
    }
  }
}

extension WireReader.Field {
  @inline(__always)
  func bytes() throws(Status) -> Range<Int> {
    guard case .bytes(let range) = value else { throw wrongType }
    return range
  }

  @inline(__always)
  func number64() throws(Status) -> UInt64 {
    guard case .number(let value) = value else { throw wrongType }
    return value
  }

  /// Returns the lower 32 bits, as protobuf specifies.
  @inline(__always)
  func number32() throws(Status) -> UInt32 {
    UInt32(truncatingIfNeeded: try number64())
  }

  private var wrongType: Status { .malformedFrame("field \(number) has the wrong wire type") }
}
