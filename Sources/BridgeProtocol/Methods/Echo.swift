/// Asks for the payload back.
public struct EchoRequest: Hashable, Sendable {
  public var payload: [UInt8]

  public init(payload: [UInt8] = []) {
    self.payload = payload
  }
}

/// The payload.
public struct EchoResponse: Hashable, Sendable {
  public var payload: [UInt8]

  public init(payload: [UInt8] = []) {
    self.payload = payload
  }
}

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
