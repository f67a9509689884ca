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
      let runs = newest(of: runs(of: response.announcements))
      omitted += response.announcements.count - runs.reduce(0) { $0 + $1.count }
      for run in runs {
        let times = run.count > 1 ? " (\(run.count) times)" : ""
        session.output.line("\(age(of: run.last), .dim) \(run.line)\(times)")
      }
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

  /// Returns the newest ones that fit in the budget, and at least one.
  private func newest(of runs: [AnnouncementRun]) -> [AnnouncementRun] {
    guard let budget else { return runs }
    var left = budget
    let fitting = runs.reversed().prefix { run in
      left -=
        TokenEstimate(of: "\(age(of: run.last)) \(run.line) (\(run.count) times)\n")
        .tokens
      return left >= 0
    }
    return runs.suffix(max(1, fitting.count))
  }

  private func age(of announcement: PastAnnouncement) -> String {
    "\(duration(milliseconds: announcement.ageMs)) ago"
  }

  private func line(for past: PastAnnouncement) -> String {
    var source: [String] = []
    if let element = past.element {
      let label = past.label.map { " \($0.quoted(limit: 60))" } ?? ""
      source.append("\(past.role.name)\(label) \(element)")
    }
    if !past.applicationName.isEmpty { source.append(past.applicationName.quoted(limit: 60)) }
    let urgency = past.priority == .default ? "" : " (\(past.priority.name))"
    let origin = source.isEmpty ? "" : " from " + source.joined(separator: " of ")
    return "\(past.text.quoted())\(urgency)\(origin)"
  }
}
