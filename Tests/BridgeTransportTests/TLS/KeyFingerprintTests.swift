import BridgeTransport
import Testing

@Suite struct KeyFingerprintTests {
  @Test func `a fingerprint is read as it is written`() throws {
    for value in [0, 1, 0x7f, 0xff] as [UInt8] {
      let bytes = (0..<32).map { UInt8($0) &* value }
      let fingerprint = try #require(KeyFingerprint(bytes: bytes))
      #expect(KeyFingerprint("\(fingerprint)") == fingerprint)
      #expect("\(fingerprint)".utf8.count == 50)
    }
  }

  @Test(arguments: [
    "", "SHA256:", "sha256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU",
    "SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuF",
    "SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFUA",
    "SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFV",
    "SHA256:47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU",
  ])
  func `other texts are none`(_ text: String) {
    #expect(KeyFingerprint(text) == nil)
  }

  @Test func `it is the SHA-256 that others compute`() {
    let empty = KeyFingerprint("SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU")
    #expect(empty?.bytes == Digest.sha256([]))
  }

  @Test func `digests are those of RFC 4231`() {
    let mac = Digest.hmac(key: Array("Jefe".utf8), Array("what do ya want for nothing?".utf8))
    #expect(mac.prefix(4) == [0x5b, 0xdc, 0xc1, 0x46])
    #expect(Digest.areEqual(mac, mac) && !Digest.areEqual(mac, Array(mac.dropLast())))
    #expect(!Digest.areEqual(mac, mac.map { $0 ^ 1 }))
  }
}
