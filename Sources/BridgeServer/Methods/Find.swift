internal import AccessibilityMirror
internal import AccessibilityQueries
internal import AccessibilityTree
internal import BridgeProtocol
internal import BridgeTransport

extension BridgeService {
  /// Answers with one page of matches. The matches and their order are determined for the first page and
  /// kept for the next ones. Each page has its elements as they are when the page is requested.
  func find(_ call: Call, _ request: FindRequest) throws(Status) {
    recordRead(since: request.since)
    let began = MonotonicTime.now()
    let since = try changes(since: request.since)
    if since.isNothing {
      return call.respond(FindResponse(unchangedAt: store.revision))
    }
    var budget = configuration.limits.budget
    let search = Search(selector: request.selector, scope: request.scope)
    let found = try matches(of: search, request, &budget)
    let difference = difference(
      of: search, found.ids, from: request.since?.revision, by: since)
    if request.pageToken == nil, found.ids.count <= Self.maxRemembered {
      recentReads.store(.found(found.ids), to: .find(search), at: store.revision)
    }
    if let difference, difference.isNothing {
      return call.respond(FindResponse(unchangedAt: store.revision, total: found.ids.count))
    }
    let pageSize = min(request.pageSize == 0 ? 100 : request.pageSize, configuration.maxPageSize)
    if let difference,
      respond(call, request, difference, total: found.ids.count, pageSize, began, &budget)
    {
      return
    }
    let page = cache.page(
      of: found.ids.dropFirst(found.offset), count: pageSize, view: request.view,
      within: call.maxElementSize, budget: &budget)
    var next: String?
    if page.end < found.ids.endIndex {
      let number =
        found.number ?? matchStore.store(found.ids, of: search, at: found.revision, for: call.owner)
      let token = PageToken(
        matchesID: number, offset: UInt32(clamping: page.end), revision: found.revision)
      next = pageTokens.text(token, for: request)
    }
    call.respond(
      encoded: FindResponse.encoded(
        revision: store.revision, elements: page.elements, total: found.ids.count,
        nextPageToken: next, elapsedUs: UInt64(MonotonicTime.now().since(began).microseconds)))
  }

  /// The number of matches that are remembered for requests with `since`.
  private static let maxRemembered = 10_000

  /// Answers with a difference if it fits in one page. Returns whether it does.
  private func respond(
    _ call: Call, _ request: FindRequest, _ difference: MatchDifference, total: Int,
    _ pageSize: Int, _ began: MonotonicTime, _ budget: inout WorkBudget
  ) -> Bool {
    let idsSize = (difference.removed.count + difference.new.count) * WireSize.id
    guard idsSize < call.maxElementSize / 2 else { return false }
    let page = cache.page(
      of: difference.changed[...], count: pageSize, view: request.view,
      within: call.maxElementSize - idsSize, budget: &budget)
    guard page.end == difference.changed.endIndex else { return false }
    call.respond(
      encoded: FindResponse.encoded(
        revision: store.revision, elements: page.elements, total: total,
        elapsedUs: UInt64(MonotonicTime.now().since(began).microseconds), result: .difference,
        removed: difference.removed, new: difference.new))
    return true
  }

  /// The matches that a page is taken from.
  private struct Found {
    var ids: [ElementID]
    /// The index of the page's first match.
    var offset = 0
    /// The revision at which they were found.
    var revision: Revision
    /// The number under which they are held; `nil` if they are not.
    var number: UInt32?
  }

  private func matches(
    of search: Search, _ request: FindRequest, _ budget: inout WorkBudget
  ) throws(Status) -> Found {
    guard let text = request.pageToken else { return try run(search, &budget) }
    let token = try pageTokens.token(text, for: request)
    if let matches = matchStore.matches(token.matchesID), matches.revision == token.revision {
      return Found(
        ids: matches.ids, offset: Int(token.offset), revision: token.revision,
        number: token.matchesID)
    }
    guard token.revision == store.revision else {
      throw Status(
        .changed,
        "the tree changed since the first page (revision \(token.revision), now \(store.revision)), "
          + "and the matches of that page were discarded: they were not read for too long, or too "
          + "many searches are read at once")
    }
    var found = try run(search, &budget)
    found.offset = Int(token.offset)
    return found
  }

  private func run(_ search: Search, _ budget: inout WorkBudget) throws(Status) -> Found {
    if let scope = search.scope { try targets.check(scope) }
    let selector = try targets.parse(search.selector)
    let ids: [ElementID]
    if let known = matchStore.ids(of: search, at: store.revision) {
      ids = known
    } else {
      ids = try targets.find(
        selector, text: search.selector, scope: search.scope, limit: nil, budget: &budget
      ).ids
    }
    return Found(ids: ids, revision: store.revision)
  }
}

extension FindResponse {
  fileprivate init(unchangedAt revision: Revision, total: Int = 0) {
    self.init(revision: revision, total: total)
    result = .unchanged
  }
}
