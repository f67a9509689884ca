internal import AssistiveClients
internal import CommandLineOptions

extension AssistiveRunner {
  /// Carries out one input.
  ///
  /// - Returns: Whether to continue; `false` to end.
  mutating func take(_ input: UserInput) async throws -> Bool {
    switch input {
    case .end: return false
    case .resized: aside {}
    case .line(let line): return try await take(line)
    case .unreadable(let why): say(SpokenLine(.refusal, why))
    case .key(let key): return try await take(key)
    }
    return true
  }

  private mutating func take(_ key: Key) async throws -> Bool {
    switch prompt.take(key) {
    case .quit: return false
    case .nothing: break
    case .redraw: session.output.write(prompt.looks)
    case .line(let line): return try await take(line)
    case .entered(let line):
      // Keys are not echoed, and neither is the key that ends a line.
      session.output.write("\n")
      return try await take(line)
    case .key(let key): if let command = Client.command(for: key) { try await carryOut(command) }
    }
    return true
  }

  private mutating func carryOut(_ command: CommandLine) async throws {
    speaker.begin()
    try await carryOut(client.carryOut(command, in: currentScene()))
  }

  private mutating func take(_ line: String) async throws -> Bool {
    guard let command = Client.parse(line) else { return true }
    if options.echoes { speaker.echo(line) }
    do {
      switch command.verb {
      case "quit", "exit": return false
      case "help", "?":
        let width = Terminal.columns(of: 1) ?? 80
        for line in Self.help(width: width) {
          if session.json {
            session.print(SpokenLine(.answer, line))
          } else {
            session.output.line("\(line)")
          }
        }
      case "wait":
        guard let time = Double(command.argument), time >= 0, time <= 3600 else {
          throw BadCommand("wait takes seconds, not \"\(command.argument)\"")
        }
        _ = try await hear(for: .seconds(time)) { _ in false }
      case "hear":
        let wanted = command.argument
        guard
          try await hear(for: session.timeout, { $0.lowercased().contains(wanted.lowercased()) })
        else {
          throw NotSpoken(text: wanted, heard: speaker.said)
        }
      default: try await carryOut(command)
      }
    } catch let error where isInteractive && (error is BadCommand || error is NotSpoken) {
      say(SpokenLine(.refusal, "\(error)"))
    }
    return true
  }

  /// Waits until a wanted text has been said; what was said since the last command counts.
  private mutating func hear(
    for time: Duration, _ isWanted: (String) -> Bool
  ) async throws -> Bool {
    let end = try await wait(time, telling: .all) { $0.speaker.said.contains(where: isWanted) }
    if end == .calledOff { say(SpokenLine(.answer, "cancelled")) }
    return end != .timedOut
  }

  /// Lists the commands of a client with their keys, then the commands that every client has, within a width.
  private static func help(width: Int) -> [String] {
    var rows = Client.vocabulary.map { command in
      [command.usage, command.keys.map(\.name).joined(separator: " "), command.summary]
    }
    rows.append(["hear TEXT", "", "Wait until something is said that contains the text"])
    rows.append(["wait SECONDS", "", "Wait, and listen meanwhile"])
    rows.append(["help", "?", "List the commands"])
    rows.append(["quit", "q", "End"])
    let room = max(20, width - Columns(rows: rows.map { Array($0.dropLast()) }).width - 2)
    var columns = Columns()
    for row in rows {
      for (number, text) in wrapped(row.last ?? "", width: room).enumerated() {
        columns.append(number == 0 ? row.dropLast() + [text] : ["", "", text])
      }
    }
    return columns.lines()
  }
}
