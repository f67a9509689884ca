import BridgeProtocol
import BridgeServer
import BridgeTestSupport
import Foundation
import Testing

/// docs/wire-protocol.md lists the methods of the contract, and its worked example has the bytes that
/// client and server really send.
@Suite(.timeLimit(.minutes(10)))
struct WireDocumentTests {
  /// Returns the bytes of each block of the example, in order.
  private func blocks() throws -> [[UInt8]] {
    let text = try String(
      contentsOfFile: "\(Places.root)/docs/wire-protocol.md", encoding: .utf8)
    let start = try #require(text.range(of: "\n## Worked example\n")).upperBound
    let end = try #require(text[start...].range(of: "\n## ")).lowerBound
    let parts = text[start..<end].components(separatedBy: "```")
    return parts.indices.filter { $0 % 2 == 1 }.map { index in
      parts[index].split(separator: "\n").flatMap { line in
        // A byte is two digits; the rest of a line, from the first other word, is for people.
        line.split(separator: " ").prefix { $0.count == 2 && UInt8($0, radix: 16) != nil }
          .compactMap { UInt8($0, radix: 16) }
      }
    }
  }

  @Test func `The tables list the methods of the contract, in its order`() throws {
    let text = try String(
      contentsOfFile: "\(Places.root)/docs/wire-protocol.md", encoding: .utf8)
    let start = try #require(text.range(of: "\n## Methods\n")).upperBound
    let end = try #require(text[start...].range(of: "\n### ")).lowerBound
    let section = text[start..<end]
    let rows = section.matches(of: /(?:\| |: |; )`(\w+)` (?:\| |\()(unary|stream)/)
      .map { "\($0.1) \($0.2)" }
    #expect(
      rows
        == Schema.contract.methods.map {
          "\($0.name) \($0.method.isServerStreaming ? "stream" : "unary")"
        })
  }

  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { String(UInt64($0) + 256, radix: 16).dropFirst() }.joined(separator: " ")
  }

  @Test func `The worked example has the bytes that are really sent`() async throws {
    let session = ClientSession(ClientSession.Configuration(software: "demo"))
    func taken() -> [UInt8] { session.takeOutput().flatMap { $0 } }
    func call(
      _ method: String, _ request: [UInt8], timeoutMs: UInt32 = 0, credit: UInt32 = 0
    ) -> CallID {
      session.start(method: method, request: request, timeoutMs: timeoutMs, credit: credit)
    }
    _ = call(
      Method.echo.rawValue, EchoRequest(payload: Array("hi".utf8)).encoded(), timeoutMs: 1000)
    let opening = taken()
    _ = call("/a11y.bridge.v1.BridgeService/Nope", [])
    let unknown = taken()
    let stream = call(
      Method.generate.rawValue, GenerateRequest(count: 3, payloadLength: 1).encoded(), credit: 2)
    session.grant(32, on: stream)
    let streaming = taken()
    let wait = call(
      Method.waitFor.rawValue, WaitForRequest(target: .selector("slider")).encoded())
    session.cancel(wait)
    let cancelling = taken()

    let directory = try TemporaryDirectory()
    let server = try await TestServer.start(
      at: .unix(path: directory.path("socket")), epoch: 0x9d3f_21c4_b05e_7a18
    ) { $0 = ServerConfiguration(version: "0.1.0") }
    let asked = [opening, unknown, streaming, cancelling]
    let answer = try RawPeer.answers(to: asked.flatMap { $0 }, from: server.address)

    let blocks = try blocks()
    try #require(blocks.count == 8)
    for (index, bytes) in asked.enumerated() {
      #expect(blocks[2 * index] == bytes, "\(hex(bytes))")
    }
    let told = [1, 3, 5, 7].flatMap { blocks[$0] }
    #expect(told == answer, "\(hex(answer))")
  }
}
