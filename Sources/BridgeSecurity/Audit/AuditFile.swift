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

  /// How many bytes may wait for the disk.
  private static let maxUnwritten = 1024 * 1024

  /// Opens the log and finds its end. Goes on behind a line that was cut when the server was killed.
  init(_ options: AuditOptions) throws(AuditError) {
    self.options = options
    do throws(SystemError) {
      file = try LogFile(options.path)
    } catch {
      throw AuditError(options.path, error)
    }
    let end = try AuditEnd(of: file, options)
    head = end.head
    if !end.isTerminated { unwritten = [UInt8(ascii: "\n")] }
    guard let torn = end.torn else {
      if file.length == 0, head.number > 0 { add(continuation) }
      return
    }
    var record = AuditRecord("recovered")
    record.add("torn_bytes", torn.count)
    record.add("torn_sha256", AuditEnd.digest(of: torn[...]))
    unwritten += AuditLine.bytes(of: record, after: &head)
    news.append(
      "\(options.path) ended in the middle of a record of \(torn.count) bytes: the server was killed, or the file "
        + "was cut; going on behind it")
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
    guard lost > 0 else { return }
    var record = AuditRecord("lost")
    record.add("records", lost)
    lost = 0
    add(record)
    try write()
  }

  func synchronize() {
    // A disk that cannot is heard of at the next write.
    try? file.synchronize()
    isSynchronized = true
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
    // The rest of a line belongs to the line's beginning, unless that is gone.
    guard unwritten.isEmpty || file.isRemoved, !file.isInPlace else { return }
    try file.reopen()
    lost += unwritten.count { $0 == UInt8(ascii: "\n") }
    unwritten = []
    begin("\(options.path) was renamed or removed: going on with a new file")
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
  private func begin(_ reason: String) {
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

  init(_ path: String, _ error: SystemError) {
    message =
      switch (error.call, error.errno) {
      case ("flock", EWOULDBLOCK):
        "another server runs and writes the audit log \(path); stop that one, or choose another file with --audit-log "
          + "and another address with --listen"
      case ("check", EACCES):
        "the audit log \(path) can be read or changed by others; run: chmod 600 \(path)"
      case ("check", _): "the audit log \(path) belongs to another user"
      case (_, ELOOP): "the audit log \(path) is a link, which is not followed"
      case ("open", ENOENT):
        "the directory of the audit log \(path) does not exist; make it, or choose another file with --audit-log"
      case ("open", EINVAL): "the audit log \(path) is not a file"
      default: "the audit log \(path) cannot be used: \(error.message)"
      }
  }
}
