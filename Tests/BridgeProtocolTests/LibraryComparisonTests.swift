import AccessibilityTree
import CProtobuf
import Testing

@testable import BridgeProtocol

/// Our bytes against those that libprotobuf-c packs from what it unpacked of them.
@Suite("Bytes are those of libprotobuf-c")
struct LibraryComparisonTests {
  @Test("Every message", arguments: 0..<20)
  func messages(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed) &+ 7)
    for message in random.requests() + random.responses() {
      let bytes = message.encoded()
      #expect(try repacked(bytes, as: type(of: message)) == bytes, "\(type(of: message))")
    }
  }

  @Test("Every frame", arguments: 0..<20)
  func frames(seed: Int) throws {
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
      let library = try unsafe repack(
        frame, a11y__bridge__v1__frame__unpack, a11y__bridge__v1__frame__get_packed_size,
        a11y__bridge__v1__frame__pack, a11y__bridge__v1__frame__free_unpacked)
      #expect(frame == library)
      rest = rest.dropFirst(5 + length)
    }
    #expect(rest.isEmpty)
  }
}

private struct NotUnpacked: Error {}

/// The bytes that the library packs from a message that it unpacked.
private func repack<Message>(
  _ bytes: [UInt8],
  _ unpack: (UnsafeMutablePointer<ProtobufCAllocator>?, Int, UnsafePointer<UInt8>?) ->
    UnsafeMutablePointer<Message>?,
  _ size: (UnsafePointer<Message>?) -> Int,
  _ pack: (UnsafePointer<Message>?, UnsafeMutablePointer<UInt8>?) -> Int,
  _ free: (UnsafeMutablePointer<Message>?, UnsafeMutablePointer<ProtobufCAllocator>?) -> Void
) throws -> [UInt8] {
  guard let message = unsafe unpack(nil, bytes.count, bytes) else { throw NotUnpacked() }
  defer { unsafe free(message, nil) }
  let count = unsafe size(message)
  return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
    filled = unsafe pack(message, buffer.baseAddress)
  }
}

private func repacked(_ bytes: [UInt8], as type: any WireMessage.Type) throws -> [UInt8] {
  switch ObjectIdentifier(type) {
  case ObjectIdentifier(GetServerInfoRequest.self):
    try unsafe repack(
      bytes, a11y__bridge__v1__get_server_info_request__unpack,
      a11y__bridge__v1__get_server_info_request__get_packed_size,
      a11y__bridge__v1__get_server_info_request__pack,
      a11y__bridge__v1__get_server_info_request__free_unpacked)
  case ObjectIdentifier(ListApplicationsRequest.self):
    try unsafe repack(
      bytes, a11y__bridge__v1__list_applications_request__unpack,
      a11y__bridge__v1__list_applications_request__get_packed_size,
      a11y__bridge__v1__list_applications_request__pack,
      a11y__bridge__v1__list_applications_request__free_unpacked)
  case ObjectIdentifier(GetTreeRequest.self):
    try unsafe repack(
      bytes, a11y__bridge__v1__get_tree_request__unpack,
      a11y__bridge__v1__get_tree_request__get_packed_size, a11y__bridge__v1__get_tree_request__pack,
      a11y__bridge__v1__get_tree_request__free_unpacked)
  case ObjectIdentifier(FindRequest.self):
    try unsafe repack(
      bytes, a11y__bridge__v1__find_request__unpack,
      a11y__bridge__v1__find_request__get_packed_size, a11y__bridge__v1__find_request__pack,
      a11y__bridge__v1__find_request__free_unpacked)
  case ObjectIdentifier(GetElementRequest.self):
    try unsafe repack(
      bytes, a11y__bridge__v1__get_element_request__unpack,
      a11y__bridge__v1__get_element_request__get_packed_size,
      a11y__bridge__v1__get_element_request__pack,
      a11y__bridge__v1__get_element_request__free_unpacked)
  case ObjectIdentifier(HitTestRequest.self):
    try unsafe repack(
      bytes, a11y__bridge__v1__hit_test_request__unpack,
      a11y__bridge__v1__hit_test_request__get_packed_size, a11y__bridge__v1__hit_test_request__pack,
      a11y__bridge__v1__hit_test_request__free_unpacked)
  case ObjectIdentifier(SubscribeRequest.self):
    try unsafe repack(
      bytes, a11y__bridge__v1__subscribe_request__unpack,
      a11y__bridge__v1__subscribe_request__get_packed_size,
      a11y__bridge__v1__subscribe_request__pack, a11y__bridge__v1__subscribe_request__free_unpacked)
  case ObjectIdentifier(WaitForRequest.self):
    try unsafe repack(
      bytes, a11y__bridge__v1__wait_for_request__unpack,
      a11y__bridge__v1__wait_for_request__get_packed_size, a11y__bridge__v1__wait_for_request__pack,
      a11y__bridge__v1__wait_for_request__free_unpacked)
  case ObjectIdentifier(PerformRequest.self):
    try unsafe repack(
      bytes, a11y__bridge__v1__perform_request__unpack,
      a11y__bridge__v1__perform_request__get_packed_size, a11y__bridge__v1__perform_request__pack,
      a11y__bridge__v1__perform_request__free_unpacked)
  case ObjectIdentifier(VerifyRequest.self):
    try unsafe repack(
      bytes, a11y__bridge__v1__verify_request__unpack,
      a11y__bridge__v1__verify_request__get_packed_size, a11y__bridge__v1__verify_request__pack,
      a11y__bridge__v1__verify_request__free_unpacked)
  case ObjectIdentifier(DiagnoseRequest.self):
    try unsafe repack(
      bytes, a11y__bridge__v1__diagnose_request__unpack,
      a11y__bridge__v1__diagnose_request__get_packed_size, a11y__bridge__v1__diagnose_request__pack,
      a11y__bridge__v1__diagnose_request__free_unpacked)
  case ObjectIdentifier(EchoRequest.self):
    try unsafe repack(
      bytes, a11y__bridge__v1__echo_request__unpack,
      a11y__bridge__v1__echo_request__get_packed_size, a11y__bridge__v1__echo_request__pack,
      a11y__bridge__v1__echo_request__free_unpacked)
  case ObjectIdentifier(GenerateRequest.self):
    try unsafe repack(
      bytes, a11y__bridge__v1__generate_request__unpack,
      a11y__bridge__v1__generate_request__get_packed_size, a11y__bridge__v1__generate_request__pack,
      a11y__bridge__v1__generate_request__free_unpacked)
  case ObjectIdentifier(GetServerInfoResponse.self):
    try unsafe repack(
      bytes, a11y__bridge__v1__get_server_info_response__unpack,
      a11y__bridge__v1__get_server_info_response__get_packed_size,
      a11y__bridge__v1__get_server_info_response__pack,
      a11y__bridge__v1__get_server_info_response__free_unpacked)
  case ObjectIdentifier(ListApplicationsResponse.self):
    try unsafe repack(
      bytes, a11y__bridge__v1__list_applications_response__unpack,
      a11y__bridge__v1__list_applications_response__get_packed_size,
      a11y__bridge__v1__list_applications_response__pack,
      a11y__bridge__v1__list_applications_response__free_unpacked)
  case ObjectIdentifier(GetTreeResponse.self):
    try unsafe repack(
      bytes, a11y__bridge__v1__get_tree_response__unpack,
      a11y__bridge__v1__get_tree_response__get_packed_size,
      a11y__bridge__v1__get_tree_response__pack, a11y__bridge__v1__get_tree_response__free_unpacked)
  case ObjectIdentifier(FindResponse.self):
    try unsafe repack(
      bytes, a11y__bridge__v1__find_response__unpack,
      a11y__bridge__v1__find_response__get_packed_size, a11y__bridge__v1__find_response__pack,
      a11y__bridge__v1__find_response__free_unpacked)
  case ObjectIdentifier(GetElementResponse.self):
    try unsafe repack(
      bytes, a11y__bridge__v1__get_element_response__unpack,
      a11y__bridge__v1__get_element_response__get_packed_size,
      a11y__bridge__v1__get_element_response__pack,
      a11y__bridge__v1__get_element_response__free_unpacked)
  case ObjectIdentifier(HitTestResponse.self):
    try unsafe repack(
      bytes, a11y__bridge__v1__hit_test_response__unpack,
      a11y__bridge__v1__hit_test_response__get_packed_size,
      a11y__bridge__v1__hit_test_response__pack, a11y__bridge__v1__hit_test_response__free_unpacked)
  case ObjectIdentifier(SubscribeResponse.self):
    try unsafe repack(
      bytes, a11y__bridge__v1__subscribe_response__unpack,
      a11y__bridge__v1__subscribe_response__get_packed_size,
      a11y__bridge__v1__subscribe_response__pack,
      a11y__bridge__v1__subscribe_response__free_unpacked)
  case ObjectIdentifier(WaitForResponse.self):
    try unsafe repack(
      bytes, a11y__bridge__v1__wait_for_response__unpack,
      a11y__bridge__v1__wait_for_response__get_packed_size,
      a11y__bridge__v1__wait_for_response__pack, a11y__bridge__v1__wait_for_response__free_unpacked)
  case ObjectIdentifier(PerformResponse.self):
    try unsafe repack(
      bytes, a11y__bridge__v1__perform_response__unpack,
      a11y__bridge__v1__perform_response__get_packed_size, a11y__bridge__v1__perform_response__pack,
      a11y__bridge__v1__perform_response__free_unpacked)
  case ObjectIdentifier(VerifyResponse.self):
    try unsafe repack(
      bytes, a11y__bridge__v1__verify_response__unpack,
      a11y__bridge__v1__verify_response__get_packed_size, a11y__bridge__v1__verify_response__pack,
      a11y__bridge__v1__verify_response__free_unpacked)
  case ObjectIdentifier(DiagnoseResponse.self):
    try unsafe repack(
      bytes, a11y__bridge__v1__diagnose_response__unpack,
      a11y__bridge__v1__diagnose_response__get_packed_size,
      a11y__bridge__v1__diagnose_response__pack, a11y__bridge__v1__diagnose_response__free_unpacked)
  case ObjectIdentifier(EchoResponse.self):
    try unsafe repack(
      bytes, a11y__bridge__v1__echo_response__unpack,
      a11y__bridge__v1__echo_response__get_packed_size, a11y__bridge__v1__echo_response__pack,
      a11y__bridge__v1__echo_response__free_unpacked)
  case ObjectIdentifier(GenerateResponse.self):
    try unsafe repack(
      bytes, a11y__bridge__v1__generate_response__unpack,
      a11y__bridge__v1__generate_response__get_packed_size,
      a11y__bridge__v1__generate_response__pack, a11y__bridge__v1__generate_response__free_unpacked)
  default: throw NotUnpacked()
  }
}
