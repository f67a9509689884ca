internal import TextEncodings

/// Bytes in JSON: base64 with padding.
package enum Base64 {
  package static func encode(_ bytes: some Sequence<UInt8>) -> String {
    let text = BaseEncoding.base64.encode(bytes)
    return text + String(repeating: "=", count: -text.utf8.count & 3)
  }

  /// Decodes either alphabet, with or without padding. Returns `nil` for text that is not base64.
  package static func decode(_ text: String) -> [UInt8]? {
    let digits = text.prefix { $0 != "=" }
    let padding = text[digits.endIndex...]
    guard padding.utf8.count <= 2, padding.utf8.allSatisfy({ $0 == UInt8(ascii: "=") }) else {
      return nil
    }
    return BaseEncoding.anyBase64.decode(digits, ignoringRest: true)
  }
}
