import Testing
import TextEncodings

@Suite struct BaseEncodingTests {
  /// The examples of RFC 4648, 10, without padding.
  private static let examples = [
    ("", "", "", ""), ("f", "Zg", "MY", "66"), ("fo", "Zm8", "MZXQ", "666f"),
    ("foo", "Zm9v", "MZXW6", "666f6f"), ("foob", "Zm9vYg", "MZXW6YQ", "666f6f62"),
    ("fooba", "Zm9vYmE", "MZXW6YTB", "666f6f6261"),
    ("foobar", "Zm9vYmFy", "MZXW6YTBOI", "666f6f626172"),
  ]

  @Test(arguments: examples)
  func `bytes are written and read as the standard says`(
    _ text: String, _ base64: String, _ base32: String, _ base16: String
  ) {
    let pairs = [
      (BaseEncoding.base64, base64), (.anyBase64, base64), (.base32, base32), (.base16, base16),
    ]
    for (encoding, encoded) in pairs {
      #expect(encoding.encode(text.utf8) == encoded)
      #expect(encoding.decode(encoded) == Array(text.utf8))
    }
  }

  @Test(arguments: [BaseEncoding.base64, .anyBase64, .base32, .base16])
  func `every byte comes back`(_ encoding: BaseEncoding) {
    let bytes = Array(UInt8.min...UInt8.max)
    for count in [0, 1, 2, 3, 4, 5, 255, 256] {
      #expect(encoding.decode(encoding.encode(bytes.prefix(count))) == Array(bytes.prefix(count)))
    }
  }

  @Test func `other spellings are read where an encoding has them`() {
    #expect(BaseEncoding.base32.decode("mzxw6") == Array("foo".utf8))
    #expect(BaseEncoding.anyBase64.decode("-_8") == [0xfb, 0xff])
    #expect(BaseEncoding.base64.decode("-_8") == nil)
    #expect(BaseEncoding.base16.decode("6F") == nil)
  }

  @Test(arguments: [
    (BaseEncoding.base64, "Zg=="), (.base64, "Z"), (.base64, "Z g"), (.base64, "Zm9vé"),
    (.base32, "M1"), (.base32, "M"), (.base32, "MZX"), (.base16, "6"), (.base16, "6g"),
  ])
  func `what is not written so is refused`(_ encoding: BaseEncoding, _ text: String) {
    #expect(encoding.decode(text) == nil)
  }

  @Test func `bits that are left over must be 0, unless they are ignored`() {
    #expect(BaseEncoding.base64.decode("Zh") == nil)
    #expect(BaseEncoding.base64.decode("Zh", ignoringRest: true) == Array("f".utf8))
    #expect(BaseEncoding.base64.decode("Z", ignoringRest: true) == nil)
  }
}
