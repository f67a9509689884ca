import AccessibilityTree
import Testing

@Suite("V5: the audit")
struct AuditTests {
  @Test("V5: a rule finds what is broken, and nothing where it is mended", arguments: AuditCase.all)
  func rules(_ example: AuditCase) throws {
    let broken = Audit().report(on: try AuditCase.tree(example.broken()))
    #expect(broken.findings.map(\.rule.id) == [example.rule])
    let mended = Audit().report(on: try AuditCase.tree(example.mended()))
    let grave = mended.findings.filter { $0.rule.id == example.rule }
    #expect(grave.isEmpty, "\(grave.map(\.detail))")
  }

  @Test("V5: every rule has an example, and says what, why and how to mend it")
  func completeness() {
    #expect(Set(AuditCase.all.map(\.rule)) == Set(AuditRule.all.map(\.id)))
    #expect(Set(AuditRule.all.map(\.id)).count == AuditRule.all.count)
    #expect(AuditRule.all.map(\.severity) == AuditRule.all.map(\.severity).sorted(by: >))
    for rule in AuditRule.all {
      #expect(!rule.what.hasSuffix("."), "\(rule.id)")
      #expect(rule.why.hasSuffix(".") && rule.remedy.hasSuffix("."), "\(rule.id)")
      #expect(AuditRule(id: rule.id)?.what == rule.what)
    }
  }

  @Test("V5: a finding names the element, where it stands, and what is wrong with it")
  func finding() throws {
    let tree = try AuditCase.tree([AuditCase.press(3)])
    let report = Audit().report(on: tree)
    let finding = try #require(report.findings.first)
    #expect(finding.element.id == ElementID(rawValue: 3))
    #expect(finding.path == ["application \"App\"", "window \"Window\""])
    #expect(report.examined == 3)
    #expect(report.count(.error) == 1)
    #expect(finding.json.contains("\"element\":\"#3\""))
    #expect(finding.json.contains("\"severity\":\"error\""))
  }

  @Test("V5: what is not on the screen is left out, and counted")
  func offscreen() throws {
    let hidden = Node(3, .button, nil, { $0.states = [.enabled, .visible] })
    let report = Audit().report(
      on: try AuditCase.tree([hidden, AuditCase.press(4, .button, "Ok")]))
    #expect(report.findings.isEmpty)
    #expect(report.offscreen == 1)
    // A page without frames, in an application that tells frames, is not the one that is shown.
    let unplaced = Node(3, .button, nil, { $0.states = [.enabled, .visible] })
    let placed = Node(
      4, .button, "Ok",
      {
        $0.states = [.enabled, .visible]
        $0.frame = Desk.frame(0, 0, 50, 50)
      })
    var window = Node(2, .window, "Window", children: [unplaced, placed])
    window.element.states = [.enabled, .visible]
    let tree = try Tree([Node(1, .application, "App", children: [window])])
    #expect(Audit().report(on: tree).offscreen == 1)
  }

  @Test("V5: a scope holds what is below it, and names may come from outside of it")
  func scope() throws {
    let tree = try AuditCase.tree([
      Node(3, .label, "Name"),
      Node(
        4, .group,
        children: [
          Node(
            5, .textField, nil,
            { $0.relations = [Relation(.labelledBy, [ElementID(rawValue: 3)])] })
        ]), AuditCase.press(6),
    ])
    let report = Audit().report(on: tree, scope: [ElementID(rawValue: 4)])
    #expect(report.findings.isEmpty)
    #expect(report.examined == 2)
    let twice = [ElementID(rawValue: 6), ElementID(rawValue: 2), ElementID(rawValue: 99)]
    #expect(Audit().report(on: tree, scope: twice).findings.count == 1)
  }

  @Test(
    "V5: names of files and symbols are told from words",
    arguments: [
      ("photo.png", true), ("IMG_0231", true), ("DSC00042", true), ("star.fill", true),
      ("arrow.up.circle", true), ("document-open-symbolic", true), ("ic_menu_24dp", true),
      ("Star", false), ("photo of a cat", false), ("example.org", false),
      ("www.example.org", false),
      ("v1.2", false), ("e.g.", false), ("…", false), ("1.5.2", false), ("Node.js", false),
    ])
  func assetNames(_ label: String, _ isAsset: Bool) throws {
    let report = Audit().report(on: try AuditCase.tree([Node(3, .image, label)]))
    #expect(report.findings.contains { $0.rule.id == "asset-label" } == isAsset)
  }

  @Test("V5: the work grows with the tree, however it is shaped")
  func linear() throws {
    func steps(_ count: UInt64, nested: Bool) throws -> Duration {
      var tree = Tree()
      try tree.insert(Element(id: ElementID(rawValue: 1), role: .application), under: nil)
      for number in 2...count {
        var element = Element(id: ElementID(rawValue: number), role: .button, label: "Reply")
        element.states = [.enabled, .visible, .showing]
        element.actions = [Action(.press)]
        element.frame = Desk.frame(0, Double(number), 10, 10)
        try tree.insert(element, under: ElementID(rawValue: nested ? number - 1 : 1))
      }
      return ContinuousClock().measure { _ = Audit().report(on: tree) }
    }
    for nested in [false, true] {
      let small = try steps(1_000, nested: nested)
      let large = try steps(8_000, nested: nested)
      #expect(large < small * 40 + .milliseconds(500), "\(small) → \(large)")
    }
  }
}
