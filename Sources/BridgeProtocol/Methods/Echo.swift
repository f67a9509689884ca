internal import CProtobuf

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

extension EchoRequest {
  init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__EchoRequest>) throws(Status) {
    self.init(payload: unsafe array(message.pointee.payload))
  }

  public func encoded() -> [UInt8] {
    ProtoWriter.bytes(capacity: payload.count + 8) { $0.blob(EchoRequestFields.payload, payload) }
  }
}

extension EchoResponse {
  init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__EchoResponse>) throws(Status) {
    self.init(payload: unsafe array(message.pointee.payload))
  }

  public func encoded() -> [UInt8] {
    ProtoWriter.bytes(capacity: payload.count + 8) { $0.blob(EchoResponseFields.payload, payload) }
  }
}
