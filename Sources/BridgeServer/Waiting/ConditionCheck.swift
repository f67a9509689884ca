internal import AccessibilityQueries
internal import AccessibilityTree
internal import BridgeProtocol
internal import RegularExpressions

/// A condition that can be waited for, prepared for repeated checks.
struct ConditionCheck {
  private let condition: WaitCondition
  /// Which fields of the elements are sent.
  let view: ElementView
  private let target: Target
  private let selector: Selector?
  /// The application in which the selector is looked for; `nil`: everywhere.
  private let application: ElementID?
  /// The windows and dialogs that were there before that action: those that were open do not appear by it.
  private let former: FormerWindows
  /// For the VALUE conditions.
  private let comparison: TextComparison?

  /// - Parameter application: Where a selector is looked for that names neither an application nor an id; `nil`:
  ///   everywhere.
  /// - Parameter former: The windows and dialogs that were there before the action that the condition ends.
  init(
    _ request: WaitForRequest, in application: ElementID? = nil,
    apartFrom former: FormerWindows = FormerWindows(),
    parse: (String) throws(Status) -> Selector
  ) throws(Status) {
    self.former = former
    condition = request.condition
    view = request.view
    target = request.target
    switch request.target {
    case .id: selector = nil
    case .selector(let text): selector = try parse(text)
    }
    self.application = selector?.namesPlace == false ? application : nil
    comparison = try Self.comparison(condition)
  }

  private static func comparison(_ condition: WaitCondition) throws(Status) -> TextComparison? {
    switch condition {
    case .valueEquals(let text):
      try checkLength(text)
      return .equals(text)
    case .valueContains(let text):
      try checkLength(text)
      return .contains(text)
    case .valueMatches(let pattern):
      try checkLength(pattern)
      do throws(RegularExpressionSyntaxError) {
        return try .matches(pattern: pattern)
      } catch {
        throw Status(
          .invalidArgument, "invalid regular expression \(pattern.quoted(limit: 80)): \(error)",
          remedy: .correctPattern, limit: UInt64(clamping: error.limit ?? 0))
      }
    default: return nil
    }
  }

  private static func checkLength(_ text: String) throws(Status) {
    let length = text.utf8.count
    guard length <= TextComparison.maxLength else {
      throw Status(
        .invalidArgument,
        "WaitForRequest.text has \(length) bytes, limit \(TextComparison.maxLength)",
        remedy: .waitForPart, limit: UInt64(TextComparison.maxLength))
    }
  }

  /// Whether the target is an id, or a selector that names an application or an id.
  var namesPlace: Bool { selector?.namesPlace != false }

  /// About how much memory the condition takes beside the request, in bytes.
  var memory: Int { (selector?.memory ?? 0) + (comparison?.memory ?? 0) }

  /// Whether it costs a search to say why the condition does not hold.
  func needsSearch(_ result: SelectorResult) -> Bool {
    application != nil && result.total == 0 || adviceSelector(result) != nil
  }

  /// Returns the selector where it should match something, nothing matches, and another might.
  private func adviceSelector(_ result: SelectorResult) -> Selector? {
    guard result.total == 0, condition != .disappears, let selector, selector.isAdvisable else {
      return nil
    }
    return selector
  }

  /// How long nothing may change for the condition to hold; `nil` when that does not matter.
  var stableTime: Duration? {
    guard case .stable(let milliseconds) = condition else { return nil }
    return .milliseconds(milliseconds == 0 ? 500 : Int64(milliseconds))
  }

  /// Returns what the target names now; an empty result is not an error. Charges the budget.
  func find(
    _ targets: TargetResolver, _ budget: inout WorkBudget
  ) throws(Status) -> SelectorResult {
    switch target {
    case .id(let id):
      guard targets.store.tree.contains(id) else {
        // A removed element does not come back under its id; only its disappearance can be waited for.
        if condition != .disappears || !targets.store.isStale(id) { try targets.check(id) }
        return SelectorResult(ids: [], total: 0)
      }
      return SelectorResult(ids: [id], total: 1)
    case .selector(let text):
      guard let selector else { return SelectorResult(ids: [], total: 0) }
      let enough = condition == .appears || condition == .disappears ? 100 : nil
      return try targets.find(
        selector, text: text, scope: application, limit: enough, budget: &budget)
    }
  }

  /// Returns the matches for which the condition holds, or `nil` when it does not hold. Throws when
  /// examining the matches takes more steps than one check may take.
  func holding(
    of result: SelectorResult, in tree: Tree, _ limits: Limits, _ budget: inout WorkBudget
  ) throws(Status) -> SelectorResult? {
    switch condition {
    case .appears:
      let shown = shown(result, in: tree)
      return shown.total > 0 ? shown : nil
    case .disappears:
      let shown = shown(result, in: tree)
      return shown.total == 0 ? shown : nil
    case .stable: return result.total > 0 ? result : nil
    case .count(let count): return result.total == count ? result : nil
    default:
      var ids: [ElementID] = []
      for id in result.ids where !budget.isExceeded {
        budget.charge(4)
        if tree.read(id, { holds(for: $0, &budget) }) == true { ids.append(id) }
      }
      guard !budget.isExceeded else {
        throw limits.budgetExceeded(
          "checking whether \(description)", selector: selector?.text, remedy: .narrowCondition)
      }
      return ids.isEmpty ? nil : SelectorResult(ids: ids, total: ids.count)
    }
  }

  /// Returns the windows and dialogs among matches, and what alerts among them say.
  func windows(among result: SelectorResult, in tree: Tree) -> FormerWindows {
    var presence = ScreenPresence()
    var steps = Self.maxPresenceSteps
    var found = FormerWindows()
    for id in result.ids {
      tree.read(id) { element in
        if element.isAlertText { found.alerts[id] = AlertText(of: element, in: tree) }
        guard element.opensByItself else { return }
        if presence.isOnScreen(element, in: tree, steps: &steps) {
          found.open.insert(id)
        } else {
          found.hidden.insert(id)
        }
      }
    }
    return found
  }

  /// Leaves out what its application says is gone, what is in windows that are hidden, and alerts that say nothing. A dialog of a page
  /// that is not shown, as in another tab, did not appear; nor, at the end of an action, did the windows that were open before it,
  /// and alerts that say what they said.
  private func shown(_ result: SelectorResult, in tree: Tree) -> SelectorResult {
    var presence = ScreenPresence()
    var steps = Self.maxPresenceSteps
    let ids = result.ids.filter { id in
      if former.open.contains(id) { return false }
      let wasHidden = former.hidden.contains(id)
      return tree.read(id) { element in
        if ScreenPresence.isInDefunct(element, in: tree) { return false }
        if presence.isInHiddenWindow(element, in: tree, steps: &steps) { return false }
        if element.isAlertText {
          let text = AlertText(of: element, in: tree)
          return !text.isEmpty && (condition != .appears || former.alerts[id] != text)
        }
        guard condition == .appears, element.isWindow else { return true }
        if presence.isOnScreen(element, in: tree, steps: &steps) { return true }
        return !wasHidden
          && (element.parent == element.application
            || presence.isScrolledOut(element, in: tree, steps: &steps))
      } ?? false
    }
    return SelectorResult(ids: ids, total: result.total - result.ids.count + ids.count)
  }

  /// The most work steps to find out how elements of a window are marked that are on screen.
  private static let maxPresenceSteps = 100_000

  private func holds(for element: borrowing Element, _ budget: inout WorkBudget) -> Bool {
    let states = element.states
    switch condition {
    case .appears, .disappears, .stable, .count: return true
    case .enabled: return element.isUsable
    case .disabled: return !element.isUsable
    case .focused: return states.contains(.focused)
    case .checked: return element.isChecked
    case .unchecked: return element.isUnchecked
    case .visible: return !states.isDisjoint(with: [.showing, .visible])
    case .valueEquals, .valueContains, .valueMatches:
      // "[redacted]" is not what the element contains.
      guard !element.isRedacted, let comparison, let value = element.effectiveValue else {
        return false
      }
      return comparison.holds(for: value, budget: &budget)
    }
  }
}

extension ConditionCheck {
  var description: String {
    let subject: String
    switch target {
    case .id(let id): subject = "\(id)"
    case .selector(let text): subject = text.excerpt
    }
    switch condition {
    case .appears: return "\(subject) appears"
    case .disappears: return "\(subject) disappears"
    case .enabled: return "\(subject) is enabled"
    case .disabled: return "\(subject) is disabled"
    case .focused: return "\(subject) is focused"
    case .checked: return "\(subject) is checked"
    case .unchecked: return "\(subject) is unchecked"
    case .visible: return "\(subject) is visible"
    case .count(let count): return "\(subject) has \(count) \(count == 1 ? "match" : "matches")"
    case .stable: return "\(subject) is stable"
    case .valueEquals(let text): return "\(subject) has value \(text.quoted(limit: 80))"
    case .valueContains(let text):
      return "\(subject) has a value containing \(text.quoted(limit: 80))"
    case .valueMatches(let text): return "\(subject) has a value matching \(text.quoted(limit: 80))"
    }
  }

  /// The applications that do not answer, of those with what was found, or in which nothing was: what is known of them is old.
  func silent(_ found: SelectorResult, _ targets: TargetResolver) -> [SilentApplication] {
    targets.silent(among: found.ids, concerning: selector, in: application)
  }

  /// Returns the status that the condition does not hold: for what was found, and with the words that it begins with.
  func notMet(
    _ lead: String, _ found: SelectorResult, _ targets: TargetResolver,
    remedy: Remedy = .awaitOther
  ) -> Status {
    let elsewhere = elsewhere(found, targets)
    var state = state(found, in: targets.store.tree)
    if let elsewhere {
      state += elsewhere.message
    } else if found.total == 0, let selector {
      state += targets.progress(concerning: selector, in: application) ?? ""
      state += targets.silence(concerning: selector, in: application) ?? ""
      if condition != .disappears {
        state +=
          targets.unmirrored(concerning: selector) ?? targets.omission(concerning: selector) ?? ""
      }
    } else if let silent = silent(found, targets).first {
      state += "; \(silent.summary)"
    }
    state += opened(besides: found, in: targets.store.tree) ?? ""
    return Status(
      .conditionNotMet, "\(lead): \(description); \(state)",
      candidates: targets.describe(Array(found.ids.prefix(ErrorDetail.maxCandidates))),
      candidateCount: found.total,
      advice: elsewhere?.advice
        ?? adviceSelector(found).flatMap { targets.advice(insteadOf: $0) }
        ?? (hasQuotedValue && found.total > 0 ? Remedy.unquoteValue : remedy).rawValue)
  }

  /// Whether the value that is asked for is in quotation marks, which may have been meant for a shell.
  private var hasQuotedValue: Bool {
    switch condition {
    case .valueEquals(let text), .valueContains(let text), .valueMatches(let text):
      guard text.count > 1, let mark = text.first, mark == text.last else { return false }
      return mark == "'" || mark == "\""
    default: return false
    }
  }

  /// Says what matches in another application where nothing does in the one that was looked at, and how to name it.
  private func elsewhere(
    _ found: SelectorResult, _ targets: TargetResolver
  ) -> (message: String, advice: String)? {
    guard application != nil, found.total == 0, let selector,
      let match = targets.advisableMatches(selector).first.flatMap({ targets.store.tree[$0] }),
      let other = targets.store.applications[match.application]
    else { return nil }
    let name = other.name.quoted(limit: 60)
    return (
      " in the application that was acted on, but \(match.shortName) \(match.id) in \(name)",
      "Only the application that was acted on is looked at, unless the selector names another one: begin it with "
        + "application[name=\(name)] or \(other.root)."
    )
  }

  /// Says which other window or dialog has opened since the action that the condition should have ended.
  private func opened(besides found: SelectorResult, in tree: Tree) -> String? {
    guard let window = former.shown?.opened(in: tree), !found.ids.contains(window.id) else {
      return nil
    }
    let states = window.states.intersection([.modal, .active]).names.joined(separator: ", ")
    let mark = states.isEmpty ? "" : " [\(states)]"
    return "; \(window.shortName) \(window.id)\(mark) has opened since the action"
  }

  /// Describes what is there instead when the condition does not hold.
  func state(_ result: SelectorResult, in tree: Tree) -> String {
    guard let first = result.ids.first, let element = tree[first] else { return "nothing matches" }
    if condition == .appears, result.ids.allSatisfy(former.contains) {
      let open = result.ids.first(where: former.open.contains)
      guard let open, let element = tree[open] else {
        return "nothing on screen matches; \(element.shortName) \(first) is hidden, as before"
      }
      return "nothing new matches; \(element.shortName) \(open) was there before the action"
    }
    if condition == .appears, shown(result, in: tree).total == 0 {
      guard element.isAlertText else {
        return "nothing on screen matches; \(element.shortName) \(first) is hidden"
      }
      return "nothing new matches; \(element.shortName) \(first) "
        + (AlertText(of: element, in: tree).isEmpty ? "is empty" : "says what it said before")
    }
    let value = element.effectiveValue.map { " with value \($0.quoted(limit: 80))" } ?? ""
    return "\(result.total) \(result.total == 1 ? "match" : "matches"), first \(element.shortName) "
      + "\(first)\(value) [\(element.states.names.joined(separator: " "))]"
  }
}

extension Element {
  /// Whether the element is a window or a dialog, which opens and closes as a whole.
  fileprivate var opensByItself: Bool {
    role == .alert ? parent == application : isWindow
  }

  /// Whether the element is an alert that is no window, but a text that may change: it has appeared when it says something.
  fileprivate var isAlertText: Bool { role == .alert && parent != application }
}
