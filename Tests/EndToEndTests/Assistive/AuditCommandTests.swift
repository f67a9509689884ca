import BridgeTestSupport
import Testing

@Suite
struct `V5: the audit command` {
  @Test
  func `V5: a clean sample has no errors and no warnings`() async throws {
    let bridge = try await Bridge()
    let result = try await bridge.client("audit")
    #expect(result.code == 0)
    #expect(result.lines.count == 1)
    #expect(result.lines.first?.hasPrefix("0 errors, 0 warnings, 0 notes in ") == true)
    #expect(try await bridge.client("--json", "audit").standardOutput == "")
    #expect(try await bridge.client("audit", "window").code == 0)
    #expect(try await bridge.client("audit", bridge.id(2)).code == 0)
  }

  @Test
  func `V5: the rules are listed, and a single one can be chosen`() async throws {
    let bridge = try await Bridge()
    let rules = try await bridge.client("audit", "--rules")
    #expect(rules.code == 0)
    #expect(rules.standardOutput.contains("missing-label: a control has no name"))
    let json = try jsonLines(try await bridge.client("--json", "audit", "--rules").standardOutput)
    #expect(json.count > 20)
    #expect(json.allSatisfy { $0.text("why") != nil && $0.text("remedy") != nil })
    let one = try await bridge.client("audit", "--rule", "target-small", "--rules")
    #expect(one.standardOutput.hasPrefix("note    target-small"))
  }

  @Test
  func `V5: a missing element and an unknown rule are refused`() async throws {
    let bridge = try await Bridge()
    #expect(try await bridge.client("audit", "slider").code == 1)
    #expect(try await bridge.client("audit", "#4095").code == 1)
    #expect(try await bridge.client("audit", "button[").code == 2)
    #expect(try await bridge.client("audit", "--rule", "nonsense").code == 2)
    #expect(try await bridge.client("audit", "--severity", "dreadful").code == 2)
  }
}
