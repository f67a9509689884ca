import BridgeTestSupport
import BridgeTransport
import Foundation
import Testing

/// Two engines that are connected by a wire that the test works by hand.
@safe final class EnginePair {
  let client: TLSEngine
  let server: TLSEngine
  /// What each end was delivered.
  var atClient: [UInt8] = []
  var atServer: [UInt8] = []
  /// Everything that the client put on the wire.
  var fromClient: [UInt8] = []
  private let scratch: UnsafeMutableRawBufferPointer

  init(client: TLSEngine, server: TLSEngine) throws {
    self.client = client
    self.server = server
    unsafe scratch = .allocate(byteCount: 16384, alignment: 1)
    try client.start()
  }

  deinit { unsafe scratch.deallocate() }

  /// Carries bytes both ways, in pieces of at most `size` bytes, until both are silent.
  func carry(_ size: Int = .max) throws {
    while client.outputCount + server.outputCount > 0 {
      let up = client.takeOutput()
      fromClient += up
      for piece in pieces(up, size) { atServer += try pass(piece, to: server) }
      for piece in pieces(server.takeOutput(), size) { atClient += try pass(piece, to: client) }
    }
  }

  /// Passes bytes to an engine and returns what it delivers.
  func pass(_ bytes: [UInt8], to engine: TLSEngine) throws -> [UInt8] {
    var plain: [UInt8] = []
    let rest = try unsafe bytes.withUnsafeBytes { bytes in
      try unsafe engine.receive(bytes, scratch: scratch) { span in
        plain += array(span)
        return true
      }
    }
    #expect(rest == 0 || engine.state == .finished)
    return plain
  }

  /// Passes bytes to an engine that stops after each delivery; returns what was delivered and what is left.
  func passOnce(_ bytes: [UInt8], to engine: TLSEngine) throws -> (plain: [UInt8], rest: [UInt8]) {
    var plain: [UInt8] = []
    let rest = try unsafe bytes.withUnsafeBytes { bytes in
      try unsafe engine.receive(bytes, scratch: scratch) { span in
        plain += array(span)
        return false
      }
    }
    return (plain, Array(bytes.suffix(rest)))
  }

  private func pieces(_ bytes: [UInt8], _ size: Int) -> [[UInt8]] {
    guard size < bytes.count else { return bytes.isEmpty ? [] : [bytes] }
    return stride(from: 0, to: bytes.count, by: size).map {
      Array(bytes[$0..<min(bytes.count, $0 + size)])
    }
  }
}

extension TLSEngine {
  func send(_ bytes: [UInt8]) throws {
    try unsafe bytes.withUnsafeBytes { try unsafe send($0) }
  }

  func send(_ text: String) throws { try send(Array(text.utf8)) }
}

/// Keys of two machines, made once.
enum Keys {
  static let server = try! TLSIdentity(pem: TLSIdentity.make(named: "desktop"))
  static let client = try! TLSIdentity(pem: TLSIdentity.make(named: "laptop"))

  static func serverContext() throws -> TLSContext { try TLSContext(.server, identity: server) }
  static func clientContext() throws -> TLSContext { try TLSContext(.client, identity: client) }
  static var pin: ServerTrust { .key(server.fingerprint!) }

  /// Two engines that know each other.
  static func pair(resuming session: [UInt8]? = nil) throws -> EnginePair {
    try EnginePair(
      client: TLSEngine(client: clientContext(), trusting: pin, resuming: session),
      server: TLSEngine(server: serverContext()))
  }
}

extension Certificates {
  private static let shared = Lock<Certificates?>(nil)

  /// Returns certificates for all tests, which do not change them.
  static func make() async throws -> Certificates {
    if let made = shared.withLock({ $0 }) { return made }
    let made = try await Certificates()
    shared.withLock { $0 = made }
    return made
  }

  func pem(_ name: String) throws -> [UInt8] {
    try Array(Data(contentsOf: URL(fileURLWithPath: path(name))))
  }

  func identity(_ name: String) throws -> TLSIdentity { TLSIdentity(pem: try pem(name)) }
}
