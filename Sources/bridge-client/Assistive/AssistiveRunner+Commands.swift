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
    case .tooLong(let limit):
      say(SpokenLine(.refusal, "Ignored a line longer than \(limit) bytes."))
    case .notUTF8: say(SpokenLine(.refusal, "Ignored a line that is not UTF-8."))
    case .key(let key): return try await take(key)
    }
    return true
  }

  private mutating func take(_ key: Key) async throws -> Bool {
    switch prompt.take(key, numbers: client.numberCount) {
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
    guard !line.utf8.contains(0) else {
      say(SpokenLine(.refusal, "Ignored a line with a NUL character."))
      return true
    }
    guard let command = Client.parse(line) else { return true }
    if options.echoes { speaker.echo(line) }
    if let refusal = Self.vocabulary.refusal(of: command) {
      say(SpokenLine(.refusal, refusal))
      return true
    }
    switch command.verb {
    case "quit", "exit": return false
    case "help", "?": showHelp()
    case "wait": try await wait(for: command.argument)
    case "hear": try await hear(command.argument)
    default: try await carryOut(command)
    }
    return true
  }

  private mutating func wait(for argument: String) async throws {
    guard let time = Double(argument), time >= 0, time <= 3600 else {
      return say(SpokenLine(.refusal, "wait takes seconds, not \"\(argument)\""))
    }
    _ = try await hear(for: .seconds(time)) { _ in false }
  }

  private mutating func hear(_ wanted: String) async throws {
    guard !wanted.isEmpty else {
      return say(SpokenLine(.refusal, "hear takes the text to wait for"))
    }
    guard
      try await !hear(for: session.timeout, { $0.lowercased().contains(wanted.lowercased()) })
    else { return }
    let error = NotSpoken(text: wanted, heard: speaker.said)
    guard isInteractive else { throw error }
    say(SpokenLine(.refusal, "\(error)"))
  }

  /// Waits until a wanted text has been said; what was said since the last command counts.
  private mutating func hear(
    for time: Duration, _ isWanted: (String) -> Bool
  ) async throws -> Bool {
    isListening = true
    defer { isListening = false }
    try await tellNews()
    let end = try await wait(time, telling: .all) { $0.speaker.said.contains(where: isWanted) }
    if end == .calledOff { say(SpokenLine(.answer, "cancelled")) }
    return end != .timedOut
  }

  /// The commands that every client has, beside its own.
  private static var vocabulary: [CommandHelp] {
    [
      CommandHelp("hear", "TEXT", does: "Wait until something is said that contains the text"),
      CommandHelp("wait", "SECONDS", does: "Wait, and listen meanwhile"),
      CommandHelp("help", keys: [.character("?")], does: "List the commands"),
      CommandHelp("?", does: "The same as help"),
      CommandHelp("quit", keys: [.character("q")], does: "End"),
      CommandHelp("exit", does: "The same as quit"),
    ]
  }

  private func showHelp() {
    for line in Self.help(width: Terminal.columns(of: 1) ?? 80) {
      if session.json {
        session.print(SpokenLine(.answer, line))
      } else {
        session.output.line("\(line)")
      }
    }
  }

  /// Lists the commands with their keys within a width.
  private static func help(width: Int) -> [String] {
    let rows = (Client.vocabulary + vocabulary).map { command in
      [command.usage, command.keys.map(\.name).joined(separator: " "), command.summary]
    }
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
