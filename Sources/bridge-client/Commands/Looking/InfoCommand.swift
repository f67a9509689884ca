internal import BridgeProtocol
internal import CommandLineOptions

struct InfoCommand: ClientCommand {
  static let spec = CommandSpec(
    "info", summary: "Show the server's version, sources, limits and memory use",
    example: "bridge-client info")

  init(_ parsed: ParsedCommand) {}

  func run(_ session: Session) async throws -> ExitCode {
    let info = try await session.call(GetServerInfoRequest())
    if session.json {
      session.print(info)
      return .done
    }
    session.output.line("\("a11y-bridge \(info.version)", .bold) at \(try session.address)")
    var rows = info.sources.map { source in
      [
        "source",
        "\(source.name): \(source.phase)" + (source.detail.isEmpty ? "" : ", \(source.detail)"),
      ]
    }
    rows += [
      ["elements", "\(info.elementCount)"],
      ["revision", "\(info.revision) of epoch \(info.epoch)"],
      ["uptime", duration(milliseconds: info.uptimeMs)],
      ["connections", "\(info.connectionCount) of \(info.limits.maxConnections)"],
      ["subscriptions", "\(info.subscriptionCount)"],
    ]
    rows += MemoryText.rows(info.memory)
    if let log = info.auditLog { rows.append(["audit log", Self.text(of: log)]) }
    rows += info.reloadProblems.enumerated().map {
      [$0.offset == 0 ? "reload" : "", "goes on with \($0.element)"]
    }
    if info.slowTurns > 0 {
      rows.append([
        "slow turns",
        "\(info.slowTurns) longer than 50 ms, the longest \(duration(milliseconds: info.longestTurnUs / 1000))",
      ])
    }
    rows += Self.limits(info.limits.named)
    session.output.write(Columns(rows: rows).text(indent: 2))
    return .done
  }

  private static func text(of log: AuditLogState) -> String {
    let written = "\(log.path), \(log.records) records"
    guard !log.problem.isEmpty else { return written }
    let effect = log.stopsActions ? "actions are refused" : "actions go on unrecorded"
    return "\(written); CANNOT BE WRITTEN: \(log.problem); \(effect)"
  }

  /// Returns rows with as many limits each as fit beside a label, written as the server's `--limit` takes them.
  private static func limits(_ limits: [NamedLimit]) -> [[String]] {
    var lines: [String] = []
    for limit in limits {
      let text = "\(limit.name)=\(limit.text)"
      if let last = lines.last, last.utf8.count + text.utf8.count < 58 {
        lines[lines.count - 1] += " " + text
      } else {
        lines.append(text)
      }
    }
    return lines.enumerated().map { [$0.offset == 0 ? "limits" : "", $0.element] }
  }
}
