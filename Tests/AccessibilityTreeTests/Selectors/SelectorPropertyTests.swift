import AccessibilityQueries
import AccessibilityTree
import Testing

/// With random trees and random selectors, the matcher returns the same as the reference, whatever index or
/// cache it uses.
struct SelectorPropertyTests {
  @Test(arguments: 0..<30)
  func `the matcher agrees with the reference matcher`(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let tree = try Self.tree(count: Int.random(in: 1...40, using: &random), using: &random)
    let reference = ReferenceMatcher(tree)
    for _ in 0..<50 {
      let text = Self.selector(depth: 2, using: &random)
      let selector = try Selector(parsing: text)
      let expected = reference.find(selector)
      let result = selector.find(in: tree)
      #expect(result.ids == expected, "\(text)")
      #expect(!result.isBudgetExceeded)
      let probe = tree.subtree(of: tree.roots).randomElement(using: &random)
      guard let probe else { continue }
      #expect(selector.matches(probe, in: tree) == expected.contains(probe), "\(text) at \(probe)")
      guard !text.contains(":nth"), !text.contains(":first"), !text.contains(":last") else {
        continue
      }
      let below = Set(tree.subtree(of: probe))
      #expect(
        selector.find(in: tree, scope: probe).ids == expected.filter(below.contains),
        "\(text) below \(probe)")
    }
  }

  static let roles: [Role] = [.button, .list, .group, .text, .dialog, .alertDialog, .alert]
  static let labels = ["a", "b", "ab", "ba", "aba", ""]

  static func tree(count: Int, using random: inout SeededRandom) throws -> Tree {
    var tree = Tree()
    var ids: [ElementID] = []
    // Ids are in random order, so that they do not give the reading order.
    for raw in (1...UInt64(count)).shuffled(using: &random) {
      let id = ElementID(rawValue: raw)
      var element = Element(id: id, role: roles.randomElement(using: &random) ?? .group)
      if Bool.random(using: &random) { element.label = labels.randomElement(using: &random) }
      if Bool.random(using: &random) { element.states.insert(.enabled) }
      if Int.random(in: 0..<12, using: &random) == 0 { element.states.insert(.focused) }
      if Int.random(in: 0..<6, using: &random) == 0 { element.traits.insert(.header) }
      let isRoot = ids.isEmpty || Int.random(in: 0..<40, using: &random) == 0
      // Some trees are deep, others wide.
      let near = ids.suffix(count % 3 == 0 ? 2 : 40)
      let parent = isRoot ? nil : near.randomElement(using: &random)
      try tree.insert(element, under: parent, at: Int.random(in: 0...4, using: &random))
      ids.append(id)
    }
    return tree
  }

  static func selector(depth: Int, using random: inout SeededRandom) -> String {
    var chains: [String] = []
    for _ in 0...(Int.random(in: 0..<4, using: &random) / 3) {
      chains.append(chain(depth: depth, isTop: depth == 2, using: &random))
    }
    return chains.joined(separator: ", ")
  }

  private static func chain(depth: Int, isTop: Bool, using random: inout SeededRandom) -> String {
    var text = compound(depth: depth, isTop: isTop, using: &random)
    for _ in 0..<Int.random(in: 0...(isTop ? 3 : 1), using: &random) {
      text += [" ", " > ", " + ", " ~ ", " "].randomElement(using: &random) ?? " "
      text += compound(depth: depth, isTop: isTop, using: &random)
    }
    return text
  }

  private static func compound(
    depth: Int, isTop: Bool, using random: inout SeededRandom
  ) -> String {
    var text = Bool.random(using: &random) ? "*" : roles.randomElement(using: &random)?.name ?? "*"
    let label = labels.randomElement(using: &random) ?? ""
    for _ in 0..<Int.random(in: 0...1, using: &random) {
      switch Int.random(in: 0..<14, using: &random) {
      case 0: text += "[label=\"\(label)\"]"
      case 1: text += "[label!=\"\(label)\"]"
      case 2: text += "[label^=\"a\"]"
      case 3: text += "[label$=\"b\"]"
      case 4: text += "[label]"
      case 5: text += ":enabled"
      case 6: text += ":focus-within"
      case 7: text += ":header"
      case 8: text += ":empty"
      case 9 where depth > 0: text += ":not(" + selector(depth: depth - 1, using: &random) + ")"
      case 10 where depth > 0: text += ":is(" + selector(depth: depth - 1, using: &random) + ")"
      case 11 where depth > 0: text += ":within(" + selector(depth: depth - 1, using: &random) + ")"
      case 12, 13:
        guard depth > 0 else { continue }
        let leading = ["", "> ", "+ ", "~ "].randomElement(using: &random) ?? ""
        text += ":has(" + leading + selector(depth: depth - 1, using: &random) + ")"
      default: text += ":root"
      }
    }
    if isTop, Int.random(in: 0..<8, using: &random) == 0 {
      text += [":first", ":last", ":nth(2)", ":nth(-2)"].randomElement(using: &random) ?? ""
    }
    return text
  }
}
