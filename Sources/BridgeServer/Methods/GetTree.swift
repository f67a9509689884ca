internal import AccessibilityQueries
internal import AccessibilityTree
internal import BridgeProtocol

extension BridgeService {
  func getTree(_ call: Call, _ request: GetTreeRequest) throws(Status) {
    recordRead(since: request.since)
    if request.since != nil,
      try answerDifference(call, request, try changes(since: request.since))
    {
      return
    }
    var whole = request
    whole.since = nil
    stream(whole, on: call)
  }

  /// Answers with all that is requested.
  private func stream(_ request: GetTreeRequest, on call: Call) {
    func stream(_ snapshot: Snapshot) {
      SnapshotStream(snapshot, call: call, whenDone: { call.finish() }).start()
    }
    let limit = call.maxElementSize
    if let known = recentTrees.snapshot(of: request, within: limit) { return stream(known) }
    let work = TreeEncodingWork(call, view: request.view, store: store, cache: cache) {
      [self] () throws(Status) in
      try elements(of: request)
    } whenDone: { [recentTrees] snapshot in
      recentTrees.store(snapshot, of: request, within: limit)
      stream(snapshot)
    }
    let line = call.treeWork
    line.add(work)
    if line.isScheduled { return }
    if line.proceed(Slice(Scheduler.slice)) { scheduler.add(line, .heavy) }
  }

  private func elements(
    of request: GetTreeRequest
  ) throws(Status) -> (ids: [ElementID], omitted: Int) {
    let roots = try startElements(of: request)
    let depth = request.depth ?? .max
    let limit = request.limit ?? .max
    var ids: [ElementID] = []
    var omitted = 0
    store.tree.walk(from: roots) { element, level in
      if level > depth || ids.count >= limit { omitted += 1 } else { ids.append(element.id) }
      return .descend
    }
    return (ids, omitted)
  }

  /// Returns the elements to begin with: none of them twice, and none below another.
  private func startElements(of request: GetTreeRequest) throws(Status) -> [ElementID] {
    if request.roots.isEmpty && request.selector == nil { return store.tree.roots }
    // A request never has both roots and a selector.
    let ids: [ElementID]
    if let text = request.selector {
      var budget = configuration.limits.budget
      let selector = try targets.parse(text)
      let result = try targets.find(selector, text: text, scope: nil, limit: nil, budget: &budget)
      guard !result.ids.isEmpty else { throw targets.noMatch(selector, budget) }
      ids = result.ids
    } else {
      for id in request.roots { try targets.check(id) }
      ids = store.tree.inReadingOrder(Set(request.roots))
    }
    return outermost(ids)
  }

  /// Returns the elements that are not below any other, each once.
  func outermost(_ ids: [ElementID]) -> [ElementID] {
    var below = ScopePredicate(Set(ids), in: store.tree)
    var seen: Set<ElementID> = []
    return ids.filter { id in
      guard seen.insert(id).inserted else { return false }
      guard let parent = store.tree.read(id, { $0.parent }) ?? nil else { return true }
      return !below.holds(parent)
    }
  }
}
