internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeProtocol

/// Conditions that are looked at once.
extension StepRun {
  /// Returns the windows and dialogs that are there before an action, and which of them match what it is to open.
  func windowsThere(
    _ request: WaitForRequest, in application: ElementID?
  ) throws(Status) -> FormerWindows {
    let tree = service.store.tree
    var former = FormerWindows()
    if request.condition == .appears, case .selector = request.target {
      let check = try ConditionCheck(request, in: application, parse: service.targets.parse)
      var budget = service.configuration.limits.budget
      former = check.windows(among: try check.find(service.targets, &budget), in: tree)
    }
    former.shown = application.map { ShownWindows(of: $0, in: tree) }
    return former
  }

  /// Returns what holds a condition now, encoded; `nil` when nothing does.
  ///
  /// - Parameters:
  ///   - application: Where a selector is looked for; `nil`: everywhere.
  ///   - former: The windows that were there before an action.
  func held(
    _ request: WaitForRequest, in application: ElementID? = nil,
    apartFrom former: FormerWindows = FormerWindows()
  ) throws(Status) -> [UInt8]? {
    let check = try ConditionCheck(
      request, in: application, apartFrom: former, parse: service.targets.parse)
    let limits = service.configuration.limits
    var budget = limits.budget
    let found = try check.find(service.targets, &budget)
    guard let holding = try check.holding(of: found, in: service.store.tree, limits, &budget) else {
      return nil
    }
    let elements = service.cache.encodings(
      of: holding.ids.prefix(100), view: request.view, within: room / 2)
    return WaitForResponse.encoded(
      revision: service.store.revision, elements: elements.prefix(bytes: room / 2),
      total: holding.total, waitedUs: 0, silent: check.silent(holding, service.targets))
  }
}
