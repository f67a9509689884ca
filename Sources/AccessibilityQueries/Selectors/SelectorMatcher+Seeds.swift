internal import AccessibilityTree

/// Selects where the search begins: the smallest known set of elements that contains all matches.
extension SelectorMatcher {
  enum Seeds {
    case all
    case role(Role)
    case some([ElementID])
  }

  /// Returns the elements that match the chain up to its compound at `end`, in no order.
  func found(by chain: SelectorChain, through end: Int) -> [ElementID] {
    let compound = chain.compounds[end]
    var seeds: Seeds
    if let pin = pin(of: chain, end) {
      seeds = .some(pin.element.map { [$0] } ?? [])
    } else {
      seeds = narrowed(self.seeds(of: compound), chain, end)
    }
    var isScopeKnown = scope == nil
    if let scope, let members = subtree(of: [scope], limit: max(64, count(of: seeds))) {
      seeds = .some(members)
      isScopeKnown = true
    }
    isForFewElements = count(of: seeds) <= 4
    defer { isForFewElements = true }
    var result: [ElementID] = []
    let isPinned = compound.nth != nil
    visit(seeds) { element in
      if isPinned, !self.isPinned(element.id, chain, end) { return }
      if matches(element, compound) { result.append(element.id) }
    }
    steps -= result.count * WorkBudget.visit
    if end > 0 { result.removeAll { !areCombinatorsSatisfied($0, chain, at: end) } }
    if !isScopeKnown { result.removeAll { !isInScope($0) } }
    return result
  }

  /// Calls `body` with each seed, until the budget runs out.
  func visit(_ seeds: Seeds, _ body: (borrowing Element) -> Void) {
    switch seeds {
    case .all:
      tree.scan {
        body($0)
        return steps >= 0
      }
    case .role(let role):
      for role in role.included {
        for id in tree.index.elements(role: role) where steps >= 0 {
          steps -= WorkBudget.visit
          _ = tree.read(id, body)
        }
      }
    case .some(let ids):
      for id in ids where steps >= 0 {
        steps -= WorkBudget.visit
        _ = tree.read(id, body)
      }
    }
  }

  /// Returns the smallest indexed set of elements that may match.
  func seeds(of compound: SelectorCompound) -> Seeds {
    if let id = compound.id { return .some([id]) }
    var best: [ElementID]?
    for test in compound.tests {
      guard case .text(let attribute, let test) = test, let exact = test.exactOperand else {
        continue
      }
      var ids: [ElementID]
      switch attribute {
      case .label: ids = tree.index.elements(label: exact)
      case .identifier: ids = tree.index.elements(identifier: exact)
      case .name:
        ids = tree.index.elements(label: exact) + tree.index.elements(role: .application)
        ids = Array(Set(ids))
      default: continue
      }
      if ids.count < best?.count ?? .max { best = ids }
    }
    let roleCount = compound.role.map { count(of: .role($0)) } ?? tree.count
    if let best, best.count <= roleCount { return .some(best) }
    return compound.role.map(Seeds.role) ?? .all
  }

  /// The number of elements that the index leaves as candidates for a compound.
  func estimate(_ compound: SelectorCompound) -> Int { count(of: seeds(of: compound)) }

  private func count(of seeds: Seeds) -> Int {
    switch seeds {
    case .all: tree.count
    case .role(let role): role.included.reduce(0) { $0 + tree.index.count(role: $1) }
    case .some(let ids): ids.count
    }
  }

  /// Returns the descendants of earlier matches in the chain when those matches are rare and have few
  /// descendants; otherwise `seeds`.
  private func narrowed(_ seeds: Seeds, _ chain: SelectorChain, _ end: Int) -> Seeds {
    let limit = count(of: seeds)
    guard end > 0, limit > 64 else { return seeds }
    for place in (0..<end).reversed() {
      let beyond = chain.combinators[place..<end]
      // Siblings are not descendants, so only child and descendant steps can be narrowed.
      guard beyond.allSatisfy({ $0 == .descendant || $0 == .child }) else { break }
      let compound = chain.compounds[place]
      let above: Seeds
      if let pin = pin(of: chain, place) {
        above = .some(pin.element.map { [$0] } ?? [])
      } else {
        above = self.seeds(of: compound)
      }
      guard count(of: above) <= min(256, limit / 4) else { continue }
      var tops: [ElementID] = []
      visit(above) { element in
        if matches(element, compound) { tops.append(element.id) }
      }
      // A smaller reduction would not justify the walk.
      if let members = subtree(of: tops, limit: limit / 4) { return .some(members) }
    }
    return seeds
  }

  /// Returns the elements and their descendants, each once; `nil` when there are more than `limit`.
  private func subtree(of tops: [ElementID], limit: Int) -> [ElementID]? {
    var result: [ElementID] = []
    var seen: Set<ElementID> = []
    let mayOverlap = tops.count > 1
    tree.walk(from: tops) { element, _ in
      steps -= WorkBudget.walk + (mayOverlap ? WorkBudget.note : 0)
      if mayOverlap, !seen.insert(element.id).inserted { return .skip }
      result.append(element.id)
      return result.count <= limit && steps >= 0 ? .descend : .stop
    }
    return result.count <= limit ? result : nil
  }
}
