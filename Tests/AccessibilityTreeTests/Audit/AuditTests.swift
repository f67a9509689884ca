import AccessibilityAudit
import AccessibilityTree
import BridgeTestSupport
import Testing

@Suite
struct `V5: the audit` {
  @Test(arguments: AuditCase.all)
  func `V5: a rule finds its defect, and nothing when the defect is corrected`(_ example: AuditCase)
    throws
  {
    let broken = Audit().report(on: try AuditCase.tree(example.broken()))
    #expect(broken.findings.map(\.rule.id) == [example.rule])
    let mended = Audit().report(on: try AuditCase.tree(example.mended()))
    let grave = mended.findings.filter { $0.rule.id == example.rule }
    #expect(grave.isEmpty, "\(grave.map(\.detail))")
  }

  @Test
  func `V5: every rule has an example, and says what, why and how to correct it`() {
    #expect(Set(AuditCase.all.map(\.rule)) == Set(AuditRule.all.map(\.id)))
    #expect(Set(AuditRule.all.map(\.id)).count == AuditRule.all.count)
    #expect(AuditRule.all.map(\.severity) == AuditRule.all.map(\.severity).sorted(by: >))
    for rule in AuditRule.all {
      #expect(!rule.what.hasSuffix("."), "\(rule.id)")
      #expect(rule.why.hasSuffix(".") && rule.remedy.hasSuffix("."), "\(rule.id)")
      #expect(AuditRule(id: rule.id)?.what == rule.what)
    }
  }

  @Test
  func `V5: a finding names the element, its location and its defect`() throws {
    let tree = try AuditCase.tree([AuditCase.press(3)])
    let report = Audit().report(on: tree)
    let finding = try #require(report.findings.first)
    #expect(finding.element.id == ElementID(rawValue: 3))
    #expect(finding.path == ["application \"App\"", "window \"Window\""])
    #expect(report.examined == 3)
    #expect(report.count(.error) == 1)
    #expect(finding.json.contains("\"element_id\":3"))
    #expect(finding.json.contains("\"severity\":\"error\""))
  }

  @Test
  func `V5: elements that are not on screen are left out and counted`() throws {
    let hidden = Node(3, .button, nil, { $0.states = [.enabled, .visible] })
    let report = Audit().report(
      on: try AuditCase.tree([hidden, AuditCase.press(4, .button, "Ok")]))
    #expect(report.findings.isEmpty)
    #expect(report.offscreen == 1)
    // A page without frames, in an application that reports frames, is not the page that is shown.
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

  @Test
  func `V5: a scope has all descendants, and names may come from outside of it`() throws {
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

  @Test(arguments: [
    ("photo.png", true), ("IMG_0231", true), ("DSC00042", true), ("star.fill", true),
    ("arrow.up.circle", true), ("document-open-symbolic", true), ("ic_menu_24dp", true),
    ("Star", false), ("photo of a cat", false), ("example.org", false),
    ("www.example.org", false),
    ("v1.2", false), ("e.g.", false), ("…", false), ("1.5.2", false), ("Node.js", false),
  ])
  func `V5: names of files and symbols are distinguished from words`(
    _ label: String, _ isAsset: Bool
  ) throws {
    let report = Audit().report(on: try AuditCase.tree([Node(3, .image, label)]))
    #expect(report.findings.contains { $0.rule.id == "asset-label" } == isAsset)
  }

  @Test
  func `V5: a neighbour is too close regardless of its distance in reading order`()
    throws
  {
    func found(_ nodes: [Node]) throws -> [ElementID] {
      Audit(rules: AuditRule.all.filter { $0.id == "target-too-small" })
        .report(on: try AuditCase.tree(nodes)).findings.map(\.element.id)
    }
    func target(_ id: UInt64, _ x: Double, _ y: Double, _ side: Double, children: [Node] = [])
      -> Node
    {
      AuditCase.press(
        id, .button, "\(id)", { $0.frame = AuditCase.size(x, y, side, side) }, children: children)
    }
    // A hundred others come between the two in reading order.
    let others = (100..<200).map { target($0, 5_000, Double($0) * 60, 50) }
    let small = target(3, 0, 0, 16)
    #expect(try found([small] + others + [target(4, 16, 0, 50)]) == [ElementID(rawValue: 3)])
    #expect(try found([small] + others + [target(4, 21, 0, 50)]) == [])
    // Two small targets are too close when their circles intersect.
    #expect(try found([small] + others + [target(4, 20, 0, 16)]).count == 2)
    #expect(try found([small] + others + [target(4, 25, 0, 16)]) == [])
    // At a far negative position, and beside a huge target.
    let below = target(3, -1_000, -1_000, 16)
    #expect(try found([below] + others + [target(4, -984, -2_000, 3_000)]).count == 1)
    // A container of the target is not too close to it.
    #expect(try found([target(4, 0, 0, 300, children: [small])]) == [])
  }

  @Test
  func `V5: close targets are found as by comparing all pairs`() throws {
    var random = SeededRandom(seed: 7)
    for _ in 0..<30 {
      var nodes: [Node] = []
      for id in 3..<UInt64(60) {
        let rect = Rect(
          x: Double.random(in: -300...300, using: &random),
          y: Double.random(in: -300...300, using: &random),
          width: Double.random(in: 5...40, using: &random),
          height: Double.random(in: 5...40, using: &random))
        nodes.append(
          AuditCase.press(id, .button, "\(id)") { $0.frame = Frame(rect: rect, space: .screen) })
      }
      let tree = try AuditCase.tree(nodes)
      let found = Audit().report(on: tree).findings.filter { $0.rule.id == "target-too-small" }
      let expected = nodes.filter { one in
        nodes.contains { $0.element.id != one.element.id && one.element.isCrowded(by: $0.element) }
      }
      #expect(found.map(\.element.id) == expected.map(\.element.id))
    }
  }

  @Test
  func `V5: the work is linear in the size of the tree, for any shape`() throws {
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
      return processorTime { _ = Audit().report(on: tree) }
    }
    for nested in [false, true] {
      let small = try steps(1_000, nested: nested)
      let large = try steps(8_000, nested: nested)
      #expect(large < small * 40 + .milliseconds(500), "\(small) → \(large)")
    }
  }
}

extension Element {
  /// The rule as in WCAG 2.5.8.
  fileprivate func isCrowded(by other: Element) -> Bool {
    guard let own = frame?.rect, let rect = other.frame?.rect, own.isSmall else { return false }
    let center = own.center
    let point =
      rect.isSmall
      ? rect.center
      : Point(
        x: min(max(center.x, rect.x), rect.x + rect.width),
        y: min(max(center.y, rect.y), rect.y + rect.height))
    let (x, y) = (center.x - point.x, center.y - point.y)
    return (x * x + y * y).squareRoot() < (rect.isSmall ? 24 : 12)
  }
}

extension Rect {
  fileprivate var isSmall: Bool { min(width, height) < 24 }
}
