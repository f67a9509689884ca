import Foundation
import Testing

@testable import BridgeProtocol

/// Malformed input, one file for each: its name, its receiver, the expected outcome, and the bytes.
@Suite
struct `Malformed input` {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var receiver = ""
    var expectation = ""
    var bytes: [UInt8] = []

    var testDescription: String { name }
  }

  static let cases: [Case] = {
    let directory = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Corpus")
    let files = try? FileManager.default.contentsOfDirectory(
      at: directory, includingPropertiesForKeys: nil)
    return (files ?? []).filter { $0.pathExtension == "hex" }.compactMap(read)
  }()

  private static func read(_ file: URL) -> Case? {
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return nil }
    var result = Case(name: file.deletingPathExtension().lastPathComponent)
    for line in text.split(separator: "\n") {
      if line.hasPrefix("# to: ") { result.receiver = String(line.dropFirst(6)) }
      if line.hasPrefix("# expect: ") { result.expectation = String(line.dropFirst(10)) }
      guard !line.hasPrefix("#") else { continue }
      var rest = line[...]
      while rest.count >= 2, let byte = UInt8(rest.prefix(2), radix: 16) {
        result.bytes.append(byte)
        rest = rest.dropFirst(2)
      }
    }
    return result
  }

  @Test
  func `The corpus has its files`() {
    #expect(Self.cases.count >= 50)
  }

  @Test(arguments: cases)
  func `Each input ends the connection with the expected status`(_ item: Case) throws {
    for step in [1, item.bytes.count] {
      if item.receiver == "server" {
        try expectServerFails(item, step)
      } else {
        try expectClientFails(item, step)
      }
    }
  }

  private func expectServerFails(_ item: Case, _ step: Int) throws {
    let server = ServerSession(ServerSession.Configuration(epoch: 1, software: "server"))
    for start in stride(from: 0, to: item.bytes.count, by: step) {
      deliver(Array(item.bytes[start..<min(start + step, item.bytes.count)]), to: server)
    }
    guard case .failed(let status)? = server.events().last else {
      Issue.record("did not fail")
      return
    }
    #expect(status.reason.name == item.expectation, "\(status)")
    #expect(status.code == status.reason.code && !status.message.isEmpty)
    // The client receives the same error.
    let client = ClientSession(ClientSession.Configuration(software: "client"))
    for _ in 0..<9 { _ = client.start(method: "/m", request: []) }
    deliver(server.takeOutput(), to: client)
    guard case .failed(let told)? = client.events().last else {
      Issue.record("the client was not told")
      return
    }
    #expect(told == status)
  }

  private func expectClientFails(_ item: Case, _ step: Int) throws {
    let client = ClientSession(ClientSession.Configuration(software: "client"))
    _ = client.start(method: "/m", request: [], credit: 1)
    for start in stride(from: 0, to: item.bytes.count, by: step) {
      deliver(Array(item.bytes[start..<min(start + step, item.bytes.count)]), to: client)
    }
    guard case .failed(let status)? = client.events().last else {
      Issue.record("did not fail")
      return
    }
    #expect(status.reason.name == item.expectation, "\(status)")
    #expect(client.isClosing)
  }

  @Test
  func `A version mismatch is answered with the supported versions`() throws {
    let item = try #require(Self.cases.first { $0.name == "version-too-new" })
    let server = ServerSession(ServerSession.Configuration(epoch: 1, software: "server"))
    deliver(item.bytes, to: server)
    guard case .failed(let status)? = server.events().last else {
      Issue.record("did not fail")
      return
    }
    #expect(status.message.contains("2 to 3") && status.message.contains("1 to 1"))
    let client = ClientSession(ClientSession.Configuration(software: "client"))
    deliver(server.takeOutput(), to: client)
    let events = client.events()
    #expect(events.first.map(\.text) == "hello server 1")
  }
}
