package import AccessibilityRendering
package import AccessibilityTree

/// Finds defects in accessibility trees.
///
/// Checks only elements on screen, because toolkits report too little about others. The work is linear in the
/// number of elements and rules.
package struct Audit: Sendable {
  package let rules: [AuditRule]

  package init(rules: [AuditRule] = AuditRule.all) {
    self.rules = rules
  }

  /// Audits elements and their descendants.
  ///
  /// - Parameter scope: The elements to audit; `nil`: the whole tree. Unknown ids are skipped.
  package func report(on tree: Tree, scope: [ElementID]? = nil) -> AuditReport {
    let survey = AuditSurvey(tree)
    var report = AuditReport()
    for index in survey.indices(in: scope ?? tree.roots) {
      let subject = AuditSubject(survey: survey, index: index)
      guard subject.isOnScreen else {
        report.offscreen += 1
        continue
      }
      report.examined += 1
      for rule in rules {
        guard let detail = rule.check(subject) else { continue }
        report.findings.append(
          AuditFinding(
            rule: rule, element: subject.element, path: survey.path(to: index), detail: detail))
      }
    }
    return report
  }
}

/// The result of an audit.
package struct AuditReport: Sendable {
  /// In reading order.
  package internal(set) var findings: [AuditFinding] = []
  /// The number of audited elements.
  package internal(set) var examined = 0
  /// The number of elements skipped because they are not on screen.
  package internal(set) var offscreen = 0

  package func count(_ severity: AuditSeverity) -> Int {
    findings.count { $0.rule.severity == severity }
  }
}

/// One defect of one element.
package struct AuditFinding: Sendable {
  package let rule: AuditRule
  /// The element at the time of the audit.
  package let element: Element
  /// The ancestors that have labels, the outermost first: `window "Save"`.
  package let path: [String]
  /// What exactly is wrong: "the label is "img_0231.png"".
  package let detail: String
}

extension AuditFinding: JSONRepresentable {
  package func writeFields(to writer: inout JSONWriter) {
    writer.field("rule", rule.id)
    writer.field("severity", rule.severity.name)
    writer.field("element_id", element.id)
    writer.field("line", Outline.line(for: element))
    writer.field("path", path)
    writer.field("what", rule.what)
    writer.field("detail", detail)
    writer.field("why", rule.why)
    writer.field("remedy", rule.remedy)
  }
}

extension AuditRule: JSONRepresentable {
  package func writeFields(to writer: inout JSONWriter) {
    writer.field("rule", id)
    writer.field("severity", severity.name)
    writer.field("what", what)
    writer.field("why", why)
    writer.field("remedy", remedy)
  }
}
