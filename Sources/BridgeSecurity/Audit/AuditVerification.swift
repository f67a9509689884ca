/// Checks that the files of an audit log are as the server wrote them.
public struct AuditVerification {
  /// The first thing that is wrong.
  public struct Defect: Error, Equatable, Sendable {
    public let file: String
    /// From 1; `nil`: it is about the end.
    public let line: Int?
    public let problem: String

    public var message: String { "\(file)\(line.map { ":\($0)" } ?? ""): \(problem)" }
  }

  private var head: AuditHead?
  /// Lines that are no records, which a record about them must follow.
  private var torn: (bytes: [UInt8], line: Int)?
  /// Where the first record is the first of the log.
  public private(set) var startsAtOrigin = false
  public private(set) var records: UInt64 = 0
  /// What is not wrong but worth knowing.
  public private(set) var notes: [String] = []
  private let expected: AuditHead?
  private let isKept: Bool
  private let first: UInt64?
  private let startsAnywhere: Bool
  private var hasMetExpected = false
  /// The first record that is here.
  private var beginning: (number: UInt64, defect: (String) -> Defect)?

  /// - Parameter expected: A head that was written down elsewhere: the log must contain it.
  public init(expecting expected: AuditHead? = nil) {
    self.init(expecting: expected, isKept: false, startsAnywhere: false)
  }

  /// - Parameter end: What the server has kept. The log may begin behind its last record, because files that were put
  ///   aside may be elsewhere, and not behind its first one.
  public init(kept end: KeptEnd?) {
    self.init(expecting: end?.head, isKept: end != nil, from: end?.first, startsAnywhere: false)
  }

  /// - Parameter startsAnywhere: Whether the first record is taken as it is.
  init(
    expecting expected: AuditHead?, isKept: Bool, from first: UInt64? = nil, startsAnywhere: Bool
  ) {
    (self.expected, self.isKept, self.first) = (expected, isKept, first)
    self.startsAnywhere = startsAnywhere
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
    guard let torn else { return }
    let last = head?.number ?? 0
    throw Defect(
      file: file, line: torn.line,
      problem: isKept && expected.map { $0.number > last } ?? false
        ? "this line was cut: the server had written it, and up to number \(expected?.number ?? 0)"
        : bytes.last == UInt8(ascii: "\n")
          ? Self.noRecord
          : "the last record is incomplete: the server is writing it or was killed, or the end was "
            + "cut off")
  }

  private static let noRecord = "this line is not a record: it was changed or cut"

  /// Checks what only the end shows.
  public func finish(file: String) throws(Defect) {
    if let first, let beginning, beginning.number > first {
      let last = beginning.number - 1
      throw beginning.defect(
        "\(first == last ? "record \(first)" : "records \(first) to \(last)"), which the server had written before this "
          + "line, \(first == last ? "is" : "are") not here: the log was removed, or put elsewhere while no server ran; "
          + "then name its other files, too")
    }
    guard let expected, !hasMetExpected else { return }
    let last = head?.number ?? 0
    if expected.number > last {
      throw Defect(file: file, line: nil, problem: AuditDamage.problem(last, expected))
    }
    guard !isKept else { return }
    throw Defect(
      file: file, line: nil, problem: "record \(expected.number) is not among these files")
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
    if head == nil, !startsAnywhere { try begin(line, defect) }
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
    if let expected, expected.number == line.number {
      guard expected == line.head else {
        throw defect(
          isKept
            ? "the server had written another record here: the log was written anew"
            : "this record is not the one that was written down as \(expected)")
      }
      hasMetExpected = true
    }
    guard !startsAnywhere, line.text("event") == "damaged" else { return }
    throw defect(
      "the server found here that another program had changed the log: "
        + (line.text("problem") ?? "damaged"))
  }

  /// Takes the first line's word for what was before it, which only an older file could prove.
  private mutating func begin(
    _ line: AuditLine, _ defect: @escaping (String) -> Defect
  ) throws(Defect) {
    beginning = (line.number, defect)
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
      throw Defect(file: file, line: torn.line, problem: Self.noRecord)
    }
    notes.append("the server was killed while it wrote line \(torn.line) of \(file)")
  }
}
