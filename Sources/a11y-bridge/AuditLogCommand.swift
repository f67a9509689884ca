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
        + "prints the present one, and the server's log has one for each start, each new file and each stop."
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
    exitCodes: ["the log is whole", "it is not", "usage error"],
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
    let kept = expected == nil ? try keptHead(of: paths) : nil
    var verification = AuditVerification(expecting: expected ?? kept, isKept: kept != nil)
    let files = try inOrder(paths)
    do throws(AuditVerification.Defect) {
      for (path, bytes) in files { try verification.check(bytes, file: path) }
      try verification.finish(file: files.last?.0 ?? "")
    } catch {
      throw ProgramError(error.message)
    }
    if expected == nil, kept == nil {
      AdminCommands.output(
        "note: no server has kept the end of this log here, so that a cut end would not show; compare with --head"
      )
    }
    for note in verification.notes { AdminCommands.output("note: \(note)") }
    let head = verification.last.map { "; the head is \($0)" } ?? ""
    AdminCommands.output("\(verification.records) records, whole\(head)")
  }

  /// How far the server has written the log that is among some files, if it has kept that here.
  private static func keptHead(of paths: [String]) throws(ProgramError) -> AuditHead? {
    let state = try stored { () throws(StateError) in
      try StateDirectory.open(for: ServerSecurity.program, create: false)
    }
    guard let state else { return nil }
    for path in paths {
      let head = try stored { () throws(PrivateFileError) in
        try AuditBookmark(of: path, in: state).head()
      }
      if let head { return head }
    }
    return nil
  }

  private static func printHead(_ parsed: ParsedCommand) throws(ProgramError) {
    var path = parsed.argument("file")
    if path == nil { path = try present().first }
    guard let path else { throw ProgramError("there is no audit log") }
    guard let head = AuditHead(lastOf: try read(path)) else {
      throw ProgramError("\(path) has no record")
    }
    AdminCommands.output("\(head)")
  }

  /// The files in the state directory.
  private static func present() throws(ProgramError) -> [String] {
    let state = try stored { () throws(StateError) in
      try StateDirectory.open(for: ServerSecurity.program, create: false)
    }
    let names = (try? state?.names()) ?? []
    let found = names.filter {
      $0 == AuditSettings.fileName || $0.hasPrefix("\(AuditSettings.fileName).")
    }
    if let state, !found.contains(AuditSettings.fileName),
      let written = try keptHead(of: [state.path(AuditSettings.fileName)])
    {
      throw ProgramError(
        "\(state.path(AuditSettings.fileName)) is gone: the server had written it up to record \(written.number); name "
          + "its files, if they were put elsewhere")
    }
    guard let state, found.contains(AuditSettings.fileName) else {
      throw ProgramError(
        "there is no audit log in \(StateDirectory.path(for: ServerSecurity.program) ?? "the state directory"); "
          + "name its files")
    }
    return found.map(state.path)
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
      throw ProgramError(error.unreadable(path))
    }
  }
}
