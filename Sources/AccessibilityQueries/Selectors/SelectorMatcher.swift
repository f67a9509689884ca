package import AccessibilityTree
internal import RegularExpressions

/// Matches one selector against one state of a tree, and remembers what it found out on the way.
///
/// Short-lived: it holds the tree as it was, so that an edit while it lives copies the tree.
/// No work here is more than linear in the tree for each part of the selector, and all of it is
/// counted against the budget.
package final class SelectorMatcher {
  let selector: Selector
  let tree: Tree
  let applications: [ElementID: Application]
  let scope: ElementID?
  var steps: Int
  var machine = RegexMachine()
  var presence = ScreenPresence()
  /// By number of the chain.
  var places: [[ElementID: ChainPlace]]
  /// The place that was asked for last.
  var latest: (chain: Int, id: ElementID, place: ChainPlace)?
  /// By number of the first chain of a `:within`.
  var withins: [[ElementID: Bool]]
  /// By number of the chain: what has it below or beside.
  var holders: [Set<ElementID>?]
  var focusHolders: Set<ElementID>?
  /// By number of the chain and place of the compound: which element `:nth` means.
  private var pins: [Int: [Int: Pin]] = [:]
  private var scopeMembers: [ElementID: Bool] = [:]
  /// Whether few elements are asked about, so that looking below each is cheaper than looking
  /// everywhere.
  var isAboutFew = true

  /// - Parameters: as of `Selector.find`.
  package init(
    _ selector: Selector, in tree: Tree, applications: [ElementID: Application] = [:],
    scope: ElementID? = nil, budget: WorkBudget = .standard
  ) {
    self.selector = selector
    self.tree = tree
    self.applications = applications
    self.scope = scope
    steps = budget.steps
    places = Array(repeating: [:], count: selector.chainCount)
    withins = Array(repeating: [:], count: selector.chainCount)
    holders = Array(repeating: nil, count: selector.chainCount)
  }

  /// What was answered since is worth nothing: the selector asks too much of this tree.
  package var isBudgetExceeded: Bool { steps < 0 }

  /// What is left.
  package var budget: WorkBudget { WorkBudget(steps: steps) }

  /// Whether an element is meant. `false` when the budget is exceeded.
  package func matches(_ id: ElementID) -> Bool {
    for chain in selector.alternatives {
      pinPlaces(of: chain)
      if matches(id, chain), isInScope(id) { return !isBudgetExceeded }
    }
    return false
  }

  /// The elements that are meant, in reading order.
  package func find(limit: Int? = nil) -> SelectorResult {
    var found: [ElementID] = []
    for chain in selector.alternatives {
      pinPlaces(of: chain)
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

  /// A walk of the whole tree at the worst, which is charged as such.
  private func inReadingOrder(_ ids: [ElementID]) -> [ElementID] {
    if ids.count > 1 { steps -= min(64 * ids.count, WorkBudget.walk * tree.count) }
    return isBudgetExceeded ? [] : tree.inReadingOrder(ids)
  }

  // MARK: Places among the matches

  /// Finds out which elements `:nth` means, from left to right: each place counts the matches of
  /// all that stands before it.
  private func pinPlaces(of chain: SelectorChain) {
    for (place, compound) in chain.compounds.enumerated() {
      guard let nth = compound.nth, pins[chain.number]?[place] == nil else { continue }
      let matches = inReadingOrder(found(by: chain, through: place))
      let index = nth > 0 ? nth - 1 : matches.count + nth
      let pin = Pin(element: matches.indices.contains(index) ? matches[index] : nil)
      pins[chain.number, default: [:]][place] = pin
      places[chain.number] = [:]
      latest = nil
    }
  }

  /// Whether `:nth` of a compound means another element. True while it is not found out.
  func isPinned(_ id: ElementID, _ chain: SelectorChain, _ place: Int) -> Bool {
    guard chain.compounds[place].nth != nil, let pin = pins[chain.number]?[place] else {
      return true
    }
    return pin.element == id
  }

  /// The one element that can match there; `nil` when there may be several.
  func pin(of chain: SelectorChain, _ place: Int) -> Pin? {
    pins[chain.number]?[place]
  }

  /// The element that `:nth` means, if there are so many.
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
