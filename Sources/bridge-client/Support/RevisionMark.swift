internal import AccessibilityRendering
internal import AccessibilityTree
internal import BridgeClient
internal import BridgeProtocol
internal import CommandLineOptions

/// A revision as commands print it, for a later `--since`: `4127-582113`, the revision and the last digits of the
/// epoch, so that a revision of another run of the server is not taken for one of this run.
struct RevisionMark: CustomStringConvertible {
  let revision: Revision
  /// The last digits of the epoch; `nil`: only for the revision 0, at which nothing was read.
  private let run: UInt64?
  /// The text that people gave; `nil` for the revision of an answer.
  private let written: String?

  private static let runs = ReadSince.markedEpochs
  fileprivate static let sinceOption = "since"

  /// - Parameter client: The client that was answered at the revision.
  init(_ revision: Revision, of client: BridgeClient) {
    self.revision = revision
    run = client.server.map { $0.epoch % Self.runs }
    written = nil
  }

  /// Parses a revision with the last digits of the epoch, or the whole epoch. A revision alone would pass over a restart
  /// of the server.
  init(written text: String, option: String = sinceOption) throws {
    let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    let numbers = parts.compactMap { UInt64($0) }
    guard let revision = numbers.first, numbers.count == parts.count else {
      throw BadCommand(
        "--\(option) requires a revision such as 4127-582113, as a command printed it")
    }
    // Nothing was read at revision 0, which is of use only to begin with.
    guard numbers.count == 2 || revision == 0 && option == Self.sinceOption else {
      throw BadCommand(
        "--\(option): \(revision) alone does not say in which run of the server; give the revision as a command "
          + "printed it, such as \(max(1, revision))-582113"
      )
    }
    self.revision = revision
    run = numbers.count == 2 ? numbers[1] % Self.runs : nil
    written = text
  }

  var description: String { run.map { "\(revision)-\($0)" } ?? "\(revision)" }

  /// The revision as people gave it, for what is said of it.
  fileprivate var asGiven: String { written ?? description }

  /// Whether the revision is of the run of the server that the client is connected to; 0 is of every run.
  func isOfRun(of client: BridgeClient) -> Bool {
    run == nil || client.server.map { $0.epoch % Self.runs } == run
  }

  /// Returns the revision for a request. The server answers one of another run with everything.
  func since(_ client: BridgeClient) -> ReadSince {
    ReadSince(revision, epoch: epoch(client))
  }

  /// Returns the epoch for a request that only the run of the server may accept in which the revision was.
  func epoch(_ client: BridgeClient) -> UInt64 {
    if let epoch = client.server?.epoch, isOfRun(of: client) { return epoch }
    // No epoch is 0, which has the digits of this one.
    return run.map { $0 == 0 ? Self.runs : $0 } ?? .max
  }

  /// Tells people that the server was restarted after the revision, so that everything is printed.
  func noteRestart(_ client: BridgeClient) {
    guard !isOfRun(of: client) else { return }
    printNote(
      "the server was restarted since \(asGiven): everything is printed, and earlier ids are not valid"
    )
  }
}

extension OptionSpec {
  static let since = text(
    RevisionMark.sinceOption, "REVISION",
    "Print only what changed since a revision that the command printed")
}

extension ParsedCommand {
  func since() throws -> RevisionMark? { try string("since").map { try RevisionMark(written: $0) } }

  /// Returns the revision of a command whose `--since` may be a bare number, with the epoch in an option of its own. It means
  /// the same as one that is written with its epoch.
  func sinceWithEpoch() throws -> RevisionMark? {
    let epoch: UInt64? = try wholeNumber("epoch")
    guard let text = string("since") else {
      guard epoch == nil else {
        throw BadCommand("--epoch requires --since: it is the epoch of that revision")
      }
      return nil
    }
    guard UInt64(text) != nil else {
      let mark = try RevisionMark(written: text)
      guard epoch == nil else {
        throw BadCommand("--epoch: \(mark) says already in which run of the server it was")
      }
      return mark
    }
    guard let epoch else {
      throw BadCommand(
        "--since with a bare revision requires --epoch: it is valid only in one run of the server; give it as "
          + "'tree' prints it, such as \(text)-582113")
    }
    return try RevisionMark(written: "\(text)-\(epoch)")
  }
}

extension Session {
  /// Says that nothing changed since a revision, and the revision at which that was found where it is another one.
  func printUnchanged(_ since: RevisionMark?, _ now: RevisionMark) {
    let asked = since ?? now
    output.line("unchanged since \(asked.asGiven)")
    if asked.description != now.description { output.line("revision \(now.description)") }
  }

  /// Connects, for commands with `--since`. A revision is sent with its epoch, which the hello has; without one, the
  /// request is sent together with the hello.
  func open(since: RevisionMark?) async throws -> BridgeClient {
    if since == nil { try open() } else { try await connect() }
  }
}

/// What a command with `--since` prints as JSON beside elements.
struct ChangesSince: JSONRepresentable {
  let revision: Revision
  let result: ReadResult
  var removed: [ElementID] = []
  /// Of matches, those that are new.
  var new: [ElementID] = []

  func writeFields(to writer: inout JSONWriter) {
    writer.field("revision", revision: revision)
    writer.field("result", result.name)
    if result == .difference { writer.field("removed", ids: removed) }
    if !new.isEmpty { writer.field("new", ids: new) }
  }
}

extension ChangesSince {
  init(_ response: FindResponse) {
    self.init(
      revision: response.revision, result: response.result, removed: response.removed,
      new: response.new)
  }
}

extension FindResponse {
  /// The mark before the line of an element, as outlines have it for what changed: nothing where all matches are listed.
  func mark(of element: ElementID) -> String {
    guard result == .difference else { return "" }
    return new.contains(element) ? "+ " : "~ "
  }

  /// The matches that are gone, a line for each.
  var removedLines: [String] { removed.map { "- \($0)" } }
}

extension ReadResult {
  var name: String {
    switch self {
    case .whole: "whole"
    case .unchanged: "unchanged"
    case .difference: "difference"
    }
  }
}
