internal import BridgeTransport
internal import Glibc
internal import SafeText
internal import TextEncodings

/// The end of an audit log: its last record, and what stands behind it.
struct AuditEnd {
  let head: AuditHead
  /// What was left of a record, or of several, when the server was killed.
  private(set) var torn: [UInt8]?
  /// What somebody else has done to the log, as far as its end shows it.
  private(set) var damage: AuditDamage?
  /// Whether the file has no record yet, and the one that was put aside has the last.
  private(set) var isBehindPrevious = false
  /// Whether the file ends with a line end, or is empty.
  private(set) var isTerminated = true

  /// How far from its end a file is searched for a record.
  private static let searched = 1024 * 1024

  /// - Parameter kept: How far the log was written, as is known elsewhere.
  init(of file: LogFile, _ options: AuditOptions, kept: AuditHead? = nil) throws(AuditError) {
    do throws(SystemError) {
      let tail = try file.tail(Self.searched)
      isTerminated = tail.last.map { $0 == UInt8(ascii: "\n") } ?? true
      let found = Self.last(in: tail)
      guard found != nil || (file.length < Self.searched && Self.couldBeTorn(tail[...])) else {
        throw SystemError(errno: EILSEQ, call: "read")
      }
      let rest = tail[(found?.end ?? 0)...]
      if !rest.isEmpty { torn = Array(rest) }
      // The server may have been killed when it had put the file before this one aside.
      let previous = found == nil ? Self.previous(options.path) : nil
      let last = found?.head ?? previous ?? .origin
      if let kept, kept.number > last.number {
        head = kept
        if !file.wasMissing { damage = .cut(after: last, kept) }
      } else {
        head = last
        isBehindPrevious = previous != nil
        damage =
          Self.damage(in: tail[..<(found?.end ?? 0)], of: file, kept)
          ?? (rest.split(separator: UInt8(ascii: "\n")).allSatisfy(Self.couldBeTorn)
            ? nil : .foreign(kept))
      }
    } catch {
      if error.errno == EILSEQ {
        throw AuditError(
          "\(options.path) is not an audit log; choose another file with --audit-log, or move it away"
        )
      }
      throw AuditError(options.path, error)
    }
  }

  /// Checks the records at the end of the file, behind damage that is known.
  private static func damage(
    in tail: ArraySlice<UInt8>, of file: LogFile, _ kept: AuditHead?
  ) -> AuditDamage? {
    let newline = UInt8(ascii: "\n")
    var start = tail.startIndex
    if tail.count < file.length, let end = tail.firstIndex(of: newline) { start = end + 1 }
    let isBeginning = start == 0 && file.length <= searched
    var known = false
    var rest = start
    while let end = tail[rest...].firstEnd(of: AuditDamage.mark) {
      start = tail[start..<end].lastIndex(of: newline).map { $0 + 1 } ?? start
      rest = end
      known = true
    }
    var check = AuditVerification(
      expecting: kept, isKept: true, startsAnywhere: known || !isBeginning)
    do throws(AuditVerification.Defect) {
      try check.check(Array(tail[start...]), file: file.path)
      return nil
    } catch {
      let before =
        ((try? SmallFile.tail(file.path, .max)) ?? []).prefix(file.length - (tail.endIndex - start))
        .count { $0 == newline }
      return AuditDamage(
        problem: error.problem, line: error.line.map { $0 + before }, written: kept)
    }
  }

  /// Whether a line may be the beginning of a record.
  private static func couldBeTorn(_ bytes: ArraySlice<UInt8>) -> Bool {
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

/// What somebody else than the server has done to an audit log.
struct AuditDamage {
  let problem: String
  var line: Int?
  /// How far the server had written it, where that is known.
  var written: AuditHead?

  /// The event of the record about it. Within a text, the quotation marks would be escapes.
  static let mark = Array(#""event":"damaged""#.utf8)

  static func foreign(_ written: AuditHead?) -> AuditDamage {
    AuditDamage(
      problem: "what stands behind the last record was never written by a server", written: written)
  }

  static func cut(after last: AuditHead, _ written: AuditHead) -> AuditDamage {
    AuditDamage(problem: problem(last.number, written), written: written)
  }

  static func problem(_ last: UInt64, _ written: AuditHead) -> String {
    "the end was cut off: "
      + (last == 0 ? "no record is left" : "the last record is number \(last)")
      + ", and the server had written number \(written.number)"
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
