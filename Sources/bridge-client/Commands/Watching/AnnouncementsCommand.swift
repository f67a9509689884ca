internal import AccessibilityRendering
internal import AccessibilityTree
internal import BridgeClient
internal import BridgeProtocol
internal import CommandLineOptions

struct AnnouncementsCommand: ClientCommand {
  static let spec = CommandSpec(
    "announcements", summary: "List what was announced lately, oldest first",
    details: [
      "The server keeps the newest 256 announcements: what applications posted, and what appeared in alerts, "
        + "status lines and other live regions. What was announced several times in a row is one line.",
      "--since takes an age such as 90s, 5m or 2h, or a revision as 'tree' prints it; a bare number is the same with its --epoch. "
        + "After a restart of the server, everything since that is printed.",
    ],
    options: [
      .text(
        "since", "REVISION|AGE", "Only announcements after this revision, or of this age at most"),
      .text("epoch", "EPOCH", "Epoch (run of the server) of a --since that is a bare number"),
      .integer("limit", "N", in: 1...256, "Maximum number of announcements, of the newest"),
      .integer(
        "budget", "TOKENS", in: 100...20_000, "Print the newest only, in at most so many tokens"),
    ],
    example: "bridge-client announcements",
    moreExamples: ["bridge-client --json announcements --since 5m"])

  private var request: ListAnnouncementsRequest
  /// The revision after which the list begins.
  private var mark: RevisionMark?
  /// The most tokens to print; `nil`: any number.
  private let budget: Int?

  init(_ parsed: ParsedCommand) throws {
    budget = parsed.int("budget")
    request = ListAnnouncementsRequest(limit: parsed.int("limit") ?? 0)
    // A revision has no letters, and an age has.
    if let text = parsed.string("since"), !text.allSatisfy({ "0123456789-".contains($0) }) {
      guard parsed.string("epoch") == nil else {
        throw BadCommand("--epoch requires --since with a revision, not with an age")
      }
      request.maxAgeMs = try Self.age(written: text)
    } else {
      mark = try parsed.sinceWithEpoch()
    }
  }

  /// Returns an age in milliseconds.
  private static func age(written text: String) throws -> UInt64 {
    let units: [(name: String, milliseconds: UInt64)] = [
      ("ms", 1), ("s", 1000), ("m", 60_000), ("min", 60_000), ("h", 3_600_000),
    ]
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let number = UInt64(digits), number > 0, number <= 1_000_000,
      let unit = units.first(where: { $0.name == text.dropFirst(digits.count) })
    else {
      throw BadCommand(
        "--since must be an age such as 90s, 5m or 2h, or a revision such as 4127-582113, not \"\(text)\""
      )
    }
    return number * unit.milliseconds
  }

  func run(_ session: Session) async throws -> ExitCode {
    let client = try await session.open(since: mark)
    defer { client.close() }
    var request = request
    if let mark {
      // Nothing that was announced before a restart is known.
      mark.noteRestart(client)
      request.since = mark.isOfRun(of: client) ? mark.revision : 0
      request.epoch = client.server?.epoch ?? 0
    }
    let response = try await session.call(request, on: client)
    var omitted = response.omitted
    if session.json {
      for announcement in response.announcements { session.print(announcement) }
    } else {
      let all = runs(of: response.announcements)
      let shown = newest(of: all, session)
      omitted += shown.omitted
      for run in all.suffix(shown.count) {
        let line = shown.cutLine ?? line(for: run.last)
        session.output.line("\(age(of: run.last), .dim) \(line)\(run.times)")
      }
      if shown.cutLine != nil { printNote("\(cutNote(all.last?.last, session))") }
    }
    if response.announcements.isEmpty, !session.json {
      session.output.line(
        request.since == nil && request.maxAgeMs == 0
          ? "Nothing has been announced." : "Nothing has been announced since.")
    }
    if omitted > 0 {
      let advice = response.omitted > 0 ? "; raise --limit to see more" : ""
      printNote("\(counted(omitted, "older announcement")) left out\(advice)")
    }
    if response.isIncomplete { printNote("older announcements are no longer kept") }
    return .done
  }

  /// What was announced once, or several times in a row.
  private struct AnnouncementRun {
    let line: String
    var last: PastAnnouncement
    var count = 1

    /// How often, where that is more than once.
    var times: String { count > 1 ? " (\(count) times)" : "" }
  }

  private func runs(of announcements: [PastAnnouncement]) -> [AnnouncementRun] {
    var runs: [AnnouncementRun] = []
    for announcement in announcements {
      let line = line(for: announcement)
      if let run = runs.last, run.line == line {
        runs[runs.count - 1] = AnnouncementRun(
          line: line, last: announcement, count: run.count + 1)
      } else {
        runs.append(AnnouncementRun(line: line, last: announcement))
      }
    }
    return runs
  }

  /// What is printed.
  private struct Shown {
    /// The number of runs.
    var count: Int
    /// The line of the only one, if its text had to be cut.
    var cutLine: String?
    /// The number of announcements that are left out.
    var omitted = 0
  }

  /// Returns how many of the newest ones fit in the budget. Where none does, the text of the newest is cut.
  private func newest(of runs: [AnnouncementRun], _ session: Session) -> Shown {
    guard let budget, let last = runs.last else { return Shown(count: runs.count) }
    func cost(_ line: String, _ run: AnnouncementRun) -> Int {
      TokenEstimate(of: "\(age(of: run.last)) \(line)\(run.times)\n").tokens
    }
    var left = budget - Self.omittedNoteTokens
    let fitting = runs.reversed().prefix { run in
      left -= cost(run.line, run)
      return left >= 0
    }
    var shown = Shown(count: max(1, fitting.count))
    if fitting.isEmpty {
      let note = TokenEstimate(of: "\(cutNote(last.last, session))\n").tokens
      let others = cost(line(for: last.last, textTokens: 0), last)
      shown.cutLine = line(
        for: last.last,
        textTokens: budget - Self.omittedNoteTokens - note - others)
    }
    shown.omitted = runs.dropLast(shown.count).reduce(0) { $0 + $1.count }
    return shown
  }

  /// The tokens of the line that counts what was left out.
  private static let omittedNoteTokens = 12
  /// The most tokens of the name of an element or application where there is a budget.
  private static let nameTokens = 12

  /// How to read the whole text of an announcement that was cut.
  private func cutNote(_ past: PastAnnouncement?, _ session: Session) -> String {
    let isForAgent = session.words.isForAgent
    let get = past?.element.map {
      isForAgent ? "'get \($0)'" : "\(session.words.invocation) get '\($0)'"
    }
    let ways = [get, isForAgent ? nil : "--json"].compactMap { $0 }
    let advice = ways.isEmpty ? "" : ": \(ways.joined(separator: " or ")) prints all of it"
    return "the text was cut\(advice)"
  }

  private func age(of announcement: PastAnnouncement) -> String {
    "\(duration(milliseconds: announcement.ageMs)) ago"
  }

  /// - Parameter textTokens: The most tokens of what was announced; `nil`: all of it.
  private func line(for past: PastAnnouncement, textTokens: Int? = nil) -> String {
    func name(_ text: String) -> String {
      budget == nil ? text.quoted(limit: 60) : text.quoted(limit: 60, tokens: Self.nameTokens)
    }
    var source: [String] = []
    if let element = past.element {
      let label = past.label.map { " \(name($0))" } ?? ""
      source.append("\(past.role.name)\(label) \(element)")
    }
    if !past.applicationName.isEmpty { source.append(name(past.applicationName)) }
    let urgency = past.priority == .default ? "" : " (\(past.priority.name))"
    let origin = source.isEmpty ? "" : " from " + source.joined(separator: " of ")
    let text = textTokens.map { past.text.quoted(tokens: $0) } ?? past.text.quoted()
    return "\(text)\(urgency)\(origin)"
  }
}
