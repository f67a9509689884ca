internal import CProtobuf

/// Asks for a stream of messages.
public struct GenerateRequest: Hashable, Sendable {
  /// The maximum payload length of a message, in bytes.
  public static let maxPayloadLength = 65_536

  /// The number of messages.
  public var count: UInt64
  /// The payload length of each message, in bytes; at most 65,536.
  public var payloadLength: Int

  public init(count: UInt64, payloadLength: Int = 0) {
    self.count = count
    self.payloadLength = payloadLength
  }
}

/// One generated message.
public struct GenerateResponse: Hashable, Sendable {
  /// The number of the message, counted from 0.
  public var sequence: UInt64
  public var payload: [UInt8]

  public init(sequence: UInt64, payload: [UInt8] = []) {
    self.sequence = sequence
    self.payload = payload
  }
}

extension GenerateRequest {
  init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__GenerateRequest>) throws(Status) {
    let length = Int(unsafe message.pointee.payload_length)
    guard length <= Self.maxPayloadLength else {
      throw Status(
        .invalidArgument,
        "GenerateRequest.payload_length is \(length), limit \(Self.maxPayloadLength)",
        limit: UInt64(Self.maxPayloadLength))
    }
    self.init(count: unsafe message.pointee.count, payloadLength: length)
  }

  public func encoded() -> [UInt8] {
    ProtoWriter.bytes {
      $0.number(GenerateRequestFields.count, count)
      $0.count32(GenerateRequestFields.payloadLength, payloadLength)
    }
  }
}

extension GenerateResponse {
  init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__GenerateResponse>) throws(Status) {
    self.init(
      sequence: unsafe message.pointee.sequence, payload: unsafe array(message.pointee.payload))
  }

  public func encoded() -> [UInt8] {
    var bytes: [UInt8] = []
    encode(into: &bytes)
    return bytes
  }

  /// Replaces bytes by the message. Takes no memory if nobody else refers to theirs, and it is enough.
  package func encode(into bytes: inout [UInt8]) {
    var writer = ProtoWriter(reusing: &bytes)
    writer.reserve(payload.count + 16)
    writer.number(GenerateResponseFields.sequence, sequence)
    writer.blob(GenerateResponseFields.payload, payload)
    bytes = writer.bytes
  }
}

extension GenerateResponse {
  /// Whether bytes are the message of a sequence number, whole; without making a value of them.
  package static func isMessage(
    _ bytes: Span<UInt8>, sequence expected: UInt64, payloadLength: Int
  ) -> Bool {
    var reader = WireReader(0..<bytes.count)
    var (sequence, length) = (UInt64(0), 0)
    do throws(Status) {
      while let field = try reader.next(bytes) {
        switch field.number {
        case GenerateResponseFields.sequence: sequence = try field.number64()
        case GenerateResponseFields.payload: length = try field.bytes().count
        default: break
        }
      }
    } catch {
      return false
    }
    return sequence == expected && length == payloadLength
  }
}
