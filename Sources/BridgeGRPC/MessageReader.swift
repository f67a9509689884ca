internal import BridgeProtocol

/// Splits the data of a stream into messages: a flag, a length of four bytes, and that many bytes.
struct MessageReader {
  static let prefixLength = 5

  private let maxLength: Int
  /// Whether the request names an encoding, so that messages may be compressed.
  private let isEncoded: Bool
  /// Whether a message was refused because it is compressed.
  private(set) var sawCompression = false
  /// The beginning of a message.
  private var held: [UInt8] = []

  init(maxLength: Int, isEncoded: Bool) {
    self.maxLength = maxLength
    self.isEncoded = isEncoded
  }

  /// The number of bytes that are held of an incomplete message.
  var heldCount: Int { held.count }

  /// Appends the messages that are complete with `bytes` to `messages`.
  mutating func read(
    _ bytes: UnsafeRawBufferPointer, into messages: inout [[UInt8]]
  ) throws(Status) {
    if held.isEmpty {
      let rest = try unsafe take(bytes, &messages)
      if rest > 0 { unsafe held.append(contentsOf: bytes.suffix(rest)) }
      return
    }
    unsafe held.append(contentsOf: bytes)
    // A long message arrives in many pieces; only the last of them completes it.
    guard held.count >= Self.prefixLength else { return }
    let length = try checked(flag: held[0], held[1..<Self.prefixLength])
    guard held.count - Self.prefixLength >= length else { return }
    let all = held
    held = []
    let result = unsafe all.withUnsafeBytes { (bytes) -> Result<Int, Status> in
      do throws(Status) {
        return .success(try unsafe take(bytes, &messages))
      } catch {
        return .failure(error)
      }
    }
    let rest = try result.get()
    if rest > 0 { held = Array(all.suffix(rest)) }
  }

  /// Drops what is held.
  mutating func removeAll() { held = [] }

  /// Takes whole messages. Returns the number of bytes that are left.
  private mutating func take(
    _ bytes: UnsafeRawBufferPointer, _ messages: inout [[UInt8]]
  ) throws(Status) -> Int {
    var start = 0
    while bytes.count - start >= Self.prefixLength {
      let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[start...])
      let length = try unsafe checked(flag: rest[0], rest[1..<Self.prefixLength])
      guard rest.count - Self.prefixLength >= length else { break }
      unsafe messages.append(Array(rest[Self.prefixLength..<Self.prefixLength + length]))
      start += Self.prefixLength + length
    }
    return bytes.count - start
  }

  /// Returns the length in a prefix.
  private mutating func checked(flag: UInt8, _ digits: some Sequence<UInt8>) throws(Status) -> Int {
    guard flag == 0 else { throw refusal(ofFlag: flag) }
    let length = digits.reduce(0) { $0 << 8 | Int($1) }
    guard length <= maxLength else {
      var status = Status(
        .frameTooLarge, "message of \(length) bytes, the server takes \(maxLength)",
        remedy: .smallerMessage, limit: UInt64(maxLength))
      status.detail?.limitName = "frame-bytes"
      throw status
    }
    return length
  }

  private mutating func refusal(ofFlag flag: UInt8) -> Status {
    guard flag == 1 else {
      return Status(
        StatusCode.internal, "a message begins with the flag \(flag): 0 or 1 is valid",
        remedy: .sendWholeMessages)
    }
    sawCompression = true
    return isEncoded
      ? Status(
        StatusCode.unimplemented, "a compressed message: only identity is supported",
        remedy: .sendUncompressed)
      : Status(
        StatusCode.internal, "a compressed message without grpc-encoding", remedy: .sendUncompressed
      )
  }
}
