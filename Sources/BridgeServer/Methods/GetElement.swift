internal import AccessibilityMirror
internal import AccessibilityQueries
internal import AccessibilityTree
internal import BridgeProtocol

extension BridgeService {
  func getElement(_ call: Call, _ request: GetElementRequest) throws(Status) {
    recordRead(since: request.since)
    let id = try targets.resolve(request.target)
    if isUnchanged(id, try changes(since: request.since)) {
      let element = Element(id: id, role: store.tree.read(id) { $0.role } ?? .unknown)
      var response = GetElementResponse(revision: store.revision, element: element)
      response.result = .unchanged
      return call.respond(response)
    }
    // The application gets at most a quarter of the room, however long its name is.
    let application = store.tree.read(id, { $0.application }).flatMap(info(ofApplication:))?
      .fitting(call.maxElementSize / 4)
    let room = call.maxElementSize - (application.map(WireSize.of) ?? 0)
    guard let element = cache.encoding(of: id, view: .named, within: room) else {
      throw Status(.staleElement, "element \(id) is gone", element: id)
    }
    if request.since == nil {
      application.flatMap { source(of: $0.application) }?.clientDidRead(id)
    }
    // A deep tree has more ancestors than one answer holds: send the nearest.
    var budget = configuration.limits.budget
    let left = room - WireSize.of(element)
    let ancestors = cache.page(
      of: store.tree.ancestors(of: id)[...], count: .max, view: .brief, within: left,
      budget: &budget
    ).elements.prefix(fitting: left)
    call.respond(
      encoded: GetElementResponse.encoded(
        revision: store.revision, element: element, ancestors: ancestors, application: application))
  }

  /// Whether it is known that neither an element nor its surroundings changed.
  private func isUnchanged(_ id: ElementID, _ since: Since) -> Bool {
    guard let commits = since.commits else { return false }
    if commits.isEmpty { return true }
    let surroundings = Set(store.tree.ancestors(of: id) + [id])
    return commits.allSatisfy { commit in
      commit.changed.allSatisfy { !surroundings.contains($0) }
        && commit.notifications.allSatisfy { notification in
          guard case .applicationChanged(let application) = notification else { return true }
          return !surroundings.contains(application.root)
        }
    }
  }
}
