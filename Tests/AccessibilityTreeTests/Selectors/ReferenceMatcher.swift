import AccessibilityTree

@testable import AccessibilityQueries

/// A simple implementation of selectors, without indexes, caches or limits. The real matcher is compared
/// with it.
struct ReferenceMatcher {
  let tree: Tree
  let order: [ElementID]

  init(_ tree: Tree) {
    self.tree = tree
    order = tree.subtree(of: tree.roots)
  }

  func find(_ selector: Selector) -> [ElementID] {
    order.filter { id in selector.alternatives.contains { matches(id, $0, $0.compounds.count - 1) }
    }
  }

  private func matches(_ id: ElementID, _ chain: SelectorChain, _ end: Int) -> Bool {
    guard matchesAlone(id, chain.compounds[end]) else { return false }
    if let nth = chain.compounds[end].nth {
      var free = chain
      free.compounds[end].nth = nil
      let all = order.filter { matches($0, free, end) }
      let index = nth > 0 ? nth - 1 : all.count + nth
      guard all.indices.contains(index), all[index] == id else { return false }
    }
    if end == 0 { return true }
    return before(id, chain.combinators[end - 1]).contains { matches($0, chain, end - 1) }
  }

  /// Returns the elements that are related to this one by a combinator.
  private func before(_ id: ElementID, _ combinator: SelectorCombinator) -> [ElementID] {
    let parent = tree[id]?.parent
    let siblings = parent.flatMap { tree[$0]?.children } ?? []
    let place = siblings.firstIndex(of: id) ?? 0
    switch combinator {
    case .child: return parent.map { [$0] } ?? []
    case .descendant: return tree.ancestors(of: id)
    case .nextSibling: return place > 0 ? [siblings[place - 1]] : []
    case .laterSibling: return Array(siblings.prefix(place))
    }
  }

  private func has(_ id: ElementID, _ chain: SelectorChain, _ place: Int) -> Bool {
    let combinator = place == 0 ? chain.leading : chain.combinators[place - 1]
    return order.contains { other in
      before(other, combinator).contains(id) && matchesAlone(other, chain.compounds[place])
        && (place == chain.compounds.count - 1 || has(other, chain, place + 1))
    }
  }

  private func matchesAlone(_ id: ElementID, _ compound: SelectorCompound) -> Bool {
    guard let element = tree[id] else { return false }
    if let role = compound.role, role != element.role,
      ![.dialog, .alert].contains(role) || element.role != .alertDialog
    {
      return false
    }
    if let wanted = compound.id, wanted != id { return false }
    return compound.tests.allSatisfy { holds($0, element) }
  }

  private func holds(_ test: SelectorPredicate, _ element: Element) -> Bool {
    switch test {
    case .flags(let states, let traits):
      return !element.states.isDisjoint(with: states) || !element.traits.isDisjoint(with: traits)
    case .pseudoClass(.enabled): return element.isUsable
    case .isRoot: return element.parent == nil
    case .isEmpty: return element.children.isEmpty
    case .hasFocusWithin:
      return tree.subtree(of: element.id).contains { tree[$0]?.states.contains(.focused) ?? false }
    case .text(.label, let test):
      guard let label = element.label else { return false }
      switch test.relation {
      case .present: return true
      case .equal: return label == test.operand
      case .contains:
        return label.split(separator: test.operand).count != 1 || label == test.operand
          || label.hasPrefix(test.operand) || label.hasSuffix(test.operand)
      case .prefix: return label.hasPrefix(test.operand)
      case .suffix: return label.hasSuffix(test.operand)
      case .pattern: return false
      }
    case .not(let chains):
      return !chains.contains { matches(element.id, $0, $0.compounds.count - 1) }
    case .any(let chains):
      return chains.contains { matches(element.id, $0, $0.compounds.count - 1) }
    case .within(let chains):
      return tree.ancestors(of: element.id).contains { ancestor in
        chains.contains { matches(ancestor, $0, $0.compounds.count - 1) }
      }
    case .has(let chains): return chains.contains { has(element.id, $0, 0) }
    case .differs(let test): return !holds(test, element)
    default: return false
    }
  }
}
