internal import BridgeTransport
internal import Glibc

/// The audit log on the disk: records become lines there. Used by one thread at a time.
final class AuditFile {
  private let file: LogFile
  private let options: AuditOptions
  private(set) var head: AuditHead
  /// Lines, or the rest of one, that the disk did not take.
  private var unwritten: [UInt8] = []
  /// Records that were dropped because too many waited for the disk.
  private var lost = 0
  /// What is to be told of since the last call of `takeNews`.
  private var news: [String] = []
  private(set) var isSynchronized = true
  /// The number of the first record that the file must have, whatever others have done to it.
  private var first: UInt64
  /// What is kept of the log's end, or why nothing can be.
  private var kept: Result<KeptEnd, PrivateFileError>?
  private var lastSynchronized = MonotonicTime.now()

  /// How many bytes may wait for the disk.
  private static let maxUnwritten = 1024 * 1024

  /// How long records may come without a pause before what is written is brought to the disk.
  private static let maxUnsynchronized = Duration.seconds(10)

  /// Opens the log and finds its end. Goes on behind a line that was cut when the server was killed, and behind
  /// damage, of which a record tells.
  init(_ options: AuditOptions) throws(AuditError) {
    self.options = options
    do throws(SystemError) {
      file = try LogFile(options.path)
    } catch {
      throw AuditError(options.path, error)
    }
    let (kept, problem) = Self.kept(options)
    let end = try AuditEnd(of: file, options, kept: kept?.head)
    head = end.head
    first =
      end.isBehindPrevious
      ? end.head.number + 1 : kept?.first ?? Self.first(of: file) ?? head.number + 1
    if let kept { self.kept = .success(kept) }
    if let problem { news.append(problem) }
    if !end.isTerminated { unwritten = [UInt8(ascii: "\n")] }
    if let damage = end.damage {
      tell(of: damage)
    } else if let torn = end.torn {
      var record = AuditRecord("recovered")
      record.add("torn_bytes", torn.count)
      record.add("torn_sha256", AuditEnd.digest(of: torn[...]))
      unwritten += AuditLine.bytes(of: record, after: &head)
      news.append(
        "\(options.path) ended in the middle of a record of \(torn.count) bytes: the server was killed, or the file "
          + "was cut; going on behind it")
    } else if file.length == 0, head.number > 0 {
      if head == kept?.head, !end.isBehindPrevious {
        news.append(
          "\(options.path) is not there any more, or another file than before: going on with a new one; the last record "
            + "before it is \(head). 'a11y-bridge audit-log verify' needs the old one as well")
      }
      add(continuation)
    }
    guard end.damage == nil, end.head.number > 0, options.bookmark != nil else { return }
    if kept == nil, problem == nil {
      news.append("whether the end of \(options.path) was cut off is not known: no end was kept")
    }
    // A server that ends soon, again and again, keeps an end as well.
    guard (try? file.synchronize()) != nil else { return }
    keepEnd(end.head)
  }

  /// The number of the first record in a file.
  private static func first(of file: LogFile) -> UInt64? {
    (try? file.beginning(64 * 1024)).flatMap { AuditHead.firstNumber(in: $0) }
  }

  /// Keeps elsewhere how far the log is written, and says once that this is not possible.
  private func keepEnd(_ head: AuditHead) {
    guard let bookmark = options.bookmark else { return }
    let end = KeptEnd(head: head, first: first)
    guard kept != .success(end) else { return }
    let before = kept
    do throws(PrivateFileError) {
      try bookmark.keep(end)
      kept = .success(end)
      if case .failure = before { news.append("the end of \(options.path) is kept again") }
    } catch {
      kept = .failure(error)
      guard kept != before else { return }
      news.append(
        "the end of \(options.path) is not kept until this is mended, and a cut end would not show: \(error.message)"
      )
    }
  }

  /// How far the log was written, where that is kept, or why that is not known.
  private static func kept(_ options: AuditOptions) -> (end: KeptEnd?, problem: String?) {
    func unknown(_ why: String) -> String {
      "whether the end of \(options.path) was cut off is not known: \(why)"
    }
    do throws(PrivateFileError) {
      return switch try options.bookmark?.kept() {
      case .success(let end): (end, nil)
      case .failure(let damage): (nil, unknown(damage.description))
      case nil: (nil, nil)
      }
    } catch {
      return (nil, unknown(error.message))
    }
  }

  /// Records that somebody else has changed the log, and goes on behind that.
  private func tell(of damage: AuditDamage) {
    var record = AuditRecord("damaged")
    record.add("problem", damage.problem)
    record.add("line", damage.line)
    record.add("written", damage.written.map(\.description))
    add(record)
    news.append(
      "\(options.path)\(damage.line.map { ":\($0)" } ?? ""): \(damage.problem); another program has changed the log. Keep "
        + "the file, for example under another name; 'a11y-bridge audit-log verify' checks it. Going on behind it, with a "
        + "record of this")
  }

  /// Whether everything is done that can be done without records.
  var isSettled: Bool {
    if case .failure = kept { return false }
    return isSynchronized
  }

  /// Whether everything that was appended is written.
  var isWritten: Bool { unwritten.isEmpty }

  /// What is to be told of since the last call.
  func takeNews() -> [String] {
    defer { news = [] }
    return news
  }

  /// Appends records. What the disk does not take is kept and written with the next call.
  ///
  /// - Parameter lost: How many records were dropped before these.
  func append(_ records: [AuditRecord], lost dropped: Int = 0) throws(SystemError) {
    lost += dropped
    try checkPlace()
    if unwritten.isEmpty, file.length >= options.maxLength { rotate() }
    for record in records { add(record) }
    try write()
    if lost > 0 {
      var record = AuditRecord("lost")
      record.add("records", lost)
      lost = 0
      add(record)
      try write()
    }
    if lastSynchronized.advanced(by: Self.maxUnsynchronized) < .now() { synchronize() }
  }

  /// Brings what is written to the disk, and keeps its end elsewhere.
  func synchronize() {
    lastSynchronized = .now()
    guard !isSettled, isWritten else { return }
    do throws(SystemError) {
      if !isSynchronized { try file.synchronize() }
      isSynchronized = true
    } catch {
      // A disk that cannot is heard of at the next write.
      return
    }
    keepEnd(head)
  }

  private func add(_ record: AuditRecord) {
    guard unwritten.count < Self.maxUnwritten else {
      lost += 1
      return
    }
    unwritten += AuditLine.bytes(of: record, after: &head)
  }

  private func write() throws(SystemError) {
    while !unwritten.isEmpty {
      let count = try file.append(unwritten)
      guard count > 0 else { throw SystemError(errno: ENOSPC, call: "write") }
      unwritten.removeFirst(count)
      isSynchronized = false
    }
  }

  /// Goes on with a new file when somebody has renamed or removed the old one.
  private func checkPlace() throws(SystemError) {
    try checkLength()
    // The rest of a line belongs to the line's beginning, unless that is gone.
    let isRemoved = file.isRemoved
    guard unwritten.isEmpty || isRemoved, !file.isInPlace else { return }
    try file.reopen()
    lost += unwritten.count { $0 == UInt8(ascii: "\n") }
    unwritten = []
    begin(
      isRemoved
        ? "\(options.path) was removed, as 'a11y-bridge audit-log verify' will say: going on with a new file"
        : "\(options.path) was renamed: going on with a new file", isFirst: !isRemoved)
  }

  /// Goes on behind what somebody else has made of the file.
  private func checkLength() throws(SystemError) {
    guard !file.isAsWritten, file.isInPlace else { return }
    let before = file.length
    try file.acceptLength()
    lost += unwritten.count { $0 == UInt8(ascii: "\n") }
    let isTerminated = try file.tail(1).last.map { $0 == UInt8(ascii: "\n") } ?? true
    unwritten = isTerminated ? [] : [UInt8(ascii: "\n")]
    tell(
      of: AuditDamage(
        problem: "the file was \(before) bytes long and is now \(file.length)", written: head))
  }

  private func rotate() {
    do throws(SystemError) {
      try file.synchronize()
      try file.rotate(keeping: options.keptFiles)
      begin("\(options.path) is long: going on with a new file")
    } catch {
      news.append("\(options.path) cannot be put aside, and grows: \(error.message)")
    }
  }

  /// Begins a file with the hash that the one before it ended with.
  ///
  /// - Parameter isFirst: Whether the one before it may be elsewhere.
  private func begin(_ reason: String, isFirst: Bool = true) {
    if isFirst { first = head.number + 1 }
    news.append("\(reason); the last record before it is \(head)")
    add(continuation)
  }

  /// The first record of a file that follows another one.
  private var continuation: AuditRecord {
    var record = AuditRecord("continued")
    record.add("previous", String(decoding: head.hash, as: UTF8.self))
    return record
  }
}

/// Where the audit log is, and how much of it is kept.
public struct AuditOptions: Sendable {
  public var path: String
  /// The length at which the file is put aside, in bytes.
  public var maxLength = 16 * 1024 * 1024
  /// How many files that were put aside are kept.
  public var keptFiles = 8
  /// Whether actions are performed while the log cannot be written.
  public var continuesWhenFull = false
  /// Where the log's end is kept; `nil`: nowhere.
  public var bookmark: AuditBookmark?

  public init(path: String) {
    self.path = path
  }
}

/// Why an audit log cannot be used.
public struct AuditError: Error, Equatable, Sendable, CustomStringConvertible {
  public let message: String
  public var description: String { message }

  init(_ message: String) {
    self.message = message
  }

  /// Why a log cannot be written that a server has opened before, and what to do.
  static func reason(_ path: String, _ error: SystemError) -> String {
    switch (error.call, error.errno) {
    case ("open", ENOENT): "its directory \(FileLocation(path).directory) is gone; put it back"
    case ("flock", _), ("check", _), (_, ELOOP), ("open", EISDIR), ("open", EINVAL):
      "another file is at its path: " + AuditError(path, error).message
    default: error.message
    }
  }

  init(_ path: String, _ error: SystemError) {
    message =
      switch (error.call, error.errno) {
      case ("flock", EWOULDBLOCK):
        "another server runs and writes the audit log \(path); stop that one, or choose another file with --audit-log "
          + "and another address with --listen"
      case ("check", EACCES):
        "the audit log \(path) can be read or changed by others; run: chmod 600 \(path)"
      case ("check", _): "the audit log \(path) belongs to another user"
      case (_, ELOOP):
        "the audit log \(path) is a link, which is not followed; name the file that it leads to with --audit-log, or "
          + "remove the link"
      case ("open", ENOENT):
        "the directory of the audit log \(path) does not exist; make it, or choose another file with --audit-log"
      case ("open", EISDIR), ("open", EINVAL):
        "the audit log \(path) is \(error.errno == EISDIR ? "a directory" : "not a file"); name a file with --audit-log, "
          + "or move that away"
      case (_, ENOSPC), (_, EDQUOT), (_, EROFS):
        "the audit log \(path) cannot be written: "
          + error.unwritable(or: "choose another file with --audit-log")
      default: "the audit log \(path) cannot be used: \(error.message)"
      }
  }
}
