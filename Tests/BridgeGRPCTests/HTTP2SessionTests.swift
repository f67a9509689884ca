import BridgeGRPC
import BridgeProtocol
import Testing

struct `A session of HTTP/2` {
  private func session() throws -> HTTP2Session {
    try HTTP2Session(HTTP2Session.Configuration(maxMessageLength: 1000, maxConcurrentCalls: 10))
  }

  private func feed(_ session: HTTP2Session, _ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBytes { unsafe session.receive($0) }
  }

  private func frame(_ kind: UInt8, _ flags: UInt8, _ stream: UInt8, _ payload: [UInt8]) -> [UInt8]
  {
    [0, 0, UInt8(payload.count), kind, flags, 0, 0, 0, stream] + payload
  }

  private var begin: [UInt8] { Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + frame(4, 0, 0, []) }

  /// A header field as HPACK encodes it without its tables.
  private func field(_ name: String, _ value: String) -> [UInt8] {
    [0, UInt8(name.utf8.count)] + Array(name.utf8) + [UInt8(value.utf8.count)] + Array(value.utf8)
  }

  /// The header fields of a call of "/m".
  private func head(timeout: String) -> [UInt8] {
    [0x83, 0x86] + field(":path", "/m") + field(":authority", "x")
      + field("content-type", "application/grpc") + field("grpc-timeout", timeout)
  }

  private var head: [UInt8] { head(timeout: "1500u") }

  @Test func `reports a call that has arrived whole as one event`() throws {
    let session = try session()
    feed(session, begin)
    while session.nextEvent() != nil {}
    feed(session, frame(1, 4, 1, head) + frame(0, 1, 1, [0, 0, 0, 0, 2, 7, 8]))
    guard case .call(let id, let method, let timeout, let request) = session.nextEvent() else {
      return #expect(Bool(false), "no call")
    }
    #expect(id.rawValue == 1 && method == "/m" && timeout == 2 && request == [7, 8])
    #expect(session.nextEvent() == nil)
  }

  @Test func `reports once that the client's preface is complete, before any call`() throws {
    let session = try session()
    feed(session, Array(begin.dropLast()))
    #expect(session.nextEvent() == nil && !session.hasGreeted)
    let settings = frame(4, 0, 0, [])
    feed(session, Array(begin.suffix(1)) + settings + frame(1, 5, 1, head) + settings)
    guard case .greeted = session.nextEvent(), case .call = session.nextEvent(),
      case .halfClosed = session.nextEvent()
    else {
      return #expect(Bool(false), "not the greeting, and then the call")
    }
    #expect(session.hasGreeted && session.nextEvent() == nil)
  }

  @Test func `fails with the bytes that break the protocol, however they arrive`() throws {
    // Data of no stream, settings that are no settings, a field that is none.
    for wrong in [frame(0, 0, 0, [1]), frame(4, 0, 1, []), frame(1, 4, 1, [0xbf, 0xff, 0xff])] {
      for pieces in [[begin + wrong], [begin, wrong], [begin] + wrong.map { [$0] }] {
        let session = try session()
        var failures: [String] = []
        for piece in pieces {
          feed(session, piece)
          _ = session.takeOutput()
          while let event = session.nextEvent() {
            if case .failed(let status) = event { failures.append(status.message) }
          }
        }
        #expect(failures.count == 1, "\(wrong) in \(pieces.count) pieces: \(failures)")
      }
    }
  }

  @Test func `takes spaces around a value for no part of it`() throws {
    let session = try session()
    feed(session, begin)
    while session.nextEvent() != nil {}
    let fields = head(timeout: " 1500u\t") + field("x-a", " hello ")
    feed(session, frame(1, 4, 1, fields) + frame(0, 1, 1, [0, 0, 0, 0, 0]))
    guard case .call(_, _, let timeout, _) = session.nextEvent() else {
      return #expect(Bool(false), "no call")
    }
    #expect(timeout == 2)
  }

  @Test(arguments: ["0m", "0H", "00000000n"])
  func `does not report a call that has no time`(_ timeout: String) throws {
    let session = try session()
    feed(session, begin)
    while session.nextEvent() != nil {}
    _ = session.takeOutput()
    feed(session, frame(1, 4, 1, head(timeout: timeout)) + frame(0, 1, 1, [0, 0, 0, 0, 0]))
    #expect(session.nextEvent() == nil && sent(session, on: 1) == ["END"])
  }

  @Test func `does not report a call that was cancelled meanwhile`() throws {
    let session = try session()
    feed(
      session,
      begin + frame(1, 4, 1, head) + frame(0, 1, 1, [0, 0, 0, 0, 0]) + frame(3, 0, 1, [0, 0, 0, 8]))
    while let event = session.nextEvent() {
      if case .call = event { #expect(Bool(false), "a cancelled call was begun") }
    }
    #expect(session.inputMemory == 0)
  }

  @Test func `gives no credit while the client's window is closed, and tells when it opens`() throws
  {
    let session = try session()
    // SETTINGS_INITIAL_WINDOW_SIZE is 0.
    feed(session, begin + frame(4, 0, 0, [0, 4, 0, 0, 0, 0]) + frame(1, 5, 1, head))
    let call = CallID(rawValue: 1)
    while session.nextEvent() != nil {}
    #expect(session.credit(call) > 0)
    #expect(session.send([UInt8](repeating: 1, count: 20_000), on: call))
    #expect(session.credit(call) == 0 && session.heldOutput == 20_005)
    feed(session, frame(8, 0, 1, [0, 0, 0x40, 0]))
    guard case .credit(call) = session.nextEvent() else {
      return #expect(Bool(false), "no credit")
    }
    #expect(session.heldOutput == 20_005 - 0x4000)
    feed(session, frame(3, 0, 1, [0, 0, 0, 8]))
    #expect(session.heldOutput == 0)
  }

  /// The kinds of the frames of a stream in the output: "DATA", "HEADERS", "END", "RST_STREAM".
  private func sent(_ session: HTTP2Session, on stream: UInt8) -> [String] {
    var (bytes, kinds) = (session.takeOutput().flatMap(\.self)[...], [String]())
    while bytes.count >= 9 {
      let head = Array(bytes.prefix(9))
      bytes = bytes.dropFirst(9 + Int(head[0]) << 16 + Int(head[1]) << 8 + Int(head[2]))
      guard head[8] == stream else { continue }
      switch head[3] {
      case 0: kinds.append("DATA")
      case 1: kinds.append(head[4] & 1 == 1 ? "END" : "HEADERS")
      case 3: kinds.append("RST_STREAM")
      default: break
      }
    }
    return kinds
  }

  /// A session whose client lets the server send so many bytes on each stream, with calls 1 and 3.
  private func session(window: UInt8) throws -> HTTP2Session {
    let session = try session()
    feed(session, begin + frame(4, 0, 0, [0, 4, 0, 0, 0, window]))
    feed(session, frame(1, 5, 1, head) + frame(1, 5, 3, head))
    while session.nextEvent() != nil {}
    _ = session.takeOutput()
    return session
  }

  struct Cut: Sendable {
    let window: UInt8
    let messages: [Int]
    let end: String
  }

  static let cuts: [Cut] = [
    Cut(window: 0, messages: [30], end: "END"),
    Cut(window: 35, messages: [30, 30], end: "END"),
    Cut(window: 20, messages: [30], end: "RST_STREAM"),
    Cut(window: 40, messages: [30, 30], end: "RST_STREAM"),
    Cut(window: 3, messages: [30], end: "RST_STREAM"),
    Cut(window: 5, messages: [3000], end: "RST_STREAM"),
    Cut(window: 0, messages: [3000, 30], end: "END"),
    Cut(window: 200, messages: [3000, 30], end: "RST_STREAM"),
    Cut(window: 35, messages: [30, 3000], end: "END"),
  ]

  @Test(arguments: cuts)
  func `nothing is sent any more of the answers to a client that is sent away`(
    _ cut: Cut
  ) throws {
    for isComplete in [false, true] {
      let session = try session(window: cut.window)
      let (owner, other) = (Owner(), Owner())
      let (call, otherCall) = (CallID(rawValue: 1), CallID(rawValue: 3))
      session.setOwner(owner, of: call)
      session.setOwner(other, of: otherCall)
      for id in [call, otherCall] {
        for count in cut.messages {
          #expect(session.send([UInt8](repeating: 1, count: count), on: id))
        }
      }
      if isComplete { session.finish(call, status: .ok, response: nil) }
      _ = session.takeOutput()
      let held = session.heldOutput
      session.withdraw(from: owner, Status(.unauthenticated, "revoked"))
      #expect(sent(session, on: 1) == [cut.end])
      #expect(session.heldOutput == held / 2)
      feed(session, frame(8, 0, 3, [0, 0, 0x40, 0]))
      #expect(sent(session, on: 1).isEmpty && session.heldOutput == 0)
      session.finish(otherCall, status: .ok, response: nil)
      #expect(sent(session, on: 3).last == "END")
    }
  }

  private final class Owner {}

  @Test(arguments: cuts)
  func `an answer that fails ends though the client's window is closed`(_ cut: Cut) throws {
    for endsAll in [false, true] {
      let session = try session(window: cut.window)
      let call = CallID(rawValue: 1)
      for count in cut.messages {
        #expect(session.send([UInt8](repeating: 1, count: count), on: call))
      }
      let status = Status(.timedOut, "too late")
      if endsAll {
        // Also one that was complete.
        session.finish(call, status: .ok, response: nil)
        session.finishAll(status)
      } else {
        session.finish(call, status: status, response: nil)
      }
      let kinds = sent(session, on: 1)
      #expect(kinds.first == "HEADERS" && kinds.last == cut.end, "\(kinds)")
      #expect(kinds.contains("DATA") == (cut.window > 0) && session.heldOutput == 0)
    }
  }

  @Test func `the end of an answer of which all is sent needs no window`() throws {
    let session = try session(window: 15)
    let call = CallID(rawValue: 1)
    #expect(session.send([UInt8](repeating: 1, count: 10), on: call))
    #expect(sent(session, on: 1) == ["HEADERS", "DATA"])
    session.finish(call, status: .ok, response: nil)
    #expect(sent(session, on: 1) == ["END"])
  }

  @Test func `holds little of a request before the client is let in`() throws {
    let length = 1_000_000
    for isLetIn in [false, true] {
      let session = try HTTP2Session(
        HTTP2Session.Configuration(maxMessageLength: length, maxConcurrentCalls: 10))
      session.hasHello = isLetIn
      // The windows of the settings count when the client has acknowledged them.
      _ = session.takeOutput()
      let acknowledgement = frame(4, 1, 0, [])
      feed(session, begin + acknowledgement + frame(1, 4, 1, head))
      feed(session, frame(0, 0, 1, [0, 0, 0x0f, 0x42, 0x40]))
      let piece = [0, 0x40, 0, 0, 0, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 0x4000)
      for _ in 0..<40 { feed(session, piece) }
      #expect(session.inputMemory > 500_000 || !isLetIn, "\(session.inputMemory)")
      #expect(session.inputMemory < 1_000 || isLetIn, "\(session.inputMemory)")
    }
  }

  @Test func `survives random bytes`() throws {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<300 {
      let session = try session()
      feed(session, begin)
      for _ in 0..<20 {
        let length = Int.random(in: 0...60, using: &generator)
        let payload = (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        feed(session, frame(.random(in: 0...10), .random(in: 0...45), .random(in: 0...5), payload))
        while session.nextEvent() != nil {}
        _ = session.takeOutput()
      }
      session.fail(Status(.shuttingDown, "over"))
      #expect(session.nextEvent() == nil)
    }
  }
}
