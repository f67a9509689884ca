internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeProtocol

extension BridgeService {
  func hitTest(_ call: Call, _ request: HitTestRequest) throws(Status) {
    watchers.recordRead()
    if let scope = request.scope { try targets.check(scope) }
    if request.space == .window, request.scope == nil {
      throw Status(
        .invalidArgument, "a point in window coordinates requires the window as `scope_id`",
        remedy: .giveWindow)
    }
    let hit = store.tree.hitTest(request.point, in: request.space, scope: request.scope)
    call.respond(
      encoded: HitTestResponse.encoded(
        revision: store.revision,
        element: hit.flatMap {
          cache.encoding(of: $0, within: call.maxElementSize)
        }))
  }
}
