internal import CProtobuf

/// Asks for messages.
public struct GenerateRequest: Hashable, Sendable {
  /// The most bytes that a message may be asked to carry.
  public static let maxPayloadLength = 65_536

  /// How many messages.
  public var count: UInt64
  /// How many bytes each carries; at most 65,536.
  public var payloadLength: Int

  public init(count: UInt64, payloadLength: Int = 0) {
    self.count = count
    self.payloadLength = payloadLength
  }
}

/// One generated message.
public struct GenerateResponse: Hashable, Sendable {
  /// From 0.
  public var sequence: UInt64
  public var payload: [UInt8]

  public init(sequence: UInt64, payload: [UInt8] = []) {
    self.sequence = sequence
    self.payload = payload
  }
}

extension GenerateRequest: WireMessage {
  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(
      bytes, "GenerateRequest", .request, a11y__bridge__v1__generate_request__unpack
    ) { (message) throws(Status) in
      let length = Int(unsafe message.pointee.payload_length)
      guard length <= Self.maxPayloadLength else {
        throw Status(
          .invalidArgument,
          "GenerateRequest.payload_length is \(length), at most \(Self.maxPayloadLength)",
          limit: UInt64(Self.maxPayloadLength))
      }
      return GenerateRequest(count: unsafe message.pointee.count, payloadLength: length)
    }
  }

  public func encoded() -> [UInt8] {
    ProtoWriter.bytes {
      $0.number(GenerateRequestFields.count, count)
      $0.count32(GenerateRequestFields.payloadLength, payloadLength)
    }
  }
}

extension GenerateResponse: WireMessage {
  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(
      bytes, "GenerateResponse", .response, a11y__bridge__v1__generate_response__unpack
    ) { (message) throws(Status) in
      GenerateResponse(
        sequence: unsafe message.pointee.sequence, payload: unsafe array(message.pointee.payload))
    }
  }

  public func encoded() -> [UInt8] {
    ProtoWriter.bytes(capacity: payload.count + 16) {
      $0.number(GenerateResponseFields.sequence, sequence)
      $0.blob(GenerateResponseFields.payload, payload)
    }
  }
}
