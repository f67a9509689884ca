import AccessibilityMirror
import AccessibilityTree
import BridgeTestSupport
import Testing

@Suite(.serialized) struct `Cost of edits` {
  /// Returns the shortest processor time of several runs, to exclude delays by other programs.
  private func shortest(of runs: Int, _ body: () throws -> Void) rethrows -> Duration {
    var best = Duration.seconds(3600)
    for _ in 0..<runs { best = min(best, try processorTime(of: body)) }
    return best
  }

  /// A window with many groups of ten texts each.
  private func tree(of count: Int) throws -> (MirrorFixture, [ElementID]) {
    let mirror = MirrorFixture(limits: .init(commits: 64, entries: 100_000))
    let (_, window) = try mirror.application()
    var texts: [ElementID] = []
    try mirror.store.edit { edit in
      for _ in 0..<(count / 11) {
        let group = Element(id: mirror.store.makeID(), role: .group)
        try edit.insert(group, under: window)
        for _ in 0..<10 {
          let text = Element(id: mirror.store.makeID(), role: .text, label: "Row")
          try edit.insert(text, under: group.id)
          texts.append(text.id)
        }
      }
    }
    return (mirror, texts)
  }

  private func editing(_ count: Int, _ body: (TreeEdit, ElementID) throws -> Void) throws
    -> Duration
  {
    let (mirror, texts) = try tree(of: count)
    var next = 0
    return try shortest(of: 20) {
      for _ in 0..<50 {
        next = (next + 7) % texts.count
        try mirror.store.edit { try body($0, texts[next]) }
      }
    }
  }

  /// Copying the whole tree, or visiting each element, would take some 100 times as long.
  @Test(arguments: ["value", "label", "move", "insert and remove"])
  func `changing one element takes no longer in a tree that is 100 times as large`(
    what: String
  ) throws {
    var number = 0
    var spare: UInt64 = 1 << 40
    func change(_ edit: TreeEdit, _ id: ElementID) throws {
      number += 1
      switch what {
      case "value": try edit.update(id) { $0.value = "\(number)" }
      case "label": try edit.update(id) { $0.label = number % 2 == 0 ? "Row" : "Line" }
      case "move": try edit.move(id, under: edit.tree[id]?.parent ?? id, at: number % 10)
      default:
        spare += 1
        try edit.insert(
          Element(id: ElementID(rawValue: spare), role: .text, label: "Row"), under: id)
        if number > 1 { _ = try? edit.remove(ElementID(rawValue: spare - 1)) }
      }
    }
    let small = try editing(110, change)
    let large = try editing(11_000, change)
    #expect(large < small * 12, "\(small) in 110 elements, \(large) in 11,000")
  }

  @Test func `the store keeps one copy of the tree while others read it`() throws {
    let (mirror, texts) = try tree(of: 110)
    let held = mirror.store.tree
    try mirror.store.edit { try $0.update(texts[0]) { $0.label = "Changed" } }
    #expect(held[texts[0]]?.label == "Row", "a copy is a value")
    #expect(mirror.store.tree[texts[0]]?.label == "Changed")
  }
}
