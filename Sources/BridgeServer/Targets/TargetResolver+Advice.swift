internal import AccessibilityQueries
internal import AccessibilityTree
internal import BridgeProtocol

extension TargetResolver {
  /// The steps that finding advice may take, about 3 ms: advice is not worth more.
  private static let adviceSteps = 300_000

  /// Returns what to try instead of a selector that matches nothing, or `nil` where nothing is known.
  ///
  /// - Parameter budget: What is left of the call's budget.
  func advice(insteadOf selector: Selector, _ budget: WorkBudget = .standard) -> String? {
    var budget = WorkBudget(steps: min(budget.steps, Self.adviceSteps))
    if let visible = selector.withVisibleForShowing, let first = matches(visible, &budget).first {
      let application = store.tree[first].flatMap { store.applications[$0.application] }
      let toolkit = [application?.toolkit, application?.toolkitVersion]
        .compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
      return (toolkit.isEmpty ? "The toolkit" : toolkit)
        + " does not report the state showing: use :visible instead of :showing."
    }
    guard let tables = selector.tablesOfCells else { return nil }
    let windowed = matches(tables, &budget).first { id in
      store.tree.read(id) { ($0.totalChildren ?? 0) > $0.children.count } == true
    }
    return windowed.map {
      "Only the on-screen cells of \(describe($0)) are mirrored. To mirror another cell, run the "
        + "action \"cell\" with its address: act '\($0)' 'cell A1'."
    }
  }

  /// Returns an application that is still being read, or loads a document, and may have what a selector asks for; `nil` when there is none.
  func unreadApplication(concerning selector: Selector) -> Application? {
    // One that does not answer at present may do so before it is read.
    let unread = store.applications.values.filter {
      $0.shownLoad.isBeingRead && $0.health != .gone
    }
    guard !unread.isEmpty else { return nil }
    var roots: Set<ElementID>?
    if let applications = selector.applicationsAbove {
      roots = Set(advisableMatches(applications))
    }
    return unread.filter { roots?.contains($0.root) ?? true }.min { $0.root < $1.root }
  }

  /// Returns up to 100 matches, where few steps are enough to find them.
  func advisableMatches(_ selector: Selector) -> [ElementID] {
    var budget = WorkBudget(steps: Self.adviceSteps)
    return matches(selector, &budget)
  }

  /// Returns up to 100 matches; none when the budget is exceeded already.
  private func matches(_ selector: Selector, _ budget: inout WorkBudget) -> [ElementID] {
    guard !budget.isExceeded else { return [] }
    let matcher = SelectorMatcher(
      selector, in: store.tree, applications: store.applications, budget: budget)
    let found = matcher.find(limit: 100)
    budget = matcher.budget
    return found.ids
  }
}
