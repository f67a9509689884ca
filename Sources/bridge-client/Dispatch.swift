internal import AccessibilityTree
internal import AssistiveClients
internal import BridgeClient
internal import BridgeProtocol
internal import BridgeTransport
internal import CommandLineOptions
internal import DesktopSource

/// Carries out a command line that was understood.
struct Dispatch {
  private let parsed: ParsedCommand

  init(_ parsed: ParsedCommand) {
    self.parsed = parsed
  }

  func run() async -> ExitCode {
    do {
      let session = Session(
        address: try await address(), json: parsed.flag("json"),
        timeout: .seconds(parsed.number("timeout") ?? 30), options: fieldOptions)
      return try await run(session)
    } catch {
      say(error)
      return ExitCode(error)
    }
  }

  private var fieldOptions: FieldOptions {
    FieldOptions(parsed.command.flatMap(ClientProgram.description.command))
  }

  private func address() async throws -> SocketAddress {
    let text = parsed.string("server") ?? ""
    if text.hasPrefix("ready:") {
      let file = ReadyServer(path: String(text.dropFirst("ready:".count)))
      return try await file.address(within: .seconds(parsed.number("timeout") ?? 30))
    }
    do throws(SocketAddressError) {
      return try SocketAddress(parsing: text, defaultPort: 50151)
    } catch {
      throw BadCommand("--server: \(error.description)")
    }
  }

  private func run(_ session: Session) async throws -> ExitCode {
    let target = parsed.argument("target") ?? ""
    switch parsed.command {
    case "info": return try await Looking.info(session)
    case "apps": return try await Looking.apps(session)
    case "tree": return try await tree(session)
    case "find":
      return try await Looking.find(
        session, selector: parsed.argument("selector") ?? "", scope: parsed.string("in"),
        limit: parsed.int("limit") ?? 100)
    case "get": return try await Looking.get(session, target: target)
    case "hit":
      return try await Looking.hit(
        session, point: ActionText.point(parsed.argument("point") ?? ""),
        scope: parsed.string("in"))
    case "speak": return try await speak(session)
    case "act": return try await act(session, parsed.argument("action") ?? "")
    case "insert": return try await act(session, ActionKind.insertText.name)
    case "menu": return try await act(session, ActionKind.showMenu.name)
    case "scroll":
      let kind: ActionKind = parsed.argument("value") == nil ? .scrollIntoView : .scroll
      return try await act(session, kind.name)
    case "touch": return try await act(session, ActionKind.directTouch.name)
    case "gesture": return try await act(session, ActionKind.passThroughGesture.name)
    case "drag": return try await drag(session)
    case "intent":
      return try await Acting.intent(
        session, target: target, type: parsed.argument("type") ?? "",
        parameters: parsed.rest("parameters"), actingOptions())
    case "watch": return try await Watching.watch(session, watchOptions())
    case "wait":
      return try await Watching.wait(
        session, target: target,
        condition: Watching.condition(parsed.string("until") ?? "appears"), time: session.timeout)
    case "inspect":
      if session.json { throw BadCommand("inspect draws a screen; for JSON use tree, get, watch") }
      return try await Inspecting.inspect(session, selector: parsed.argument("selector"))
    case "voiceover", "voice-control", "switch-control", "keyboard":
      return try await Assisting.run(parsed.command ?? "", session, assistiveOptions())
    case "audit": return try await audit(session)
    case "verify":
      return try await Checking.verify(session, application: parsed.argument("application"))
    case "doctor": return try await doctor(session)
    case "bench": return try bench(session)
    case "methods":
      return try Exploring.methods(session, named: parsed.argument("method"))
    case "call":
      return try await Exploring.call(
        session, parsed.argument("method") ?? "", parsed.argument("json") ?? "{}",
        streamTimeout: parsed.origin("timeout") == .defaultValue ? nil : session.timeout)
    case let action?: return try await act(session, action)
    case nil: throw BadCommand("a command is missing")
    }
  }

  private func tree(_ session: Session) async throws -> ExitCode {
    if session.json, parsed.string("budget") != nil {
      throw BadCommand("--json prints every element: --budget is for the outline; use --depth")
    }
    var options = OutlineOptions()
    options.showsAll = parsed.flag("all")
    options.showsFrames = parsed.flag("frames")
    options.budget = parsed.int("budget") ?? (options.showsAll ? nil : OutlineOptions.glance)
    return try await Looking.tree(
      session, target: parsed.argument("target"), depth: parsed.int("depth"), options: options)
  }

  private func speak(_ session: Session) async throws -> ExitCode {
    var options = Speaking.Options()
    options.target = parsed.argument("target")
    options.verbosity = parsed.string("verbosity").flatMap(Verbosity.init) ?? .default
    options.showsActions = parsed.flag("actions")
    options.limit = parsed.int("limit") ?? options.limit
    return try await Speaking.speak(session, options)
  }

  private func act(_ session: Session, _ action: String) async throws -> ExitCode {
    try await Acting.act(
      session, target: parsed.argument("target") ?? "", action: action,
      value: parsed.argument("value") ?? parsed.string("at"), actingOptions())
  }

  private func drag(_ session: Session) async throws -> ExitCode {
    let source = parsed.argument("target") ?? ""
    guard let target = parsed.string("onto") else {
      guard parsed.string("point") == nil else {
        throw BadCommand("--point is a drop point of what --onto names, which is missing")
      }
      return try await Acting.act(
        session, target: source, action: ActionKind.drag.name, value: parsed.string("from-point"),
        actingOptions())
    }
    return try await Acting.drag(
      session, source: source, onto: target, from: parsed.string("from-point"),
      point: parsed.string("point"), actingOptions())
  }

  private func actingOptions() throws -> Acting.Options {
    for name in ["quiet", "settle"] where parsed.flag("no-settle") && parsed.string(name) != nil {
      throw BadCommand("--no-settle waits for nothing: leave --\(name) out, or --no-settle")
    }
    return Acting.Options(
      allowSynthesis: parsed.flag("synthesize"),
      quietMs: UInt32(clamping: parsed.int("quiet") ?? 0),
      settleMs: UInt32(clamping: parsed.int("settle") ?? 0),
      answersImmediately: parsed.flag("no-settle"))
  }

  private func assistiveOptions() -> Assisting.Options {
    var options = Assisting.Options(target: parsed.argument("target"))
    options.commands = parsed.strings("do")
    options.isAloud = parsed.flag("aloud")
    options.allowSynthesis = parsed.flag("synthesize")
    options.verbosity = parsed.string("verbosity").flatMap(Verbosity.init) ?? .default
    options.scanMode = parsed.string("mode").flatMap(SwitchControl.Mode.init) ?? .groups
    options.scanInterval = parsed.number("scan").map { .seconds($0) }
    return options
  }

  private func audit(_ session: Session) async throws -> ExitCode {
    if parsed.flag("rules") {
      guard parsed.argument("target") == nil, parsed.origin("severity") != .commandLine else {
        throw BadCommand(
          "--rules lists rules and looks nowhere: leave the target and --severity out")
      }
    }
    let chosen = Set(parsed.strings("rule"))
    let least = AuditSeverity(name: parsed.string("severity") ?? "") ?? .warning
    var options = Auditing.Options(target: parsed.argument("target"))
    options.rules = AuditRule.all.filter { chosen.isEmpty || chosen.contains($0.id) }
    // A rule that is asked for by name is wanted, however slight.
    options.shows = { !chosen.isEmpty || $0 >= least }
    return parsed.flag("rules")
      ? Auditing.list(options, session) : try await Auditing.audit(session, options)
  }

  private func watchOptions() throws -> Watching.Options {
    var options = Watching.Options()
    options.selector = parsed.argument("selector")
    options.scope = parsed.string("in")
    options.kinds = parsed.string("kinds").map(kinds) ?? .all.subtracting([.elements, .speech])
    if parsed.string("epoch") != nil, parsed.string("since") == nil {
      throw BadCommand("--epoch says of which run --since is; give both, or neither")
    }
    options.since = try parsed.string("since").map { try revision($0, "--since") }
    options.epoch = try parsed.string("epoch").map { try revision($0, "--epoch") }
    if options.since != nil, options.epoch == nil {
      throw BadCommand(
        "--since needs --epoch: a revision means nothing in another run of the server; info prints "
          + "both")
    }
    options.snapshotFirst = parsed.flag("snapshot")
    options.count = parsed.int("count")
    options.time = parsed.number("for").map { .seconds($0) }
    return options
  }

  private func kinds(_ text: String) -> NotificationKinds {
    let names = text.split(separator: ",")
    if names.contains("all") { return .all }
    var kinds: NotificationKinds = []
    for kind in NotificationKinds.named where names.contains(where: { $0 == kind.name }) {
      kinds.insert(kind.member)
    }
    return kinds
  }

  private func revision(_ text: String, _ option: String) throws -> UInt64 {
    guard let number = UInt64(text) else {
      throw BadCommand("\(option) takes a whole number, not \"\(text)\"")
    }
    return number
  }

  private func doctor(_ session: Session) async throws -> ExitCode {
    guard parsed.origin("server") == .defaultValue else {
      return Checking.report(try await session.call(DiagnoseRequest()).findings, session)
    }
    return Checking.report(DesktopDoctor.examineThisMachine(), session)
  }

  private func bench(_ session: Session) throws -> ExitCode {
    guard let benchmark = Benchmark(rawValue: parsed.argument("what") ?? "") else {
      throw BadCommand("there is no such benchmark")
    }
    for name in ["in-flight", "seconds", "size", "selector"]
    where parsed.origin(name) == .commandLine && !benchmark.options.contains(name) {
      throw BadCommand("bench \(benchmark.rawValue) does not use --\(name); leave it out")
    }
    var options = BenchOptions(address: session.address)
    options.timeout = session.timeout
    options.connections = parsed.int("connections") ?? 1
    options.inFlight = parsed.int("in-flight") ?? (benchmark == .pipelined ? 64 : 1)
    options.seconds = parsed.number("seconds") ?? 3
    options.size = parsed.int("size") ?? 64
    options.selector = parsed.string("selector") ?? "button"
    let report = try benchmark.run(options)
    if session.json {
      session.output.line("\(whole: report.json)")
    } else {
      for line in report.lines { session.output.line("\(line)") }
    }
    return .done
  }

  /// Errors are told on standard error, and to programs beside their other lines.
  private func say(_ failure: any Error) {
    let error = fieldOptions.advised(failure)
    if parsed.flag("json") { Output().json(Failure(error: error)) }
    if let status = (error as? ClientError)?.status {
      let advice: TerminalText =
        ExitCode(status) == .deadlinePassed
        ? "\n--timeout gives it longer than \(parsed.string("timeout") ?? "") s." : ""
      complain(status.text + advice)
    } else {
      complain(TerminalText(lines: "\(error)"))
    }
  }
}
