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
    session.output.line("\("a11y-bridge \(info.version)", .bold) at \(session.address)")
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
    if info.slowTurns > 0 {
      rows.append([
        "slow turns",
        "\(info.slowTurns) longer than 50 ms, the longest \(duration(milliseconds: info.longestTurnUs / 1000))",
      ])
    }
    session.output.write(Columns(rows: rows).text(indent: 2))
    return .done
  }
}
