internal import BridgeSecurity
internal import BridgeTransport
internal import CommandLineOptions

/// `a11y-bridge audit-log`: checks an audit log.
enum AuditLogCommand: AdminCommand {
  static let name = "audit-log"

  static let description = Program(
    "a11y-bridge audit-log", version: Release.version,
    summary: "Check that an audit log is as the server wrote it",
    details: [
      "Each record has a hash over itself and all records before it. 'verify' names the first line that was "
        + "changed, removed, inserted or moved. That the end was cut off, or that all was written anew, shows against "
        + "the end that the server keeps in its state directory, and against a head that was kept elsewhere: 'head' "
        + "prints the present one, and the server's log has one for each start, each new file and each stop. A log that "
        + "was removed is not whole either."
    ],
    commands: [
      CommandSpec(
        "verify", summary: "Check the log",
        arguments: [
          .rest(
            "file", "The files, in any order; without, those in the state directory", kind: .path)
        ],
        options: [
          OptionSpec.text(
            "head", "NUMBER:HASH", "A head that was kept elsewhere, which must be in it")
        ],
        example: "a11y-bridge audit-log verify"),
      CommandSpec(
        "head", summary: "Print the number and hash of the last record",
        arguments: [
          .optional("file", "The file; without, the one in the state directory", kind: .path)
        ],
        example: "a11y-bridge audit-log head"),
    ],
    exitCodes: [
      "the log is whole", "it is not: something was changed, removed or cut", "usage error",
      "it cannot be checked: a file cannot be read, or there is none",
    ],
    examples: [
      "a11y-bridge audit-log verify", "a11y-bridge audit-log verify audit.jsonl audit.jsonl.1",
      "a11y-bridge audit-log head",
    ])

  static func run(_ parsed: ParsedCommand) throws(ProgramError) {
    switch parsed.command {
    case "verify": try verify(parsed)
    case "head": try printHead(parsed)
    default: throw ProgramError("give 'verify' or 'head'", isUsage: true)
    }
  }

  private static func verify(_ parsed: ParsedCommand) throws(ProgramError) {
    var expected: AuditHead?
    if let text = parsed.string("head") {
      guard let head = AuditHead(text) else {
        throw ProgramError("'\(text)' is no head: 'audit-log head' prints one", isUsage: true)
      }
      expected = head
    }
    var paths = parsed.rest("file")
    if paths.isEmpty { paths = try present() }
    // Before the files are read: a server that runs writes on.
    let kept = expected == nil ? try keptEnd(of: paths) : nil
    let end = try? kept?.get()
    var verification =
      expected.map { AuditVerification(expecting: $0) } ?? AuditVerification(kept: end)
    let files = try inOrder(paths)
    var problems: [String] = []
    do throws(AuditVerification.Defect) {
      for (path, bytes) in files { try verification.check(bytes, file: path) }
      try verification.finish(file: files.last?.0 ?? "")
    } catch {
      problems.append(error.message)
    }
    if case .failure(let damage) = kept { problems.append(damage.description) }
    guard problems.isEmpty else { throw ProgramError(problems.joined(separator: "\n")) }
    if expected == nil, end == nil {
      AdminCommands.output(
        "note: no server has kept the end of this log here, so that a cut end would not show; compare with --head"
      )
    }
    for note in verification.notes { AdminCommands.output("note: \(note)") }
    let head = verification.last.map { "; the head is \($0)" } ?? ""
    AdminCommands.output("\(verification.records) records, whole\(head)")
  }

  /// How far the server has written the log that is among some files, if it has kept that here.
  private static func keptEnd(
    of paths: [String]
  ) throws(ProgramError) -> Result<KeptEnd, AuditBookmark.Damage>? {
    guard let state = try state() else { return nil }
    do throws(PrivateFileError) {
      for path in paths {
        if let end = try AuditBookmark(of: path, in: state).kept() { return end }
      }
      return nil
    } catch {
      throw unchecked(error.message)
    }
  }

  private static func state() throws(ProgramError) -> PrivateDirectory? {
    do throws(StateError) {
      return try StateDirectory.open(for: ServerSecurity.program, create: false)
    } catch {
      throw unchecked(error.message)
    }
  }

  /// That it is not known whether a log is whole, which is not that it is not.
  private static func unchecked(_ why: String) -> ProgramError {
    ProgramError("cannot check the audit log: \(why)", exitCode: 3)
  }

  private static func printHead(_ parsed: ParsedCommand) throws(ProgramError) {
    var path = parsed.argument("file")
    if path == nil { path = try present().first }
    guard let path else { throw unchecked("there is none") }
    guard let head = AuditHead(lastOf: try read(path)) else {
      throw ProgramError("\(path) has no record")
    }
    AdminCommands.output("\(head)")
  }

  /// The files in the state directory.
  private static func present() throws(ProgramError) -> [String] {
    let state = try state()
    let names = (try? state?.names()) ?? []
    let found = names.filter {
      $0 == AuditSettings.fileName || $0.hasPrefix("\(AuditSettings.fileName).")
    }
    guard let state else { throw none() }
    guard found.contains(AuditSettings.fileName) else {
      throw try gone(state.path(AuditSettings.fileName)) ?? none()
    }
    return found.map(state.path)
  }

  private static func none() -> ProgramError {
    unchecked(
      "there is none in \(StateDirectory.path(for: ServerSecurity.program) ?? "the state directory"); name its files"
    )
  }

  /// That a file was removed which a server has written; `nil`: nobody knows of one.
  private static func gone(_ path: String) throws(ProgramError) -> ProgramError? {
    switch try keptEnd(of: [path]) {
    case .success(let end):
      ProgramError(
        "\(path) is gone: the server had written it up to record \(end.head.number); name its files, if they were put "
          + "elsewhere")
    case .failure(let damage): ProgramError("\(path) is gone, and \(damage)")
    case nil: nil
    }
  }

  /// Reads the files, the one with the oldest records first.
  private static func inOrder(_ paths: [String]) throws(ProgramError) -> [(String, [UInt8])] {
    var files: [(path: String, bytes: [UInt8], first: UInt64)] = []
    for path in paths {
      let bytes = try read(path)
      files.append((path, bytes, AuditHead.firstNumber(in: bytes) ?? .max))
    }
    return files.sorted { $0.first < $1.first }.map { ($0.path, $0.bytes) }
  }

  private static func read(_ path: String) throws(ProgramError) -> [UInt8] {
    do throws(SystemError) {
      return try SmallFile.tail(path, .max)
    } catch {
      if error.isMissing, let removal = try gone(path) { throw removal }
      throw unchecked(
        error.isForbidden
          ? "you may not read \(path); run this as the user who runs the server"
          : error.unreadable(path))
    }
  }
}
