internal import BridgeTransport
internal import SafeText
internal import TextEncodings

/// Where the audit log has got to: the number of the last record, and the hash over it and all before it.
///
/// Written down elsewhere, it proves later that nothing up to there was changed or cut off.
public struct AuditHead: Hashable, Sendable, CustomStringConvertible {
  public let number: UInt64
  /// In hexadecimal.
  public let hash: [UInt8]

  /// Before the first record.
  static let origin = AuditHead(
    number: 0, hash: [UInt8](repeating: UInt8(ascii: "0"), count: hashLength))

  static let hashLength = 2 * Digest.length

  init(number: UInt64, hash: [UInt8]) {
    (self.number, self.hash) = (number, hash)
  }

  /// Reads "1204:9f86…". Returns `nil` when it is not one.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = UInt64(parts[0]),
      BaseEncoding.base16.decode(String(parts[1]))?.count == Digest.length
    else { return nil }
    self.init(number: number, hash: Array(parts[1].lowercased().utf8))
  }

  public var description: String { "\(number):\(String(decoding: hash, as: UTF8.self))" }
}

/// One line of the audit log: `{"n":7,"time":"…",…,"hash":"…"}`.
///
/// The hash is the SHA-256 of the hash in the line before, in hexadecimal, and of this line up to `,"hash":`. So each
/// line vouches for all before it.
struct AuditLine {
  let number: UInt64
  /// The line up to the hash.
  let body: ArraySlice<UInt8>
  let hash: ArraySlice<UInt8>

  private static let maxNumber: UInt64 = 1 << 53
  private static let start = Array(#"{"n":"#.utf8)
  private static let separator = Array(#","hash":""#.utf8)
  private static let end = Array(#""}"#.utf8)

  /// Reads a line without its line end. Returns `nil` when it is not one.
  init?(_ line: ArraySlice<UInt8>) {
    let tail = Self.separator.count + AuditHead.hashLength + Self.end.count
    guard line.count > tail, line.starts(with: Self.start),
      line.suffix(Self.end.count).elementsEqual(Self.end)
    else { return nil }
    body = line.dropLast(tail)
    let rest = line.suffix(tail)
    guard rest.starts(with: Self.separator) else { return nil }
    hash = rest.dropFirst(Self.separator.count).prefix(AuditHead.hashLength)
    let digits = line.dropFirst(Self.start.count).prefix { (0x30...0x39).contains($0) }
    // Far from where counting on would overflow.
    guard let number = UInt64(String(decoding: digits, as: UTF8.self)),
      (1..<Self.maxNumber).contains(number)
    else { return nil }
    self.number = number
  }

  /// Whether the line follows the one with this hash.
  func follows(_ hash: some Collection<UInt8>) -> Bool {
    Self.hash(of: body, after: hash).elementsEqual(self.hash)
  }

  var head: AuditHead { AuditHead(number: number, hash: Array(hash)) }

  /// Returns the text of a field of the record, where it has no escapes.
  func text(_ name: String) -> String? {
    let key = Array("\"\(name)\":\"".utf8)
    guard let start = body.firstEnd(of: key) else { return nil }
    let text = body[start...].prefix { $0 != UInt8(ascii: "\"") }
    return String(decoding: text, as: UTF8.self)
  }

  func number(_ name: String) -> Int? {
    let key = Array("\"\(name)\":".utf8)
    guard let start = body.firstEnd(of: key) else { return nil }
    let digits = body[start...].prefix { (0x30...0x39).contains($0) }
    return Int(String(decoding: digits, as: UTF8.self))
  }

  /// Writes a record as the line after `head`, with its line end, and moves `head` there.
  static func bytes(of record: AuditRecord, after head: inout AuditHead) -> [UInt8] {
    let number = head.number + 1
    var line = Array(#"{"n":\#(number),"time":"\#(record.time.text)","#.utf8)
    line.append(contentsOf: record.fields)
    let hash = hash(of: line[...], after: head.hash)
    line.append(contentsOf: separator)
    line.append(contentsOf: hash)
    line.append(contentsOf: end)
    line.append(UInt8(ascii: "\n"))
    head = AuditHead(number: number, hash: hash)
    return line
  }

  private static func hash(
    of body: ArraySlice<UInt8>, after hash: some Collection<UInt8>
  ) -> [UInt8] {
    Array(BaseEncoding.base16.encode(Digest.sha256(Array(hash) + body)).utf8)
  }
}
