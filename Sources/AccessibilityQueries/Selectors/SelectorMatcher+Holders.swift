internal import AccessibilityTree

/// Evaluates `:has(…)` in reverse: finds the elements that match the last compound, then those above or
/// before them, compound by compound. Each step is at most linear in the size of the tree.
extension SelectorMatcher {
  func holds(_ chain: SelectorChain, _ element: borrowing Element) -> Bool {
    if let known = holders[chain.number] { return known.contains(element.id) }
    let last = chain.compounds.count - 1
    if isForFewElements, estimate(chain.compounds[last]) > 64 {
      // Following siblings are below the parent.
      let isBeside = chain.leading == .nextSibling || chain.leading == .laterSibling
      let top = isBeside ? element.parent ?? element.id : element.id
      return holders(of: chain, below: top).contains(element.id)
    }
    let all = holders(of: chain, below: nil)
    holders[chain.number] = all
    return all.contains(element.id)
  }

  func holdsFocus(_ element: borrowing Element) -> Bool {
    if let known = focusHolders { return known.contains(element.id) }
    var focused: [ElementID] = []
    if isForFewElements {
      let id = element.id
      tree.walk(from: [id]) { below, _ in
        steps -= WorkBudget.walk
        if below.states.contains(.focused), below.id != id { focused.append(below.id) }
        return focused.isEmpty && steps >= 0 ? .descend : .stop
      }
      return !focused.isEmpty
    }
    tree.scan { element in
      steps -= 1
      if element.states.contains(.focused) { focused.append(element.id) }
      return steps >= 0
    }
    let all = stepping(from: Set(focused), over: .descendant)
    focusHolders = all
    return all.contains(element.id)
  }

  /// Returns the elements for which `:has` with this chain holds. The result may be incomplete for
  /// elements outside of `top`.
  private func holders(of chain: SelectorChain, below top: ElementID?) -> Set<ElementID> {
    // Nested tests are evaluated for many elements.
    let wasForFewElements = isForFewElements
    isForFewElements = false
    defer { isForFewElements = wasForFewElements }
    let last = chain.compounds.count - 1
    let compound = chain.compounds[last]
    var current: Set<ElementID> = []
    if let top {
      tree.walk(from: [top]) { element, depth in
        steps -= WorkBudget.walk
        if depth > 0, matches(element, compound) {
          steps -= WorkBudget.note
          current.insert(element.id)
        }
        return steps >= 0 ? .descend : .stop
      }
    } else {
      visit(seeds(of: compound)) { element in
        if matches(element, compound) {
          steps -= WorkBudget.note
          current.insert(element.id)
        }
      }
    }
    for place in (0..<last).reversed() where !current.isEmpty {
      current = stepping(from: current, over: chain.combinators[place])
      steps -= current.count * (WorkBudget.visit + WorkBudget.note)
      guard steps >= 0 else { return [] }
      current = current.filter { matchesCompound($0, chain, place) }
    }
    return stepping(from: current, over: chain.leading)
  }

  /// Returns the elements that have one of `elements` as a child, a descendant, the next sibling or a later sibling.
  private func stepping(
    from elements: Set<ElementID>, over combinator: SelectorCombinator
  ) -> Set<ElementID> {
    var result: Set<ElementID> = []
    switch combinator {
    case .child, .descendant:
      for element in elements where steps >= 0 {
        steps -= WorkBudget.visit
        var next = tree.read(element) { $0.parent } ?? nil
        while let parent = next, steps >= 0, tree.contains(parent),
          result.insert(parent).inserted, combinator == .descendant
        {
          steps -= WorkBudget.visit + WorkBudget.note
          next = tree.read(parent) { $0.parent } ?? nil
        }
      }
    case .nextSibling, .laterSibling:
      steps -= elements.count * (WorkBudget.visit + WorkBudget.note)
      guard steps >= 0 else { break }
      for parent in Set(elements.compactMap { tree.read($0) { $0.parent } ?? nil }) {
        let children = tree.read(parent) { $0.children } ?? []
        steps -= children.count * WorkBudget.visit
        guard steps >= 0 else { break }
        if combinator == .nextSibling {
          for (before, child) in zip(children, children.dropFirst()) where elements.contains(child)
          {
            result.insert(before)
          }
        } else if let last = children.lastIndex(where: elements.contains) {
          result.formUnion(children[..<last])
        }
      }
    }
    return result
  }
}
