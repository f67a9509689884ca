internal import AccessibilityTree
internal import BridgeClient
internal import BridgeProtocol
internal import CommandLineOptions

/// `audit`.
enum Auditing {
  struct Options {
    var target: String?
    var rules = AuditRule.all
    /// Whether findings of a severity are told.
    var shows: (AuditSeverity) -> Bool = { _ in true }
  }

  static func list(_ options: Options, _ session: Session) -> ExitCode {
    for rule in options.rules {
      if session.json {
        session.print(rule)
      } else {
        AuditText(session.output).explain(rule)
      }
    }
    return .done
  }

  static func audit(_ session: Session, _ options: Options) async throws -> ExitCode {
    let client = try await session.connect()
    defer { client.close() }
    // The whole tree: what names an element, or has the focus, may be anywhere.
    let copy = try await session.tree(GetTreeRequest(), on: client)
    let scope = try await scope(options.target, copy.tree, session, client)
    let report = Audit(rules: options.rules).report(on: copy.tree, scope: scope)
    let shown = report.findings.filter { options.shows($0.rule.severity) }
    if session.json {
      for finding in shown { session.print(Revised(revision: copy.revision, value: finding)) }
    } else {
      let text = AuditText(session.output)
      for rule in options.rules {
        text.tell(rule, shown.filter { $0.rule.id == rule.id })
      }
      text.summarise(report, leftOut: report.findings.count - shown.count)
    }
    return report.count(.error) > 0 ? .negative : .done
  }

  /// The elements that a target names, found in the copy itself so that both are of one revision.
  private static func scope(
    _ target: String?, _ tree: Tree, _ session: Session, _ client: BridgeClient
  ) async throws -> [ElementID]? {
    guard let target else { return nil }
    switch try parseTarget(target) {
    case .id(let id):
      guard tree.contains(id) else {
        throw NothingThere(
          "there is no element \(id): it is gone, or of an earlier run of the server",
          .unknownElement)
      }
      return [id]
    case .selector(let text):
      let selector: Selector
      do throws(SelectorSyntaxError) {
        selector = try Selector(parsing: text)
      } catch {
        throw BadCommand("\(error)")
      }
      let answer = try await client.call(ListApplicationsRequest(), timeout: session.timeout)
      let applications = Dictionary(
        answer.applications.map { ($0.application.root, $0.application) }, uniquingKeysWith: { $1 })
      let found = selector.find(in: tree, applications: applications)
      if found.isBudgetExceeded { throw NothingThere("\(text) takes too long to match", .limit) }
      if found.ids.isEmpty { throw await NothingThere.matching(text, session, client) }
      return found.ids
    }
  }
}

/// What was asked for is not there.
struct NothingThere: Error, CustomStringConvertible {
  let description: String
  let reason: ErrorReason

  /// - Parameter description: May quote a selector, which may be anything.
  init(_ description: String, _ reason: ErrorReason = .noMatch) {
    self.description = description.printable
    self.reason = reason
  }

  /// Nothing matches a selector. The server, which has the tree, may know why.
  static func matching(
    _ selector: String, _ session: Session, _ client: BridgeClient
  ) async -> any Error {
    do {
      let request = GetElementRequest(target: .selector(selector))
      _ = try await client.call(request, timeout: session.timeout)
    } catch let error as ClientError where error.status?.reason == .noMatch {
      return error
    } catch {}
    // It matches by now, or what is wrong now is another matter.
    return NothingThere("nothing matches \(selector)")
  }
}

/// An audit for people: one rule after another, each with the elements that break it.
private struct AuditText {
  private let output: Output
  private let width: Int

  init(_ output: Output) {
    self.output = output
    width = min(Terminal.columns(of: 1) ?? 80, 120)
  }

  func explain(_ rule: AuditRule) {
    output.line("\(mark(rule.severity)) \(rule.id, .bold): \(rule.what)")
    paragraph("why ", rule.why)
    paragraph("mend", rule.remedy)
  }

  func tell(_ rule: AuditRule, _ findings: [AuditFinding]) {
    guard !findings.isEmpty else { return }
    explain(rule)
    for finding in findings {
      output.outline("  " + Outline.line(for: finding.element))
      for line in wrapped(finding.detail.printable, width: width - 4) { output.line("    \(line)") }
      if !finding.path.isEmpty {
        output.line("    \("in " + finding.path.joined(separator: " > "), .dim)")
      }
    }
    output.line("")
  }

  func summarise(_ report: AuditReport, leftOut: Int) {
    var counts = AuditSeverity.allCases.reversed().map { severity in
      counted(report.count(severity), severity.name)
    }.joined(separator: ", ")
    counts += " in \(counted(report.examined, "element"))"
    if report.offscreen > 0 { counts += "; \(report.offscreen) not on the screen" }
    output.line("\(counts)")
    if leftOut > 0 { remark("\(leftOut) slighter ones not shown; --severity note shows them") }
  }

  private func mark(_ severity: AuditSeverity) -> TerminalText {
    switch severity {
    case .error: "\("ERROR  ", .red)"
    case .warning: "\("warning", .yellow)"
    case .note: "\("note   ", .dim)"
    }
  }

  private func paragraph(_ name: String, _ text: String) {
    for (place, line) in wrapped(text, width: width - 10).enumerated() {
      output.line("  \(place == 0 ? name : "    ", .dim)  \(line)")
    }
  }
}
