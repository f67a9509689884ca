internal import AccessibilityAudit
internal import AccessibilityQueries
internal import AccessibilityTree
internal import BridgeClient
internal import BridgeProtocol
internal import CommandLineOptions

struct AuditCommand: ClientCommand {
  static let spec = CommandSpec(
    "audit", summary: "Find accessibility defects: missing labels, small targets",
    details: [
      "For each defect, prints what is wrong, why it matters and how to fix it. Checks only elements on "
        + "the screen. The exit code is 1 if there are errors."
    ],
    arguments: [
      .optional("target", "Elements to check: a selector or an id (default: all applications)")
    ],
    options: [
      .flag("rules", "List the rules and exit"),
      OptionSpec.choice(
        "rule", AuditRule.all.map(\.id), "Check only this rule", placeholder: "ID"
      ).repeatable(),
      OptionSpec.choice(
        "severity", AuditSeverity.allCases.map(\.name), "Lowest severity to report"
      ).defaulting(to: AuditSeverity.warning.name),
    ],
    example: "bridge-client audit",
    moreExamples: [
      "bridge-client audit 'application[name=Mousepad]' --severity error",
      "bridge-client --json audit --rule missing-label",
    ])

  private let target: Target?
  private let listsRules: Bool
  private let rules: [AuditRule]
  private let leastSeverity: AuditSeverity

  init(_ parsed: ParsedCommand) throws {
    listsRules = parsed.flag("rules")
    if listsRules {
      guard parsed.argument("target") == nil, parsed.origin("severity") != .commandLine else {
        throw BadCommand(
          "--rules only lists the rules: omit the target and --severity")
      }
    }
    target = try parsed.target()
    let chosen = Set(parsed.strings("rule"))
    rules = AuditRule.all.filter { chosen.isEmpty || chosen.contains($0.id) }
    // A rule that is named explicitly is shown whatever its severity.
    leastSeverity =
      chosen.isEmpty ? AuditSeverity(name: parsed.string("severity") ?? "") ?? .warning : .note
  }

  func run(_ session: Session) async throws -> ExitCode {
    if listsRules { return list(session) }
    return try await audit(session)
  }

  private func list(_ session: Session) -> ExitCode {
    for rule in rules {
      if session.json {
        session.print(rule)
      } else {
        AuditText(session.output).explain(rule)
      }
    }
    return .done
  }

  private func audit(_ session: Session) async throws -> ExitCode {
    let client = try session.open()
    defer { client.close() }
    // Reads the whole tree: an element's label, and the focus, may be anywhere in it.
    let copy = try await session.tree(GetTreeRequest(), on: client)
    let scope = try await scope(copy.tree, session, client)
    let report = Audit(rules: rules).report(on: copy.tree, scope: scope)
    let shown = report.findings.filter { $0.rule.severity >= leastSeverity }
    if session.json {
      for finding in shown { session.print(Revised(revision: copy.revision, value: finding)) }
    } else {
      let text = AuditText(session.output)
      for rule in rules {
        text.printFindings(rule, shown.filter { $0.rule.id == rule.id })
      }
      text.summarise(report, leftOut: report.findings.count - shown.count)
    }
    return report.count(.error) > 0 ? .negative : .done
  }

  /// Returns the elements that the target names, found in the copy itself so that both are of one revision.
  private func scope(
    _ tree: Tree, _ session: Session, _ client: BridgeClient
  ) async throws -> [ElementID]? {
    switch target {
    case nil: return nil
    case .id(let id)?:
      guard tree.contains(id) else {
        throw NoMatch(
          "element \(id) does not exist: it is gone, or its id is from an earlier run of the server",
          .unknownElement)
      }
      return [id]
    case .selector(let text)?:
      let selector: Selector
      do throws(SelectorSyntaxError) {
        selector = try Selector(parsing: text)
      } catch {
        throw BadCommand("\(error)")
      }
      let answer = try await session.call(ListApplicationsRequest(), on: client)
      let applications = Dictionary(
        answer.applications.map { ($0.application.root, $0.application) }, uniquingKeysWith: { $1 })
      let found = selector.find(in: tree, applications: applications)
      if found.isBudgetExceeded { throw NoMatch("\(text) takes too long to match", .limit) }
      if found.ids.isEmpty { throw await NoMatch.matching(text, session, client) }
      return found.ids
    }
  }
}
