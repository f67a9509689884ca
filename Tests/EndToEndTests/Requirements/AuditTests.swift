import BridgeTestSupport
import Testing

/// The audit of a gallery with all defects, and of all other samples, which have none, over TCP.
@Suite
struct `V5: the audit of samples` {
  @Test
  func `V5: the gallery's defects are found, each at the element that has it; exit code 1`()
    async throws
  {
    let bridge = try await Bridge(source: "sample:audit-gallery")
    let audit = try await bridge.client("--json", "audit", "--severity", "note")
    #expect(audit.code == 1)
    let findings = try jsonLines(audit.standardOutput)
    let identifiers = Dictionary(
      uniqueKeysWithValues: try await bridge.found("*").map {
        ($0.text("id") ?? "", $0.text("identifier") ?? "")
      })
    for finding in findings {
      let rule = finding.text("rule")
      #expect(identifiers[finding.text("element_id") ?? ""] == rule, "\(finding)")
      #expect(finding.text("why")?.isEmpty == false && finding.text("remedy")?.isEmpty == false)
    }
    // Every rule, once.
    let rules = try jsonLines(try await bridge.client("--json", "audit", "--rules").standardOutput)
    #expect(findings.count == rules.count)
    #expect(
      Set(findings.compactMap { $0.text("rule") }) == Set(rules.compactMap { $0.text("rule") }))
  }

  @Test(arguments: [
    ("missing-label", "error"), ("asset-label", "error"), ("unnamed-action", "error"),
    ("duplicate-names", "warning"), ("duplicate-actions", "warning"),
    ("target-too-small", "warning"), ("hover-only", "error"), ("image-undecided", "warning"),
    ("adjustable-without-value", "error"), ("toggle-without-state", "error"),
    ("gesture-only", "error"), ("symbol-label", "warning"),
    ("drag-only", "note"),
  ])
  func `V5: each defect is found by itself, with its severity`(rule: String, severity: String)
    async throws
  {
    let bridge = try await Bridge(source: "sample:audit-gallery")
    let audit = try await bridge.client(
      "--json", "audit", "--rule", rule, "--severity", "note")
    #expect(audit.code == (severity == "error" ? 1 : 0))
    let findings = try jsonLines(audit.standardOutput)
    #expect(findings.map { $0.text("rule") } == [rule])
    #expect(findings.map { $0.text("severity") } == [severity])
    let element = try await bridge.element("[identifier=\(rule)]")
    #expect(findings.map { $0.text("element_id") } == [element.text("id")])
    // The element alone has the defect as well, and an element beside it does not.
    let alone = try await bridge.client("--json", "audit", "[identifier=\(rule)]", "--rule", rule)
    #expect(try jsonLines(alone.standardOutput).count == 1)
    let beside = try await bridge.client("audit", "[identifier=wrong-position]", "--rule", rule)
    #expect(beside.code == 0)
  }

  @Test
  func `V5: all other samples are clean; exit code 0`() async throws {
    let bridge = try await Bridge(source: "sample")
    let applications = try await bridge.found("application")
    #expect(applications.count > 14)
    var audited = 0
    for application in applications where application.text("label") != "Audit Gallery" {
      let (id, name) = (application.text("id") ?? "", application.text("label") ?? "")
      let audit = try await bridge.client("--json", "audit", id)
      #expect(audit.code == 0, "\(name)")
      #expect(audit.standardOutput == "", "\(name)")
      audited += 1
    }
    #expect(audited == applications.count - 1)
  }
}
