internal import AccessibilityQueries
internal import AccessibilityTree
internal import BridgeClient
internal import BridgeProtocol
internal import CommandLineOptions

/// What the element must be when it is acted on, as given on the command line.
struct ExpectationOptions {
  static let options: [OptionSpec] = [
    .text(
      "if", "FIELD=TEXT", suggesting: ["label=", "role=", "value="],
      "Act only if the element has this label, role or value"
    ).repeatable(),
    .text(
      "if-revision", "REVISION", "Act only if the element is still what it was at this revision"),
  ]

  private var expectation = TargetExpectation()
  private let mark: RevisionMark?

  init(_ parsed: ParsedCommand) throws {
    mark = try parsed.string("if-revision").map {
      try RevisionMark(written: $0, option: "if-revision")
    }
    for test in parsed.strings("if") { try add(test) }
  }

  private mutating func add(_ test: String) throws {
    let parts = test.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw Self.unknown(test) }
    let text = Self.unquoted(parts[1])
    switch parts[0] {
    case "label": try Self.set(&expectation.label, text, "label")
    case "value": try Self.set(&expectation.value, text, "value")
    case "role":
      guard let role = Role(name: text) else {
        let meant = Role.name(meantBy: text).map { "; did you mean \($0)?" } ?? ""
        throw BadCommand("--if role=: there is no role \(text.quoted(limit: 60))\(meant)")
      }
      try Self.set(&expectation.role, role, "role")
    default: throw Self.unknown(test)
    }
  }

  /// Returns a text without the quotation marks around it, which selectors have.
  private static func unquoted(_ text: Substring) -> String {
    guard let mark = text.first, mark == "'" || mark == "\"", text.count > 1, text.last == mark
    else { return String(text) }
    return String(text.dropFirst().dropLast())
  }

  private static func unknown(_ test: String) -> BadCommand {
    BadCommand("--if requires label=TEXT, role=NAME or value=TEXT, not \(test.quoted(limit: 60))")
  }

  private static func set<Value: Equatable>(
    _ field: inout Value?, _ value: Value, _ name: String
  ) throws {
    if let given = field, given != value {
      throw BadCommand("--if \(name)= is given twice, with different values")
    }
    field = value
  }

  /// Returns what is expected of a target; `nil` when nothing is. Of an id that an agent has seen it is expected that it
  /// is still what the agent saw, unless the command line says otherwise. One that it has not seen is refused.
  ///
  /// A revision is sent with its epoch, for which the server's hello must have arrived. One of another run of the server
  /// is sent as such, and refused.
  func expectation(
    of target: Target, _ session: Session, _ client: BridgeClient
  ) async throws -> TargetExpectation? {
    var expectation = expectation
    var mark = mark
    if mark == nil, expectation == TargetExpectation(), case .id(let id) = target,
      let seen = session.seen
    {
      guard seen.contains(id) else {
        throw BadCommand(
          "no tool has printed \(id) in this session, so what it is now may not be what is meant: look again, or "
            + "say what it must be with --if label=TEXT")
      }
      mark = seen.mark(of: id)
    }
    if let mark {
      if client.server == nil { _ = try await session.call(GetServerInfoRequest(), on: client) }
      expectation.revision = mark.revision
      expectation.epoch = mark.epoch(client)
    }
    return expectation == TargetExpectation() ? nil : expectation
  }
}
