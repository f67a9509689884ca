internal import AccessibilityRendering
internal import CommandLineOptions

struct BenchCommand: ClientCommand {
  static let spec = CommandSpec(
    "bench", summary: "Measure the performance of a server",
    details: Benchmark.allCases.map { "\($0.rawValue): \($0.summary)" } + [
      "Without --timeout, the command may take up to 30 s longer than --seconds."
    ],
    arguments: [
      .required("what", "Benchmark to run", kind: .choice(Benchmark.allCases.map(\.rawValue)))
    ],
    options: [
      OptionSpec.integer("connections", "N", in: 1...20_000, "Number of connections")
        .defaulting(to: "1"),
      OptionSpec.integer(
        "in-flight", "N", in: 1...65_536,
        "Number of concurrent calls over all connections; by default 64 for pipelined, otherwise 1"),
      OptionSpec.seconds("seconds", in: 0.1...3600, "Duration of the measurement")
        .defaulting(
          to: "3"),
      OptionSpec.integer(
        "size", "BYTES", in: 0...65_536, "Payload size of echoes and stream messages, in bytes"
      )
      .defaulting(to: "64"),
      OptionSpec.text(
        "selector", "SELECTOR",
        "Selector for find and element, and of the element that action and fanout press"
      )
      .defaulting(to: "button"),
      OptionSpec.integer(
        "budget", "TOKENS", in: OutlineOptions.budgets, "Maximum length of an outline, in tokens"
      )
      .defaulting(to: "\(OutlineOptions.View.agent.defaultBudget)"),
    ],
    example: "bridge-client bench roundtrip",
    moreExamples: ["bridge-client --json bench find --selector link"])

  private let benchmark: Benchmark
  private var options = BenchOptions()
  /// Whether --timeout was given. Without it, the time of measuring is added to the time limit.
  private let hasTimeout: Bool

  init(_ parsed: ParsedCommand) throws {
    guard let benchmark = Benchmark(rawValue: parsed.required("what")) else {
      throw BadCommand("unknown benchmark")
    }
    for name in ["in-flight", "seconds", "size", "selector", "budget"]
    where parsed.origin(name) == .commandLine && !benchmark.options.contains(name) {
      throw BadCommand("'bench \(benchmark.rawValue)' does not take --\(name)")
    }
    self.benchmark = benchmark
    hasTimeout = parsed.origin("timeout") != .defaultValue
    options.connections = parsed.int("connections") ?? options.connections
    options.inFlight = parsed.int("in-flight") ?? (benchmark == .pipelined ? 64 : 1)
    options.seconds = parsed.seconds("seconds") ?? options.seconds
    options.size = parsed.int("size") ?? options.size
    options.selector = parsed.string("selector") ?? options.selector
    options.budget = parsed.int("budget") ?? options.budget
    if hasTimeout, let timeout = parsed.seconds("timeout"), measuring >= .seconds(timeout) {
      throw BadCommand(
        "the benchmark measures for \(measuring), longer than --timeout: raise --timeout or "
          + "lower --seconds")
    }
  }

  /// The duration of the measurement.
  private var measuring: Duration {
    benchmark.options.contains("seconds") ? .seconds(options.seconds + options.warmUp) : .zero
  }

  func run(_ session: Session) async throws -> ExitCode {
    var options = options
    options.security = session.endpoint.security
    options.token = session.endpoint.token
    let extra = hasTimeout ? .zero : measuring
    let report = try benchmark.run(
      options, at: try session.address,
      limit: BenchRun.Limit(
        time: session.timeout + extra, deadline: session.deadline.advanced(by: extra)))
    if session.json {
      session.output.line("\(whole: report.json)")
    } else {
      for line in report.lines { session.output.line("\(line)") }
    }
    return .done
  }
}
