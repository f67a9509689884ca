internal import BridgeSecurity
internal import BridgeTransport
internal import CommandLineOptions

/// Where the audit log is, and how it is kept, by the options.
struct AuditSettings {
  /// `nil`: by the addresses.
  private let path: String?
  private let maxMegabytes: Int
  private let keptFiles: Int
  private let continuesWhenFull: Bool

  /// The value of `--audit-log` for no log.
  private static let none = "none"
  static let fileName = "audit.jsonl"

  static let specs: [OptionSpec] = [
    OptionSpec.path(
      "audit-log", "PATH",
      "Record connections, actions and refusals in this file; 'none': nowhere. By default, a server that other "
        + "machines can reach keeps \(fileName) in its state directory"),
    OptionSpec.integer(
      "audit-log-size", "MIB", in: 1...4096, "Length at which the audit log is put aside, in MiB"
    ).defaulting(to: "16"),
    OptionSpec.integer(
      "audit-log-files", "N", in: 1...1000, "How many audit logs that were put aside are kept"
    ).defaulting(to: "8"),
    OptionSpec.choice(
      "audit-when-full", ["stop", "continue"],
      "What becomes of actions while the audit log cannot be written"
    ).defaulting(to: "stop"),
  ]

  init(_ parsed: ParsedCommand) {
    path = parsed.string("audit-log")
    maxMegabytes = parsed.int("audit-log-size") ?? 16
    keptFiles = parsed.int("audit-log-files") ?? 8
    continuesWhenFull = parsed.string("audit-when-full") == "continue"
  }

  /// Opens the log. Returns `nil` when there is none.
  ///
  /// - Parameter addresses: Where the server is to listen.
  func open(
    for addresses: [SocketAddress], on loop: EventLoop, log: Log
  ) throws(ProgramError) -> AuditTrail? {
    guard let path = try path(for: addresses) else { return nil }
    var options = AuditOptions(path: path)
    options.maxLength = maxMegabytes * 1024 * 1024
    options.keptFiles = keptFiles
    options.continuesWhenFull = continuesWhenFull
    options.bookmark = Self.bookmark(of: path, log)
    do throws(AuditError) {
      return try AuditTrail(options, on: loop, log: log.warning)
    } catch {
      throw ProgramError(error.message)
    }
  }

  /// Where the end of a log is kept. Without a state directory, that is nowhere.
  private static func bookmark(of path: String, _ log: Log) -> AuditBookmark? {
    do {
      return try StateDirectory.open(for: ServerSecurity.program, create: true).map {
        AuditBookmark(of: path, in: $0)
      }
    } catch {
      log.warning("a cut end of the audit log will not be noticed: \(error)")
      return nil
    }
  }

  /// The record that a server has started.
  ///
  /// - Parameters:
  ///   - listening: Where it listens.
  ///   - grants: Whom it lets in: these may have changed while no server ran.
  static func started(_ listening: [SocketAddress], _ grants: [Grant]) -> AuditRecord {
    var record = AuditRecord("started")
    record.add("software", "a11y-bridge \(Release.version)")
    record.add("addresses", listening.map(\.description).joined(separator: " "))
    for (field, kind) in [("pairings", CredentialStore.Kind.pairings), ("tokens", .tokens)] {
      let names = grants.filter { $0.kind == kind }.map(\.name.text).sorted()
      if !names.isEmpty { record.add(field, names.joined(separator: " ")) }
    }
    return record
  }

  private func path(for addresses: [SocketAddress]) throws(ProgramError) -> String? {
    if let path { return path == Self.none ? nil : path }
    guard addresses.contains(where: { !$0.isLoopback }) else { return nil }
    let state = try stored { () throws(StateError) in
      try StateDirectory.open(for: ServerSecurity.program, create: true)
    }
    return state?.path(Self.fileName)
  }
}
