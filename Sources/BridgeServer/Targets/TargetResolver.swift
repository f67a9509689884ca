internal import AccessibilityMirror
internal import AccessibilityQueries
internal import AccessibilityRendering
internal import AccessibilityTree
internal import BridgeProtocol
internal import BridgeTransport

/// Finds the elements that requests name by ids and selectors, or says why they are not there.
final class TargetResolver {
  let store: TreeStore
  private let sources: () -> [any TreeSource]
  let limits: Limits
  /// When the server was started.
  private let started: MonotonicTime
  let progress: ApplicationProgress
  /// The results of searches at the current revision.
  private var searches: [Search: SelectorResult] = [:]

  init(
    _ store: TreeStore, sources: @escaping () -> [any TreeSource], limits: Limits,
    started: MonotonicTime
  ) {
    self.store = store
    self.sources = sources
    self.limits = limits
    self.started = started
    progress = ApplicationProgress(store)
  }

  /// Drops the results of searches. Must be called at every commit, before anyone searches.
  func forgetSearches() {
    if !searches.isEmpty { searches.removeAll(keepingCapacity: true) }
  }

  /// Returns the one element that a target names. Otherwise throws a status that says what it names instead.
  func resolve(_ target: Target) throws(Status) -> ElementID { try found(target).id }

  /// Returns the one element that a target names, and whether it names it by a label, which it then must still have, or
  /// another one that the selector's rule allows. Throws as `resolve` does.
  func found(_ target: Target) throws(Status) -> (
    id: ElementID, isByLabel: Bool, labels: LabelRule?
  ) {
    switch target {
    case .id(let id):
      try check(id)
      return (id, false, nil)
    case .selector(let text):
      let selector = try parse(text)
      var budget = limits.budget
      let result = try find(selector, text: text, scope: nil, limit: 11, budget: &budget)
      guard !result.ids.isEmpty else { throw noMatch(selector, budget) }
      var matches = result
      if result.total > result.ids.count, result.total <= Self.maxCompared {
        matches = try find(
          selector, text: text, scope: nil, limit: Self.maxCompared, budget: &budget)
      }
      let one = try onlyOne(of: matches, selector: text)
      let rule = selector.comparesLabel.map { LabelRule(selector: text, allows: $0) }
      return (one, selector.testsLabel, rule)
    }
  }

  /// Throws when no element with that id is in the tree. The status says whether there ever was one.
  func check(_ id: ElementID) throws(Status) {
    guard !store.tree.contains(id) else { return }
    if store.isStale(id) {
      throw Status(
        .staleElement, "element \(id) is gone", element: id,
        advice: missingSource ?? Remedy.findAgain.rawValue)
    }
    throw unknown(id)
  }

  /// Throws when this run of the server never assigned the id.
  func checkKnown(_ id: ElementID) throws(Status) {
    if !store.tree.contains(id) && !store.isStale(id) { throw unknown(id) }
  }

  /// Why a source has nothing to mirror, which may explain why something is not there.
  private var missingSource: String? {
    guard let source = sources().first(where: { $0.status.phase == .unavailable }) else {
      return nil
    }
    let reason = "The source \(source.name) is not available: \(source.status.detail)"
    return reason.hasSuffix(".") ? reason : reason + "."
  }

  /// Returns the status for an id that this run did not assign: the peer has it from before the server was
  /// started, or from another server.
  private func unknown(_ id: ElementID, selector: String? = nil) -> Status {
    let age = MonotonicTime.now().since(started).milliseconds / 1000
    return Status(
      .unknownElement,
      "no element has had the id \(id) since the server started \(age) s ago: the id is from an "
        + "earlier run or another server",
      element: id, selector: selector)
  }

  /// Parses a selector. Also throws for ids that this run did not assign: matching nothing would be taken
  /// for an answer.
  func parse(_ text: String) throws(Status) -> Selector {
    let selector: Selector
    do throws(SelectorSyntaxError) {
      selector = try Selector(parsing: text)
    } catch {
      throw Status(
        .selectorSyntax, error.description, selector: text, offset: error.offset,
        remedy: error.limit == nil ? .correctSelector : .shortenSelector,
        limit: UInt64(clamping: error.limit ?? 0))
    }
    for id in selector.ids where !store.tree.contains(id) && !store.isStale(id) {
      throw unknown(id, selector: text)
    }
    return selector
  }

  /// Finds what matches a selector. Throws when matching takes more steps than the budget has.
  func find(
    _ selector: Selector, text: String, scope: ElementID?, limit: Int?,
    budget: inout WorkBudget
  ) throws(Status) -> SelectorResult {
    let search = Search(selector: text, scope: scope, limit: limit)
    if let known = searches[search] {
      budget.charge(1)
      if known.isBudgetExceeded { throw tooExpensive(text) }
      return known
    }
    let matcher = SelectorMatcher(
      selector, in: store.tree, applications: store.applications, scope: scope, budget: budget)
    let result = matcher.find(limit: limit)
    budget = matcher.budget
    remember(result, of: search)
    guard !result.isBudgetExceeded else { throw tooExpensive(text) }
    return result
  }

  private func tooExpensive(_ selector: String) -> Status {
    limits.budgetExceeded("matching the selector", selector: selector)
  }

  /// Stores a result, so that one search answers many calls that wait for the same.
  private func remember(_ result: SelectorResult, of search: Search) {
    if searches.count >= 64 { searches.removeAll(keepingCapacity: true) }
    if result.ids.count <= 1000 { searches[search] = result }
  }

  /// - Parameter budget: What is left of the call's budget.
  func noMatch(_ selector: Selector, _ budget: WorkBudget) -> Status {
    let dialog = coveringDialog(concerning: selector) ?? ""
    let message = "nothing matches \(selector.text.excerpt)"
    let unmirrored = unmirrored(concerning: selector)
    let silence =
      (silence(concerning: selector) ?? "") + dialog
      + (unmirrored ?? omission(concerning: selector) ?? "")
    let otherwise: Remedy = unmirrored == nil ? .lookAround : .scrollThere
    if let progress = progress(concerning: selector) {
      // What can never match is not worth waiting for.
      return Status(
        .noMatch, message + progress + silence, selector: selector.text,
        advice: advice(insteadOf: selector, budget) ?? Remedy.awaitReading.rawValue)
    }
    return Status(
      .noMatch, message + silence, selector: selector.text,
      advice: missingSource ?? advice(insteadOf: selector, budget) ?? otherwise.rawValue)
  }

  // MARK: One of several

  /// The most matches of which it is found out whether one alone is on screen.
  private static let maxCompared = 256
  /// The number of work steps taken to see which of several elements are in hidden windows.
  private static let presenceSteps = 40_000

  /// Returns the only match, or the only one that people can reach: of those in no hidden window and no menu bar without a
  /// height, or else of those that outlines have on screen, or of these that do not stand for nothing. Throws where there are several.
  private func onlyOne(of result: SelectorResult, selector text: String) throws(Status) -> ElementID
  {
    guard result.total > 1, result.ids.count == result.total else {
      if result.total == 1, let one = result.ids.first { return one }
      throw ambiguous(text, result.ids, onScreen: onScreen(result.ids), total: result.total)
    }
    if let one = onlyOneInShownWindows(result.ids) { return one }
    let shown = onScreen(result.ids)
    if shown.count == 1, let one = shown.first { return one }
    let filled = shown.subtracting(Outline.blank(shown, in: store.tree))
    if filled.count == 1, let one = filled.first { return one }
    throw ambiguous(text, result.ids, onScreen: shown, total: result.total)
  }

  private func onlyOneInShownWindows(_ ids: [ElementID]) -> ElementID? {
    var presence = ScreenPresence()
    var steps = Self.presenceSteps
    let open = ids.filter { id in
      store.tree.read(id) {
        presence.isInHiddenWindow($0, in: store.tree, steps: &steps)
          || FlatBars.contain($0, in: store.tree, steps: &steps)
      } == false
    }
    return open.count == 1 && steps > 0 ? open.first : nil
  }

  private func onScreen(_ ids: [ElementID]) -> Set<ElementID> {
    Outline.onScreen(
      ids, in: store.tree, focus: store.focused, applications: store.applications)
  }

  /// - Parameter shown: Those that are on screen.
  private func ambiguous(
    _ text: String, _ ids: [ElementID], onScreen shown: Set<ElementID>, total: Int
  ) -> Status {
    let listed = Array(ids.prefix(10))
    let applications = Set(listed.map { store.tree.read($0) { $0.application } ?? nil })
    let blank = Outline.blank(listed, in: store.tree)
    var candidates = describe(listed, namesApplications: applications.count > 1).map { candidate in
      var candidate = candidate
      if blank.contains(candidate.id) { candidate.description += ", empty" }
      if !shown.contains(candidate.id) { candidate.description += ", off screen" }
      return candidate
    }
    // What nothing tells apart is named by its number.
    let alike = Dictionary(grouping: candidates.indices) { candidates[$0].description }
    for index in alike.values.filter({ $0.count > 1 }).joined() {
      candidates[index].description += ", :nth(\(index + 1))"
    }
    return Status(
      .ambiguous, "\(total) elements match \(text.excerpt); exactly one must match", selector: text,
      candidates: candidates, candidateCount: total, remedy: .nameOne)
  }

  /// Describes an element in one line for people: `button "Save" in dialog "Open"`.
  func describe(_ id: ElementID) -> String { describe([id]).first?.description ?? "\(id)" }

  /// Describes elements in one line each for people, so that they can be told apart: `button "Save" in dialog "Open"`.
  ///
  /// - Parameter namesApplications: Whether their applications are named as well.
  func describe(_ ids: [ElementID], namesApplications: Bool = false) -> [Candidate] {
    let descriptions = ElementDescriptions(in: store.tree)
      .descriptions(of: ids, namesApplications: namesApplications)
    return zip(ids, descriptions).map { Candidate(id: $0, description: $1) }
  }
}

/// A search by selector, as a call requests it.
struct Search: Hashable {
  var selector: String
  var scope: ElementID?
  /// The maximum number of ids in the result; `nil`: all.
  var limit: Int?
}

extension Limits {
  /// Returns the status for a request that takes more steps than one call may take.
  func budgetExceeded(
    _ what: String, selector: String?, remedy: Remedy = .narrowSelector
  ) -> Status {
    refusal(
      .selectorSteps, "\(what) takes more steps than one call may take", selector: selector,
      remedy: remedy)
  }
}
