import BridgeSecurity
import BridgeTransport
import Testing

@Suite struct InvitationCodeTests {
  private func code(_ addresses: [SocketAddress]) throws -> InvitationCode {
    InvitationCode(
      number: try #require(InvitationNumber(received: [1, 2, 3, 4])),
      secret: (0..<16).map { UInt8($0) },
      serverKey: try #require(KeyFingerprint(bytes: Digest.sha256([7]))), addresses: addresses)
  }

  private let addresses: [SocketAddress] = [
    .tcp(host: "192.168.1.5", port: 50151), .tcp(host: "fd00::1", port: 1),
    .tcp(host: "desktop.example.org", port: 65535),
  ]

  @Test func `a code is read as it was written, in small letters as well`() throws {
    let code = try code(addresses)
    #expect(code.text.hasPrefix("A11Y1-"))
    #expect(code.text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f })
    #expect(try InvitationCode(parsing: code.text) == code)
    #expect(try InvitationCode(parsing: code.text.lowercased()) == code)
    #expect(try self.code([addresses[0]]).text.count <= 120, "it fits in a line")
  }

  @Test func `a code is read as it is pasted`() throws {
    let code = try code(addresses)
    let (begin, end) = (code.text.prefix(50), code.text.dropFirst(50))
    for pasted in [
      " \(code.text)\n", "\"\(code.text)\"", "“\(code.text)”", "'bridge-client pair \(code.text)'",
      "\(begin)\n\(end)", "\(begin) \(end)", "bridge-client pair \(begin)\r\n  \(end)\n",
    ] {
      #expect(InvitationCode.mayBeMeant(by: pasted.drop(while: \.isWhitespace)), "\(pasted)")
      #expect(try InvitationCode(parsing: pasted) == code, "\(pasted)")
    }
  }

  @Test func `every change of one character is noticed`() throws {
    let text = try code(addresses).text
    for index in text.indices {
      let other: Character = text[index] == "A" ? "B" : "A"
      var changed = text
      changed.replaceSubrange(index...index, with: [other])
      #expect(throws: InvitationCodeError.self) { try InvitationCode(parsing: changed) }
    }
    for length in 0..<text.count {
      #expect(throws: InvitationCodeError.self) {
        try InvitationCode(parsing: text.prefix(length))
      }
    }
  }

  @Test(arguments: ["", "A11Y1-", "A11Y2-AAAA", "ssh-ed25519 AAAA", "A11Y1-ÄÖÜ", "A11Y1-1"])
  func `other texts are no codes`(_ text: String) {
    #expect(throws: InvitationCodeError.self) { try InvitationCode(parsing: text) }
  }

  @Test func `only so many addresses are carried, and unix sockets not at all`() throws {
    let many = (0..<20).map { SocketAddress.tcp(host: "10.0.0.\($0)", port: 1) }
    #expect(try InvitationCode(parsing: code(many).text).addresses == Array(many.prefix(8)))
    let unix = try code([.unix(path: "/tmp/a")] + addresses)
    #expect(try InvitationCode(parsing: unix.text).addresses == addresses)
  }
}
