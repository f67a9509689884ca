import BridgeProtocol
import Testing

@testable import BridgeGRPC

struct `Messages of gRPC` {
  private func read(
    _ bytes: [UInt8], pieces: Int, maxLength: Int = 100, isEncoded: Bool = false
  ) throws(Status) -> [[UInt8]] {
    var reader = MessageReader(maxLength: maxLength, isEncoded: isEncoded)
    var messages: [[UInt8]] = []
    for start in stride(from: 0, to: bytes.count, by: pieces) {
      let piece = Array(bytes[start..<min(start + pieces, bytes.count)])
      let result = unsafe piece.withUnsafeBytes { (bytes) -> Result<Void, Status> in
        do throws(Status) {
          return .success(try unsafe reader.read(bytes, into: &messages))
        } catch {
          return .failure(error)
        }
      }
      try result.get()
    }
    #expect(reader.heldCount == 0)
    return messages
  }

  @Test(arguments: 1...40)
  func `arrive whole, in whatever pieces their bytes come`(_ pieces: Int) throws {
    let messages: [[UInt8]] = [[], [1], Array(repeating: 7, count: 20), [], [2, 3]]
    var queue = MessageQueue()
    for message in messages { queue.append(message) }
    var bytes: [UInt8] = []
    queue.move(queue.count, to: &bytes)
    #expect(try read(bytes, pieces: pieces) == messages)
  }

  @Test func `are refused when they are too long, before they arrive`() {
    #expect { try read([0, 0, 0, 0, 101], pieces: 5) } throws: {
      ($0 as? Status)?.code == .resourceExhausted
    }
    #expect { try read([0, 0xff, 0xff, 0xff, 0xff], pieces: 1) } throws: {
      ($0 as? Status)?.code == .resourceExhausted
    }
  }

  @Test func `are refused when they are compressed`() {
    #expect { try read([1, 0, 0, 0, 0], pieces: 5, isEncoded: true) } throws: {
      ($0 as? Status)?.code == .unimplemented
    }
    #expect { try read([1, 0, 0, 0, 0], pieces: 5) } throws: {
      ($0 as? Status)?.code == .internal
    }
  }

  @Test(arguments: [1, 7, 500, 2048, 2049, 2600, 100_000])
  func `leave the queue in order, in whatever parts windows let through`(_ part: Int) {
    let lengths = [10, 3000, 0, 5000, 2048, 2049, 1, 2, 2049, 2049, 3]
    let messages = (0..<200).map { number in
      [UInt8](repeating: UInt8(number), count: lengths[number % lengths.count])
    }
    var queue = MessageQueue()
    var expected: [UInt8] = []
    var sent: [UInt8] = []
    for message in messages {
      queue.append(message)
      expected += [0, 0, 0, UInt8(message.count >> 8), UInt8(message.count & 255)] + message
      queue.move(min(part, queue.count), to: &sent)
      #expect(queue.count == expected.count - sent.count)
    }
    while queue.count > 0 { queue.move(min(part, queue.count), to: &sent) }
    #expect(sent == expected)
    queue.append([9])
    queue.move(6, to: &sent)
    #expect(sent.suffix(6) == [0, 0, 0, 0, 1, 9])
  }
}

struct `The status of gRPC` {
  @Test func `has its message percent-encoded`() {
    let encoded = CallTrailers.percentEncoded("a b~\n100% ü🙂")
    #expect(String(decoding: encoded, as: UTF8.self) == "a b~%0A100%25 %C3%BC%F0%9F%99%82")
  }
}

struct `The first bytes of a connection` {
  @Test func `say what the client speaks, as soon as they can`() {
    let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
    for count in 0..<4 { #expect(FirstBytes(preface.prefix(count)) == .undecided) }
    for count in 4...preface.count { #expect(FirstBytes(preface.prefix(count)) == .http2) }
    for text in ["GET /", "POST", "PUT", "PROPFIND", "O"] {
      #expect(FirstBytes(Array(text.utf8)) == .http1, "\(text)")
    }
    for byte in UInt8.min...UInt8.max where !(65...90).contains(byte) {
      #expect(FirstBytes([byte, 0]) == .frames)
    }
  }
}
