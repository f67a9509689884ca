internal import BridgeTransport
internal import Glibc
internal import TextEncodings

/// The end of an audit log: its last record, and what stands behind it.
struct AuditEnd {
  let head: AuditHead
  /// What was left of a record, or of several, when the server was killed.
  var torn: [UInt8]?
  /// Whether the file ends with a line end, or is empty.
  private(set) var isTerminated = true

  /// How far from its end a file is searched for a record.
  private static let searched = 1024 * 1024

  init(of file: LogFile, _ options: AuditOptions) throws(AuditError) {
    do throws(SystemError) {
      let tail = try file.tail(Self.searched)
      isTerminated = tail.last.map { $0 == UInt8(ascii: "\n") } ?? true
      if let found = Self.last(in: tail) {
        head = found.head
        if found.end < tail.count { torn = Array(tail[found.end...]) }
        return
      }
      guard file.length < Self.searched, Self.couldBeTorn(tail) else {
        throw SystemError(errno: EILSEQ, call: "read")
      }
      // The server may have been killed when it had put the file before this one aside.
      head = Self.previous(options.path) ?? .origin
      if !tail.isEmpty { torn = tail }
    } catch {
      if error.errno == EILSEQ {
        throw AuditError(
          "\(options.path) is not an audit log; choose another file with --audit-log, or move it away"
        )
      }
      throw AuditError(options.path, error)
    }
  }

  /// Whether a file without a record may be one whose first record was cut.
  private static func couldBeTorn(_ bytes: [UInt8]) -> Bool {
    let start = Array(#"{"n":"#.utf8)
    return bytes.prefix(start.count).elementsEqual(start.prefix(bytes.count))
  }

  private static func previous(_ path: String) -> AuditHead? {
    guard let bytes = try? SmallFile.tail("\(path).1", searched) else { return nil }
    return last(in: bytes)?.head
  }

  /// Finds the last line that is a record, and the index after its line end.
  static func last(in bytes: [UInt8]) -> (head: AuditHead, end: Int)? {
    var end = bytes.endIndex
    // Of the last line only the line end may be missing.
    let start = bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    if let line = AuditLine(bytes[start...]) { return (line.head, end) }
    while let newline = bytes[..<end].lastIndex(of: UInt8(ascii: "\n")) {
      let start = bytes[..<newline].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      if let line = AuditLine(bytes[start..<newline]) { return (line.head, newline + 1) }
      end = newline
    }
    return nil
  }

  static func digest(of bytes: ArraySlice<UInt8>) -> String {
    BaseEncoding.base16.encode(Digest.sha256(Array(bytes)))
  }
}

extension AuditHead {
  /// Finds the last record of a file.
  public init?(lastOf bytes: [UInt8]) {
    guard let found = AuditEnd.last(in: bytes) else { return nil }
    self = found.head
  }

  /// The number of the first record of a file.
  public static func firstNumber(in bytes: [UInt8]) -> UInt64? {
    for line in bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 64) {
      if let line = AuditLine(line) { return line.number }
    }
    return nil
  }
}
