package import AccessibilityTree
internal import RegularExpressions

/// Matches one selector against one state of a tree, and caches intermediate results.
///
/// Use an instance only briefly: it holds a copy-on-write copy of the tree, so an edit in the meantime
/// copies the whole tree. Each part of the selector costs at most linear work in the tree, and all work
/// is charged to the budget.
package final class SelectorMatcher {
  let selector: Selector
  let tree: Tree
  let applications: [ElementID: Application]
  let scope: ElementID?
  var steps: Int
  var machine = RegexMachine()
  var presence = ScreenPresence()
  /// Indexed by chain number.
  var prefixCache: [[ElementID: ChainPrefixes]]
  /// The result of the last call of `index`.
  var latest: (chain: Int, id: ElementID, place: ChainPrefixes)?
  /// Indexed by the number of the first chain of a `:within`.
  var withinCache: [[ElementID: Bool]]
  /// Indexed by chain number: the elements for which `:has` with the chain holds.
  var holders: [Set<ElementID>?]
  var focusHolders: Set<ElementID>?
  /// The elements that `:nth` selects, by chain number and index of the compound.
  private var pins: [Int: [Int: Pin]] = [:]
  private var scopeMembers: [ElementID: Bool] = [:]
  /// Whether only a few elements are being tested, so that searching below each is cheaper than
  /// searching the whole tree.
  var isForFewElements = true

  /// - Parameters: As for `Selector.find`.
  package init(
    _ selector: Selector, in tree: Tree, applications: [ElementID: Application] = [:],
    scope: ElementID? = nil, budget: WorkBudget = .standard
  ) {
    self.selector = selector
    self.tree = tree
    self.applications = applications
    self.scope = scope
    steps = budget.steps
    prefixCache = Array(repeating: [:], count: selector.chainCount)
    withinCache = Array(repeating: [:], count: selector.chainCount)
    holders = Array(repeating: nil, count: selector.chainCount)
  }

  /// Whether the selector costs more than the budget on this tree. Results since then are invalid.
  package var isBudgetExceeded: Bool { steps < 0 }

  /// The remaining budget.
  package var budget: WorkBudget { WorkBudget(steps: steps) }

  /// Whether an element matches. `false` when the budget is exceeded.
  package func matches(_ id: ElementID) -> Bool {
    for chain in selector.alternatives {
      resolvePins(of: chain)
      if matches(id, chain), isInScope(id) { return !isBudgetExceeded }
    }
    return false
  }

  /// Returns the matching elements, in reading order.
  package func find(limit: Int? = nil) -> SelectorResult {
    var found: [ElementID] = []
    for chain in selector.alternatives {
      resolvePins(of: chain)
      found += self.found(by: chain, through: chain.compounds.count - 1)
    }
    if selector.alternatives.count > 1 {
      steps -= found.count * WorkBudget.note
      if !isBudgetExceeded { found = Array(Set(found)) }
    }
    if isBudgetExceeded { return SelectorResult(ids: [], total: 0, isBudgetExceeded: true) }
    let ordered = inReadingOrder(found)
    if isBudgetExceeded { return SelectorResult(ids: [], total: 0, isBudgetExceeded: true) }
    let ids = limit.map { Array(ordered.prefix(max(0, $0))) } ?? ordered
    return SelectorResult(ids: ids, total: ordered.count)
  }

  /// Sorts ids. In the worst case that walks the whole tree, and is charged accordingly.
  private func inReadingOrder(_ ids: [ElementID]) -> [ElementID] {
    if ids.count > 1 { steps -= min(64 * ids.count, WorkBudget.walk * tree.count) }
    return isBudgetExceeded ? [] : tree.inReadingOrder(ids)
  }

  // MARK: Places among the matches

  /// Determines which elements `:nth` selects, from left to right, because each depends on the matches of
  /// the compounds before it.
  private func resolvePins(of chain: SelectorChain) {
    for (index, compound) in chain.compounds.enumerated() {
      guard let nth = compound.nth, pins[chain.number]?[index] == nil else { continue }
      let matches = inReadingOrder(found(by: chain, through: index))
      let position = nth > 0 ? nth - 1 : matches.count + nth
      let pin = Pin(element: matches.indices.contains(position) ? matches[position] : nil)
      pins[chain.number, default: [:]][index] = pin
      prefixCache[chain.number] = [:]
      latest = nil
    }
  }

  /// Whether the element is the one that `:nth` of a compound selects. `true` while that is undetermined, and
  /// for a compound without `:nth`.
  func isPinned(_ id: ElementID, _ chain: SelectorChain, _ index: Int) -> Bool {
    guard chain.compounds[index].nth != nil, let pin = pins[chain.number]?[index] else {
      return true
    }
    return pin.element == id
  }

  /// The selection of `:nth` at a compound; `nil` when there is none or it is undetermined.
  func pin(of chain: SelectorChain, _ index: Int) -> Pin? {
    pins[chain.number]?[index]
  }

  /// The element that `:nth` selects; `nil` when there are fewer matches.
  struct Pin {
    var element: ElementID?
  }

  // MARK: Scope

  func isInScope(_ id: ElementID) -> Bool {
    guard let scope else { return tree.contains(id) }
    var path: [ElementID] = []
    var next: ElementID? = id
    var answer = false
    while let element = next, steps >= 0 {
      steps -= WorkBudget.visit
      if let known = scopeMembers[element] {
        answer = known
        break
      }
      path.append(element)
      if element == scope {
        answer = tree.contains(element)
        break
      }
      next = tree.read(element) { $0.parent } ?? nil
    }
    steps -= path.count * WorkBudget.note
    for element in path { scopeMembers[element] = answer }
    return answer
  }
}
