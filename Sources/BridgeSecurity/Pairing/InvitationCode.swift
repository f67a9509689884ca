public import BridgeTransport
internal import SafeText
internal import TextEncodings

/// What is carried from the server to the client to pair them: one word, `A11Y1-…`.
///
/// It has the server's addresses and key, the number of the invitation and its secret, and a check sum against
/// mistakes in copying.
public struct InvitationCode: Hashable, Sendable {
  public let number: InvitationNumber
  /// 16 bytes.
  public let secret: [UInt8]
  /// The key that the server must have.
  public let serverKey: KeyFingerprint
  /// Where the server listens, TCP addresses only; the first one that answers is used.
  public let addresses: [SocketAddress]

  private static let prefix = "A11Y1-"
  static let secretLength = 16
  private static let checkLength = 4
  /// The maximum number of addresses in a code.
  public static let maxAddresses = 8
  static let maxHostLength = 253

  public init(
    number: InvitationNumber, secret: [UInt8], serverKey: KeyFingerprint, addresses: [SocketAddress]
  ) {
    self.number = number
    self.secret = secret
    self.serverKey = serverKey
    self.addresses = Array(addresses.prefix(Self.maxAddresses))
  }

  public var text: String {
    var bytes = number.bytes + secret + serverKey.bytes
    for case .tcp(let host, let port) in addresses where host.utf8.count <= Self.maxHostLength {
      bytes += [UInt8(port >> 8), UInt8(port & 0xff)]
      if let four = Self.ipv4(host) {
        bytes += [0] + four
      } else {
        bytes += [UInt8(host.utf8.count)] + Array(host.utf8)
      }
    }
    return Self.prefix + BaseEncoding.base32.encode(bytes + Self.check(bytes))
  }

  /// Whether somebody who wrote this text meant an invitation, even if it was changed in copying. No host has so long
  /// a name without a dot.
  public static func mayBeMeant(by text: some StringProtocol) -> Bool {
    let upper = text.uppercased()
    return upper.hasPrefix("A11Y") || upper.contains(prefix)
      || (text.utf8.count > 63 && !text.contains("."))
  }

  /// Reads a code as people paste it: with the command before it, in quotation marks, wrapped by a terminal or mail.
  ///
  /// - Throws: What is wrong with the text, in a phrase.
  public init(parsing text: some StringProtocol) throws(InvitationCodeError) {
    let upper = text.uppercased().filter { !$0.isWhitespace && !"\"'`“”‘’„".contains($0) }
    let letters = Array(upper.utf8)
    guard let start = letters[...].firstEnd(of: Array(Self.prefix.utf8)) else { throw .noCode }
    guard
      let bytes = BaseEncoding.base32.decode(String(decoding: letters[start...], as: UTF8.self)),
      bytes.count > Self.checkLength
    else { throw .mistyped }
    let body = Array(bytes.dropLast(Self.checkLength))
    guard Array(bytes.suffix(Self.checkLength)) == Self.check(body) else { throw .mistyped }
    var reader = InvitationReader(body)
    number = InvitationNumber(bytes: try reader.take(InvitationNumber.length))
    secret = try reader.take(Self.secretLength)
    guard let key = KeyFingerprint(bytes: try reader.take(Digest.length)) else { throw .mistyped }
    serverKey = key
    var addresses: [SocketAddress] = []
    while !reader.isAtEnd {
      guard addresses.count < Self.maxAddresses else { throw .mistyped }
      addresses.append(try reader.address())
    }
    self.addresses = addresses
  }

  private static func check(_ bytes: [UInt8]) -> [UInt8] {
    Array(Digest.sha256(Array("a11y-bridge invitation".utf8) + bytes).prefix(checkLength))
  }

  private static func ipv4(_ host: String) -> [UInt8]? {
    let parts = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    guard parts.count == 4 else { return nil }
    let bytes = parts.compactMap { $0 }
    guard bytes.count == 4, bytes.map({ "\($0)" }).joined(separator: ".") == host else {
      return nil
    }
    return bytes
  }
}

/// The number of an invitation, by which it is found.
public struct InvitationNumber: Hashable, Sendable, CustomStringConvertible {
  static let length = 4
  public let bytes: [UInt8]

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Returns `nil` unless there are 4 bytes.
  public init?(received bytes: [UInt8]) {
    guard bytes.count == Self.length else { return nil }
    self.bytes = bytes
  }

  init?(hexadecimal text: String) {
    guard let bytes = BaseEncoding.base16.decode(text), bytes.count == Self.length else {
      return nil
    }
    self.bytes = bytes
  }

  public var description: String { BaseEncoding.base16.encode(bytes) }
}

/// Why a text is no invitation.
public enum InvitationCodeError: Error, Equatable, Sendable, CustomStringConvertible {
  case noCode
  case mistyped

  public var description: String {
    switch self {
    case .noCode:
      "an invitation begins with A11Y1-; 'a11y-bridge pair --name NAME' on the server makes one"
    case .mistyped: "the invitation is not complete, or was changed in copying; copy it again"
    }
  }
}
