import AccessibilityTree
import CProtobuf
import Testing

@testable import BridgeProtocol

/// Compares our encoding with the one that libprotobuf-c makes after decoding it.
@Suite
struct `Bytes are those of libprotobuf-c` {
  @Test(arguments: 0..<20)
  func `Every message is encoded as by libprotobuf-c`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed) &+ 7)
    for message in random.requests() + random.responses() {
      let bytes = message.encoded()
      #expect(try repacked(bytes, as: type(of: message)) == bytes, "\(type(of: message))")
    }
  }

  @Test(arguments: 0..<20)
  func `Every frame is encoded as by libprotobuf-c`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed) &+ 70)
    let client = ClientSession(ClientSession.Configuration(software: random.text()))
    for _ in 0..<8 {
      let call = client.start(
        method: random.text(), request: random.bytes(random.once(in: 4) ? 3000 : 20),
        timeoutMs: UInt32(truncatingIfNeeded: random.number()),
        credit: UInt32(truncatingIfNeeded: random.number()))
      client.grant(1, on: call)
      client.ping(random.bytes(12))
      client.cancel(call)
    }
    client.goAway()
    try expectSame(client.takeOutput().flatMap { $0 })

    let server = ServerSession(
      ServerSession.Configuration(
        epoch: random.number(), software: random.text(), features: random.list { $0.text() }))
    let peer = ClientSession(ClientSession.Configuration(software: "test"))
    let calls = (0..<8).map { _ in peer.start(method: "/a", request: []) }
    deliver(peer.takeOutput(), to: server)
    for call in calls {
      #expect(server.send(random.bytes(random.once(in: 4) ? 3000 : 20), on: call))
      server.finish(call, status: random.status(), response: random.maybe { $0.bytes(30) })
    }
    server.goAway(random.status())
    server.fail(random.status())
    try expectSame(server.takeOutput().flatMap { $0 })
  }

  private func expectSame(_ stream: [UInt8]) throws {
    var rest = stream[...]
    while rest.count >= 5 {
      let length = rest.dropFirst().prefix(4).reduce(0) { $0 << 8 | Int($1) }
      let frame = Array(rest.dropFirst(5).prefix(length))
      let library = try unsafe withUnsafePointer(to: a11y__bridge__v1__frame__descriptor) {
        try unsafe repacked(frame, as: $0)
      }
      #expect(frame == library)
      rest = rest.dropFirst(5 + length)
    }
    #expect(rest.isEmpty)
  }
}

private struct NotUnpacked: Error {}

/// Returns the bytes that the library encodes after decoding a message.
private func repacked(
  _ bytes: [UInt8], as descriptor: UnsafePointer<ProtobufCMessageDescriptor>
) throws -> [UInt8] {
  guard let message = unsafe protobuf_c_message_unpack(descriptor, nil, bytes.count, bytes) else {
    throw NotUnpacked()
  }
  defer { unsafe protobuf_c_message_free_unpacked(message, nil) }
  let count = unsafe protobuf_c_message_get_packed_size(message)
  return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
    filled = unsafe protobuf_c_message_pack(message, buffer.baseAddress)
  }
}

/// Does the same with the descriptor of a request or response in the contract.
func repacked(_ bytes: [UInt8], as type: any WireMessage.Type) throws -> [UInt8] {
  guard
    let descriptor = contractMethods().flatMap(\.messages).first(where: { $0.name == "\(type)" })
  else { throw NotUnpacked() }
  return try unsafe repacked(bytes, as: descriptor.pointer)
}

/// A method in the descriptors of the generated C code.
struct ContractMethod {
  let path: String
  let messages: [Descriptor]

  @safe struct Descriptor {
    let name: String
    let pointer: UnsafePointer<ProtobufCMessageDescriptor>

    init?(_ pointer: UnsafePointer<ProtobufCMessageDescriptor>?) {
      guard let pointer = unsafe pointer else { return nil }
      unsafe self.pointer = pointer
      name = unsafe String(cString: pointer.pointee.short_name)
    }
  }
}

func contractMethods() -> [ContractMethod] {
  func methods(_ service: ProtobufCServiceDescriptor) -> [ContractMethod] {
    (0..<Int(unsafe service.n_methods)).map { index in
      let method = unsafe service.methods[index]
      return ContractMethod(
        path: unsafe "/\(String(cString: service.name))/\(String(cString: method.name))",
        messages: unsafe [.init(method.input), .init(method.output)].compactMap { $0 })
    }
  }
  return unsafe methods(a11y__bridge__v1__bridge_service__descriptor)
    + methods(a11y__bridge__v1__diagnostics_service__descriptor)
}
