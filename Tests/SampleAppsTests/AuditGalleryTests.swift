import AccessibilityAudit
import AccessibilityRendering
import AccessibilityTree
import SampleApps
import Testing

@Suite
struct `V5: the samples under the audit` {
  @Test
  func `V5: the gallery breaks every rule once, in the documented place`() throws {
    let host = try SampleHost("audit-gallery")
    let report = Audit().report(on: host.store.tree)
    #expect(Set(report.findings.map(\.rule.id)) == Set(AuditRule.all.map(\.id)))
    for finding in report.findings {
      #expect(
        finding.element.identifier == finding.rule.id,
        "\(finding.rule.id): \(Outline.line(for: finding.element)): \(finding.detail)")
    }
    #expect(report.findings.count == AuditRule.all.count)
  }

  @Test(arguments: SampleCatalog.names)
  func `V5: the other samples have no errors and no warnings`(_ name: String) throws {
    guard name != "audit-gallery" else { return }
    let host = try SampleHost(name)
    let findings = Audit().report(on: host.store.tree).findings
    let grave = findings.filter { $0.rule.severity > .note }
      .map { "\($0.rule.id): \(Outline.line(for: $0.element)): \($0.detail)" }
    #expect(grave == [])
  }
}
