internal import AccessibilityMirror
internal import AccessibilityQueries
internal import AccessibilityTree
internal import BridgeProtocol
internal import BridgeTransport

extension BridgeService {
  /// Answers with one page of matches. The matches and their order are determined for the first page and
  /// kept for the next ones. Each page has its elements as they are when the page is requested.
  func find(_ call: Call, _ request: FindRequest) throws(Status) {
    watchers.recordRead()
    let began = MonotonicTime.now()
    var budget = configuration.limits.budget
    let found = try matches(of: request, &budget)
    let pageSize = min(request.pageSize == 0 ? 100 : request.pageSize, configuration.maxPageSize)
    let page = cache.page(
      of: found.ids.dropFirst(found.offset), count: pageSize, view: request.view,
      within: call.maxElementSize, budget: &budget)
    var next: String?
    if page.end < found.ids.endIndex {
      let search = Search(selector: request.selector, scope: request.scope)
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
    of request: FindRequest, _ budget: inout WorkBudget
  ) throws(Status) -> Found {
    guard let text = request.pageToken else { return try search(request, &budget) }
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
    var found = try search(request, &budget)
    found.offset = Int(token.offset)
    return found
  }

  private func search(
    _ request: FindRequest, _ budget: inout WorkBudget
  ) throws(Status) -> Found {
    if let scope = request.scope { try targets.check(scope) }
    let selector = try targets.parse(request.selector)
    let search = Search(selector: request.selector, scope: request.scope)
    let ids: [ElementID]
    if let known = matchStore.ids(of: search, at: store.revision) {
      ids = known
    } else {
      ids = try targets.find(
        selector, text: request.selector, scope: request.scope, limit: nil, budget: &budget
      ).ids
    }
    return Found(ids: ids, revision: store.revision)
  }
}
