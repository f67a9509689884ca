import BridgeTestSupport
import BridgeTransport
import Glibc
import Testing

@testable import DesktopSource

/// A socket of the test stands for the application's; what it sends is written out byte by byte.
@Suite(.ownThreadInTurn) struct BulkCallTests {
  private static let letIn: [ScriptedSocket.Step] = [
    .read(Array("AUTH EXTERNAL ".utf8)), .read([0x0D, 0x0A]),
    .write(Array("OK 0123456789abcdef0123456789abcdef\r\n".utf8)), .read(Array("BEGIN\r\n".utf8)),
    .read(Array("GetItems".utf8)),
  ]
  private static let body: [UInt8] = {
    var bytes = WireBytes()
    bytes.add(.string("whole"))
    return bytes.bytes
  }()
  private static let answer = WireBytes.message(answering: 1, signature: "s", body: body)

  private enum Outcome: Equatable {
    case text(String)
    case none
    case tooLong
  }

  /// Makes the call to a socket that follows a script.
  private func outcome(
    _ steps: [ScriptedSocket.Step], process: Int32 = getpid()
  ) throws -> Outcome? {
    let loop = try EventLoop()
    let socket = try ScriptedSocket(steps)
    var outcome: Outcome?
    let call = BulkCall(
      address: socket.address, process: process, path: "/cache", interface: "org.a11y.atspi.Cache",
      member: "GetItems", on: loop
    ) { result in
      switch result {
      case .answer(let answer):
        outcome = (try? answer.string(atMost: 100)).map(Outcome.text) ?? Outcome.none
      case .none: outcome = Outcome.none
      case .tooLong: outcome = .tooLong
      }
    }
    try #require(call != nil)
    loop.run { outcome != nil }
    return outcome
  }

  @Test func `the answer is read, also behind signals and in pieces`() throws {
    #expect(try outcome(Self.letIn + [.write(Self.answer)]) == .text("whole"))
    let signal = WireBytes.message(answering: nil, signature: "s", body: Self.body)
    let other = WireBytes.message(answering: 9, signature: "s", body: Self.body)
    #expect(try outcome(Self.letIn + [.write(signal + other + Self.answer)]) == .text("whole"))
    let pieces = (signal + Self.answer).map { ScriptedSocket.Step.write([$0]) }
    #expect(try outcome(Self.letIn + pieces) == .text("whole"))
  }

  @Test func `an answer that is too long, or that the application cannot send, is not for the bus`()
    throws
  {
    var huge = Self.answer
    huge.replaceSubrange(4..<8, with: WireBytes.number(UInt32(BulkCall.maxLength + 1)))
    #expect(try outcome(Self.letIn + [.write(huge)]) == .tooLong)
    let half = Array(Self.answer.dropLast())
    #expect(try outcome(Self.letIn + [.write(half), .close]) == .tooLong)
    #expect(try outcome(Self.letIn + [.close]) == .tooLong)
  }

  @Test func `an answer that cannot be used is none`() throws {
    let error = WireBytes.message(answering: 1, signature: "s", body: Self.body, kind: .error)
    #expect(try outcome(Self.letIn + [.write(error)]) == Outcome.none)
    let empty = WireBytes.message(answering: 1, signature: "", body: [])
    #expect(try outcome(Self.letIn + [.write(empty)]) == Outcome.none)
  }

  @Test func `what is no message is none`() throws {
    for place in [0, 3, 12, 13, 15] {
      var bytes = Self.answer
      bytes[place] = 0xFF
      // Fields that are longer than what comes are those of an answer that the application did not end.
      let expected = [12, 13].contains(place) ? Outcome.tooLong : .none
      #expect(try outcome(Self.letIn + [.write(bytes), .close]) == expected, "\(place)")
    }
    #expect(try outcome([.write(Array("HTTP/1.1 400\r\n".utf8))]) == Outcome.none)
    let endless = [UInt8](repeating: 0x41, count: 4096)
    #expect(try outcome([.write(endless)]) == Outcome.none)
    #expect(try outcome([.close]) == Outcome.none)
  }

  @Test func `another process at the other end is not asked`() throws {
    #expect(try outcome(Self.letIn + [.write(Self.answer)], process: 1) == Outcome.none)
  }

  @Test func `nobody at the other end is none`() throws {
    let loop = try EventLoop()
    var isNone = false
    let call = BulkCall(
      address: "unix:path=/tmp/nobody-\(getpid())", process: 1, path: "/", interface: "a.b",
      member: "C", on: loop
    ) { if case .none = $0 { isNone = true } }
    #expect(call != nil)
    loop.run { isNone }
    #expect(isNone)
  }

  @Test func `only sockets with a path are connected to`() {
    #expect(BulkCall.socketPath("unix:path=/run/a,guid=12") == "/run/a")
    #expect(BulkCall.socketPath("unix:guid=12,path=/run/a") == "/run/a")
    for address in [
      "", "unix:", "unix:abstract=/a", "tcp:host=127.0.0.1,port=1", "unix:path=/a%20b",
      "unix:path=/a;unix:path=/b",
    ] {
      #expect(BulkCall.socketPath(address) == nil, "\(address)")
    }
  }

  @Test func `a head is read wherever its fields stand, and never beyond its end`() throws {
    let head = Array(Self.answer.dropLast(Self.body.count))
    let read = try #require(MessageHead(head))
    #expect(read.kind == .answer && read.answeredSerial == 1 && read.signature == "s")
    #expect(MessageHead.length(head) == head.count && read.bodyLength == Self.body.count)
    for length in 0..<head.count - 8 { #expect(MessageHead(Array(head.prefix(length))) == nil) }
    for _ in 0..<20_000 {
      var changed = head
      changed[Int.random(in: changed.indices)] = .random(in: 0...255)
      // It must not trap.
      if let length = MessageHead.length(changed) { #expect(length <= 65_560) }
      _ = MessageHead(changed)
    }
  }
}
