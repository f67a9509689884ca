import BridgeTransport
import TextEncodings

@testable import BridgeSecurity

/// Reads pairing lines, strings, tokens and stored files. The first byte selects which; what can be read must be the same
/// when it is written and read again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPairing(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  guard let kind = input.first else { return 0 }
  let bytes = Array(input.dropFirst())
  let text = String(decoding: bytes, as: UTF8.self)
  switch kind % 10 {
  case 0: fuzzLine(text)
  case 1: fuzzLine(sealed(bytes))
  case 2: fuzzString(text)
  case 3:
    if let token = try? Token.read(bytes) {
      precondition((try? Token.read(Array(token.utf8))) == token)
    }
  case 4:
    for kind in CredentialStore.Kind.allCases {
      checkSame(bytes, \.stored) { try? Grant(name, kind, stored: $0) }
    }
  case 5: checkSame(bytes, \.stored) { try? Invitation(number, stored: $0) }
  case 6: checkSame(bytes, \.stored) { try? KnownServer(name, stored: $0) }
  case 7: checkSame(bytes, \.stored, IntroductionWindow.init(stored:))
  case 8: checkSame(bytes, \.stored, WaitingClient.init(stored:))
  default: fuzzNames(text)
  }
  return 0
}

private let name = CredentialName("laptop")!
private let number = InvitationNumber(received: [1, 2, 3, 4])!

private func checkSame<Value: Equatable>(
  _ bytes: [UInt8], _ stored: KeyPath<Value, [UInt8]>, _ read: ([UInt8]) -> Value?
) {
  guard let value = read(bytes) else { return }
  precondition(read(value[keyPath: stored]) == value, "it changed on the way")
}

private func fuzzLine(_ text: String) {
  _ = InvitationCode.mayBeMeant(by: text)
  guard let code = try? InvitationCode(parsing: text) else { return }
  precondition(code.secret.count == 16 && code.addresses.count <= InvitationCode.maxAddresses)
  let again = try? InvitationCode(parsing: code.text)
  precondition(again?.number == code.number && again?.secret == code.secret)
  precondition(again?.serverKey == code.serverKey && again?.addresses == code.addresses)
}

/// A line with the right check sum, so that what is behind it is reached.
private func sealed(_ bytes: [UInt8]) -> String {
  let check = Digest.sha256(Array("a11y-bridge invitation".utf8) + bytes).prefix(4)
  return "A11Y1-" + BaseEncoding.base32.encode(bytes + check)
}

private func fuzzString(_ text: String) {
  guard let string = IntroductionString(text) else { return }
  precondition(IntroductionString(string.description) == string)
}

private func fuzzNames(_ text: String) {
  if let name = CredentialName(text) { precondition(!name.text.contains("/")) }
  _ = CredentialName(making: text, or: name)
  if let key = KeyFingerprint(text) { precondition(KeyFingerprint(key.description) == key) }
  for encoding in [BaseEncoding.base16, .base32, .base64, .anyBase64] {
    guard let bytes = encoding.decode(text) else { continue }
    precondition(encoding.decode(encoding.encode(bytes)) == bytes)
  }
}
