internal import AccessibilityAudit
internal import AccessibilityRendering
internal import AccessibilityTree
internal import CommandLineOptions

/// The findings of an audit for people: rule by rule, each with the elements that violate it.
struct AuditText {
  private let output: Output
  private let width: Int

  init(_ output: Output) {
    self.output = output
    width = min(Terminal.columns(of: 1) ?? 80, 120)
  }

  func explain(_ rule: AuditRule) {
    output.line("\(mark(rule.severity)) \(rule.id, .bold): \(rule.what)")
    paragraph("why ", rule.why)
    paragraph("fix ", rule.remedy)
  }

  func printFindings(_ rule: AuditRule, _ findings: [AuditFinding]) {
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
    if report.offscreen > 0 { counts += "; \(report.offscreen) off screen" }
    output.line("\(counts)")
    if leftOut > 0 {
      printNote("\(counted(leftOut, "minor finding")) hidden; --severity note shows all")
    }
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
