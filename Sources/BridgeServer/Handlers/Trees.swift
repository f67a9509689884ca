internal import AccessibilityTree
internal import BridgeProtocol

extension BridgeService {
  func getTree(_ call: Call, _ request: GetTreeRequest) throws(Status) {
    let snapshot = try trees.snapshot(of: request, within: call.longestElement) {
      () throws(Status) in try self.snapshot(of: request, within: call.longestElement)
    }
    SnapshotStream(snapshot, call: call, whenDone: { call.finish() }).start()
  }

  private func snapshot(
    of request: GetTreeRequest, within limit: Int
  ) throws(Status) -> Snapshot {
    let roots = try beginnings(of: request)
    let depth = request.depth ?? .max
    let most = request.limit ?? .max
    var ids: [ElementID] = []
    var omitted = 0
    store.tree.walk(from: roots) { element, level in
      if level > depth || ids.count >= most { omitted += 1 } else { ids.append(element.id) }
      return .descend
    }
    return Snapshot(
      cache.encodings(of: ids, view: request.view, within: limit), revision: store.revision,
      omitted: omitted, limit: limit, ledger: memory, build: ResponseBuilder.getTree)
  }

  /// Where to begin: no element twice, not even within another.
  private func beginnings(of request: GetTreeRequest) throws(Status) -> [ElementID] {
    if request.roots.isEmpty && request.selector == nil { return store.tree.roots }
    guard request.roots.isEmpty || request.selector == nil else {
      throw Status(.invalidArgument, "`roots` and `selector` are both set; one of them is needed")
    }
    let ids: [ElementID]
    if let text = request.selector {
      let result = try find(parse(text), text: text, scope: nil, limit: nil)
      guard !result.ids.isEmpty else { throw noMatch(text) }
      ids = result.ids
    } else {
      for id in request.roots { try check(id) }
      ids = store.tree.inReadingOrder(Set(request.roots))
    }
    var kept: Set<ElementID> = []
    return ids.filter { id in
      guard !store.tree.ancestors(of: id).contains(where: kept.contains) else { return false }
      return kept.insert(id).inserted
    }
  }

  func generate(_ call: Call, _ request: GenerateRequest) throws(Status) {
    guard request.payloadLength <= 65_536 else {
      throw Status(
        .outOfRange, "a payload of \(request.payloadLength) bytes; at most 65,536", limit: 65_536)
    }
    let payload = [UInt8](repeating: 0, count: request.payloadLength)
    var next: UInt64 = 0
    call.onReady = { [weak call] in
      guard let call else { return }
      while next < request.count, call.isReady {
        call.send(GenerateResponse(sequence: next, payload: payload).encoded())
        next += 1
      }
      if next >= request.count { call.finish() }
    }
    call.onReady?()
  }
}
