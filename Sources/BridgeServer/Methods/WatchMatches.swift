internal import AccessibilityMirror
internal import AccessibilityQueries
internal import AccessibilityTree
internal import BridgeProtocol

extension BridgeService {
  /// Sends which elements match each selector, and then which enter, leave and change.
  func watchMatches(_ call: Call, _ request: WatchMatchesRequest) throws(Status) {
    _ = try call.rights.kinds(asked: .elements)
    let limits = configuration.limits
    try call.checkLimit(.matchWatchesPerConnection, limits, "calls of WatchMatches")
    let length = request.selectors.reduce(0) { $0 + $1.utf8.count }
    guard length <= limits[.watchedSelectorBytes] else {
      throw limits.refusal(
        .watchedSelectorBytes, "WatchMatchesRequest.selectors has \(length) bytes")
    }
    var selectors: [Selector] = []
    for text in request.selectors { selectors.append(try targets.parse(text)) }
    watchers.register(call)
    let watch = MatchWatch(
      call, request, hub: standing, scheduler: scheduler, epoch: store.epoch)
    call.sharedMemory = { [unowned watch] in watch.memory }
    call.onEnd = { [standing] in standing.remove(watch) }
    standing.add(watch, selectors)
  }
}
