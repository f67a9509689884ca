import BridgeTransport

/// Passes records to TLS engines during the handshake and after it.
///
/// The first byte selects who receives them. Bytes 2 to 4 are the place and the kind of a change; the rest is put there, in
/// what the other end really sends, or stands for all of it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzHandshake(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  guard input.count > 4 else { return 0 }
  let place = Int(input[1]) << 8 | Int(input[2])
  let bytes = Array(input.dropFirst(4))
  let change = { (sent: [UInt8]) in
    changed(sent, at: place, kind: input[3], by: bytes)
  }
  guard let pair = try? Pair() else { return 0 }
  switch input[0] % 4 {
  case 0: pair.server.take(bytes)
  case 1: pair.client.take(bytes)
  case 2: pair.run(round: place & 3, toServer: change)
  default: pair.run(round: place & 3, toClient: change)
  }
  return 0
}

private func changed(
  _ sent: [UInt8], at place: Int, kind: UInt8, by bytes: [UInt8]
) -> [UInt8] {
  guard !sent.isEmpty else { return bytes }
  var result = sent
  let index = place % sent.count
  switch kind % 4 {
  case 0: for (offset, byte) in bytes.enumerated() where index + offset < result.count {
    result[index + offset] ^= byte
  }
  case 1: result.insert(contentsOf: bytes, at: index)
  case 2: result.removeSubrange(index..<min(result.count, index + bytes.count))
  default: result.replaceSubrange(index..., with: bytes)
  }
  return result
}

/// Keys and contexts, made once.
private enum Machines {
  static let server = try! TLSIdentity(pem: TLSIdentity.make(named: "desktop"))
  static let client = try! TLSIdentity(pem: TLSIdentity.make(named: "laptop"))
  static let serverContext = try! TLSContext(
    .server, identity: server, authorities: client.certificates)
  static let clientContext = try! TLSContext(.client, identity: client)
}

private struct Pair {
  let client: End
  let server: End

  init() throws {
    client = End(
      try TLSEngine(client: Machines.clientContext, trusting: .key(Machines.server.fingerprint!)))
    server = End(try TLSEngine(server: Machines.serverContext))
    try client.engine.start()
  }

  /// Carries what both send, and changes it in one round.
  func run(
    round: Int, toServer: ([UInt8]) -> [UInt8] = { $0 }, toClient: ([UInt8]) -> [UInt8] = { $0 }
  ) {
    for number in 0..<6 {
      let up = client.engine.takeOutput()
      server.take(number == round ? toServer(up) : up)
      let down = server.engine.takeOutput()
      client.take(number == round ? toClient(down) : down)
      for end in [client, server] {
        try? unsafe [1, 2, 3].withUnsafeBytes { try unsafe end.engine.send($0) }
      }
    }
  }
}

/// One end, and how it has ended.
private final class End {
  let engine: TLSEngine
  private var hasFailed = false
  private let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 32768, alignment: 1)

  init(_ engine: TLSEngine) {
    self.engine = engine
  }

  deinit { scratch.deallocate() }

  func take(_ bytes: [UInt8]) {
    do {
      let before = engine.state
      let rest = try unsafe bytes.withUnsafeBytes {
        try unsafe engine.receive($0, scratch: scratch) { plain in
          precondition(before != .failed && plain.byteCount > 0)
          return true
        }
      }
      precondition(rest <= bytes.count)
    } catch {
      precondition(!hasFailed && engine.state == .failed, "it fails once")
      hasFailed = true
    }
    _ = engine.peerKey
    _ = engine.peerChain
    _ = engine.session
  }
}
