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

extension EchoRequest: WireMessage {
  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(
      bytes, "EchoRequest", .request, a11y__bridge__v1__echo_request__unpack
    ) { (message) throws(Status) in EchoRequest(payload: unsafe array(message.pointee.payload)) }
  }

  public func encoded() -> [UInt8] {
    ProtoWriter.bytes(capacity: payload.count + 8) { $0.blob(EchoRequestFields.payload, payload) }
  }
}

extension EchoResponse: WireMessage {
  public init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(
      bytes, "EchoResponse", .response, a11y__bridge__v1__echo_response__unpack
    ) { (message) throws(Status) in
      EchoResponse(payload: unsafe array(message.pointee.payload))
    }
  }

  public func encoded() -> [UInt8] {
    ProtoWriter.bytes(capacity: payload.count + 8) { $0.blob(EchoResponseFields.payload, payload) }
  }
}
