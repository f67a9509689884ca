internal import AccessibilityTree

/// Which prefixes of a chain match at an element: bit n stands for compounds 0 to n of the chain.
struct ChainPrefixes {
  /// Prefixes that end at the element.
  var here: UInt64 = 0
  /// Prefixes that end at the element or at an ancestor.
  var hereOrAbove: UInt64 = 0
  /// Prefixes that end at the preceding sibling.
  var previous: UInt64 = 0
  /// Prefixes that end at any earlier sibling.
  var earlier: UInt64 = 0
}

extension SelectorMatcher {
  /// Whether the element matches the chain.
  func matches(_ id: ElementID, _ chain: SelectorChain) -> Bool {
    let end = chain.compounds.count - 1
    return matchesCompound(id, chain, end) && areCombinatorsSatisfied(id, chain, at: end)
  }

  /// Whether the elements before or above this one match the compounds before `end` in the chain.
  func areCombinatorsSatisfied(_ id: ElementID, _ chain: SelectorChain, at end: Int) -> Bool {
    guard end > 0 else { return true }
    let parent = tree.read(id) { $0.parent } ?? nil
    let bit = UInt64(1) << UInt64(end - 1)
    switch chain.combinators[end - 1] {
    case .child:
      guard let parent, tree.contains(parent) else { return false }
      return prefixes(of: parent, chain, before: end).here & bit != 0
    case .descendant:
      guard let parent, tree.contains(parent) else { return false }
      return prefixes(of: parent, chain, before: end).hereOrAbove & bit != 0
    case .nextSibling: return prefixes(of: id, chain, before: end).previous & bit != 0
    case .laterSibling: return prefixes(of: id, chain, before: end).earlier & bit != 0
    }
  }

  /// Returns which prefixes of the chain match at an element, evaluated from the root down where they are not
  /// cached. Each element is evaluated once for each chain, however often this is called.
  private func prefixes(
    of id: ElementID, _ chain: SelectorChain, before end: Int
  ) -> ChainPrefixes {
    // Consecutive calls often concern siblings, which share a parent.
    if let latest, latest.chain == chain.number, latest.id == id { return latest.place }
    let prefixes = evaluatePrefixes(of: id, chain, before: end)
    latest = (chain.number, id, prefixes)
    return prefixes
  }

  private func evaluatePrefixes(
    of id: ElementID, _ chain: SelectorChain, before end: Int
  ) -> ChainPrefixes {
    if let known = prefixCache[chain.number][id] { return known }
    var path = [id]
    var above: ChainPrefixes?
    var next = tree.read(id) { $0.parent } ?? nil
    while let parent = next, tree.contains(parent), steps >= 0 {
      steps -= WorkBudget.visit
      if let known = prefixCache[chain.number][parent] {
        above = known
        break
      }
      path.append(parent)
      next = tree.read(parent) { $0.parent } ?? nil
    }
    let usesSiblings = chain.usesSiblings
    while let element = path.popLast(), steps >= 0 {
      if usesSiblings, above != nil, let parent = tree.read(element, { $0.parent }) ?? nil {
        evaluateChildren(of: parent, chain, before: end, above: above)
        above = prefixCache[chain.number][element]
      } else {
        var prefixes = ChainPrefixes()
        advance(&prefixes, at: element, chain, before: end, above: above)
        prefixCache[chain.number][element] = prefixes
        above = prefixes
      }
    }
    return prefixCache[chain.number][id] ?? ChainPrefixes()
  }

  private func evaluateChildren(
    of parent: ElementID, _ chain: SelectorChain, before end: Int, above: ChainPrefixes?
  ) {
    var prefixes = ChainPrefixes()
    for child in tree.read(parent, { $0.children }) ?? [] where steps >= 0 {
      advance(&prefixes, at: child, chain, before: end, above: above)
      prefixCache[chain.number][child] = prefixes
      prefixes.earlier |= prefixes.here
      prefixes.previous = prefixes.here
    }
  }

  private func advance(
    _ prefixes: inout ChainPrefixes, at id: ElementID, _ chain: SelectorChain, before end: Int,
    above: ChainPrefixes?
  ) {
    prefixes.here = 0
    steps -= WorkBudget.note
    for index in 0..<end {
      steps -= 1
      if index > 0 {
        let reached: UInt64
        switch chain.combinators[index - 1] {
        case .child: reached = above?.here ?? 0
        case .descendant: reached = above?.hereOrAbove ?? 0
        case .nextSibling: reached = prefixes.previous
        case .laterSibling: reached = prefixes.earlier
        }
        if reached & (UInt64(1) << UInt64(index - 1)) == 0 { continue }
      }
      steps -= WorkBudget.visit
      if matchesCompound(id, chain, index) { prefixes.here |= UInt64(1) << UInt64(index) }
    }
    prefixes.hereOrAbove = prefixes.here | (above?.hereOrAbove ?? 0)
  }

  // MARK: Within

  /// Whether any ancestor of the element matches one of the chains.
  func isWithin(_ chains: [SelectorChain], _ parent: ElementID?) -> Bool {
    guard let number = chains.first?.number else { return false }
    var path: [ElementID] = []
    var next = parent
    var answer = false
    while let element = next, tree.contains(element), steps >= 0 {
      steps -= WorkBudget.visit
      if let known = withinCache[number][element] {
        answer = known
        break
      }
      path.append(element)
      if chains.contains(where: { matches(element, $0) }) {
        answer = true
        break
      }
      next = tree.read(element) { $0.parent } ?? nil
    }
    steps -= path.count * WorkBudget.note
    for element in path { withinCache[number][element] = answer }
    return answer
  }
}
