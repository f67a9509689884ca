/// Checks that the files of an audit log are as the server wrote them.
public struct AuditVerification {
  /// The first thing that is wrong.
  public struct Defect: Error, Equatable, Sendable {
    public let file: String
    /// From 1.
    public let line: Int
    public let problem: String

    public var message: String { "\(file):\(line): \(problem)" }
  }

  private var head: AuditHead?
  /// Lines that are no records, which a record about them must follow.
  private var torn: (bytes: [UInt8], line: Int)?
  /// Where the first record is the first of the log.
  public private(set) var startsAtOrigin = false
  public private(set) var records: UInt64 = 0
  /// What is not wrong but worth knowing.
  public private(set) var notes: [String] = []
  private var expected: AuditHead?
  private var hasMetExpected = false

  /// - Parameter expected: A head that was written down elsewhere: the log must contain it.
  public init(expecting expected: AuditHead? = nil) {
    self.expected = expected
  }

  /// The last record; `nil` before the first.
  public var last: AuditHead? { head }

  /// Checks the next file, of which the older ones come first.
  public mutating func check(_ bytes: [UInt8], file: String) throws(Defect) {
    var number = 0
    var start = bytes.startIndex
    while start < bytes.endIndex {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
      number += 1
      try check(bytes[start..<end], isWhole: end < bytes.endIndex, file, number)
      start = end + 1
    }
    if let torn {
      throw Defect(
        file: file, line: torn.line,
        problem: bytes.last == UInt8(ascii: "\n")
          ? "this line is not a record: it was changed or cut"
          : "the last record is incomplete: the server is writing it or was killed, or the end was "
            + "cut off")
    }
  }

  /// Checks what only the end shows.
  public func finish(file: String) throws(Defect) {
    guard let expected, !hasMetExpected else { return }
    let last = head?.number ?? 0
    throw Defect(
      file: file, line: 0,
      problem: expected.number > last
        ? "the end was cut off: the last record is number \(last), and there was a number \(expected.number)"
        : "record \(expected.number) is not among these files")
  }

  private mutating func check(
    _ bytes: ArraySlice<UInt8>, isWhole: Bool, _ file: String, _ number: Int
  ) throws(Defect) {
    func defect(_ problem: String) -> Defect { Defect(file: file, line: number, problem: problem) }
    guard let line = AuditLine(bytes) else {
      let newline = isWhole ? [UInt8(ascii: "\n")] : []
      torn = ((torn?.bytes ?? []) + bytes + newline, torn?.line ?? number)
      return
    }
    try checkTorn(line, file)
    if head == nil { try begin(line, defect) }
    if let head {
      if line.number > head.number + 1 {
        let missing = line.number - head.number - 1
        throw defect(
          missing == 1
            ? "record \(head.number + 1), which stood before this line, is missing"
            : "\(missing) records, from number \(head.number + 1), which stood before this line, "
              + "are missing")
      }
      if line.number <= head.number {
        throw defect(
          "this line has number \(line.number) and stands behind number \(head.number): it was "
            + "inserted, or moved")
      }
      guard line.follows(head.hash) else {
        throw defect("this line was changed, or the one before it was replaced")
      }
    }
    head = line.head
    records += 1
    guard let expected, expected.number == line.number else { return }
    guard expected == line.head else {
      throw defect("this record is not the one that was written down as \(expected)")
    }
    hasMetExpected = true
  }

  /// Takes the first line's word for what was before it, which only an older file could prove.
  private mutating func begin(
    _ line: AuditLine, _ defect: (String) -> Defect
  ) throws(Defect) {
    if line.number == 1, line.follows(AuditHead.origin.hash) {
      startsAtOrigin = true
      head = .origin
      return
    }
    guard line.number > 1, line.text("event") == "continued", let previous = line.text("previous"),
      let before = AuditHead("\(line.number - 1):\(previous)")
    else { throw defect("the log does not begin here: records before this line are missing") }
    notes.append("begins with record \(line.number); the files before it are not here")
    head = before
  }

  /// Lets incomplete lines pass that the server found when it was started again, and recorded.
  private mutating func checkTorn(_ line: AuditLine, _ file: String) throws(Defect) {
    guard let torn else { return }
    self.torn = nil
    let isRecorded =
      line.text("event") == "recovered"
      && [torn.bytes, torn.bytes.dropLast()].contains {
        line.number("torn_bytes") == $0.count
          && line.text("torn_sha256") == AuditEnd.digest(of: $0[...])
      }
    guard isRecorded else {
      throw Defect(
        file: file, line: torn.line, problem: "this line is not a record: it was changed or cut")
    }
    notes.append("the server was killed while it wrote line \(torn.line) of \(file)")
  }
}
