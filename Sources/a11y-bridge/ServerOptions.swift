internal import BridgeTransport
internal import CommandLineOptions
internal import SampleApps

/// The command line of `a11y-bridge`.
enum ServerOptions {
  static let description = Program(
    "a11y-bridge", version: Release.version,
    summary: "Serve a live mirror of accessibility trees over TCP or a unix socket",
    details: [
      "Without --source, the server mirrors the desktop if there is one, and the sample "
        + "applications otherwise.",
      "It admits the user who runs it, on loopback addresses and unix sockets (mode 0600), and other "
        + "machines over TLS; see 'a11y-bridge pair --help' and 'a11y-bridge token --help'. 'a11y-bridge audit-log --help' tells how to "
        + "check what it recorded.",
      "The samples are: " + SampleCatalog.names.joined(separator: ", ")
        + ". Samples before they are made accessible, which 'sample' leaves out: "
        + SampleCatalog.variantNames.joined(separator: ", ") + ".",
      "On SIGTERM or SIGINT, the server completes the calls in progress and exits with code 0; "
        + "a second signal ends it at once. SIGHUP reloads certificates, credentials and the policy, "
        + "and opens the audit log again.",
      "gRPC clients are served at the same addresses. With the Debian package, the .proto files are in "
        + "/usr/share/a11y-bridge/proto.",
      "Under systemd it takes the sockets of its socket unit instead of the default address, and "
        + "reports that it is ready. Warnings and errors have their level in the journal.",
    ],
    options: [
      OptionSpec.text(
        "listen", "ADDRESS",
        "Address to listen on: HOST:PORT or unix:PATH; port 0 selects a free port"
      )
      .short("l").repeatable().environment("A11Y_BRIDGE_LISTEN")
      .defaulting(to: "127.0.0.1:50151"),
      OptionSpec.text(
        "source", "SOURCE", "Source of the trees: desktop, sample (all samples) or sample:NAME"
      ).repeatable().environment("A11Y_BRIDGE_SOURCE"),
      OptionSpec.path(
        "ready-file", "PATH", "File to write the addresses to once the server listens"),
      OptionSpec.choice(
        "log-level", Log.Level.allCases.map { "\($0)" },
        "Most detailed level of messages to log on standard error"
      ).defaulting(to: "info"),
    ] + LimitOptions.specs + SecurityOptions.specs + SecretOptions.specs + AuditSettings.specs,
    subprograms: AdminCommands.all.map { $0.description },
    exitCodes: [
      "stopped by a signal", "cannot start, or the command cannot be done", "usage error",
    ], lists: [LimitOptions.list],
    related: ["bridge-client(1)"],
    examples: [
      "a11y-bridge", "a11y-bridge --source sample:calculator --listen 127.0.0.1:0",
      "a11y-bridge --listen unix:/run/user/1000/a11y-bridge.sock",
    ])

  static func log(_ parsed: ParsedCommand) -> Log {
    Log(level: Log.Level.allCases.first { "\($0)" == parsed.string("log-level") } ?? .info)
  }

  static func program(_ parsed: ParsedCommand, _ log: Log) throws(ProgramError) -> ServerProgram {
    var places: [ListeningPlace] = []
    let passed = try ServiceManager.takeSockets()
    // Who passes sockets means these, unless other addresses are named as well.
    let isDefault = parsed.origin("listen") == .defaultValue
    for text in passed.isEmpty || !isDefault ? parsed.strings("listen") : [] {
      do throws(SocketAddressError) {
        places.append(.address(try SocketAddress(parsing: text, defaultPort: 50151)))
      } catch {
        throw ProgramError(error.description, isUsage: true)
      }
    }
    var sources: [SourceChoice] = []
    for text in parsed.strings("source") {
      for choice in try SourceChoice.parse(text) where !sources.contains(choice) {
        sources.append(choice)
      }
    }
    var reason: String?
    if sources.isEmpty {
      let found = SourceChoice.fromEnvironment()
      sources = found.choices
      reason = found.reason
    }
    return ServerProgram(
      places: passed.map(ListeningPlace.passed) + places, sources: sources, reason: reason,
      readyFile: parsed.string("ready-file"),
      limits: try LimitOptions.limits(parsed),
      security: try SecurityOptions(parsed), secrets: try SecretOptions(parsed),
      audit: AuditSettings(parsed), log: log)
  }
}
