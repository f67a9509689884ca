internal import AccessibilityMirror
internal import AccessibilityQueries
internal import AccessibilityTree
internal import BridgeProtocol
internal import BridgeTransport

extension BridgeService {
  func serverInfo(_ call: Call, _ request: GetServerInfoRequest) {
    call.respond(
      GetServerInfoResponse(
        version: configuration.version, epoch: store.epoch, revision: store.revision,
        sources: sources.map {
          SourceInfo(
            name: $0.name, phase: SourcePhase($0.status.phase), detail: $0.status.detail)
        },
        limits: ServerLimits(
          maxFrameLength: configuration.maxFrameLength,
          maxConcurrentCalls: configuration.maxConcurrentCalls,
          maxConnections: configuration.maxConnections,
          maxSelectorLength: Selector.Limit.length, maxPageSize: configuration.maxPageSize,
          maxLoggedRevisions: store.maxLoggedRevisions),
        uptimeMs: UInt64(MonotonicTime.now().since(started).milliseconds),
        elementCount: store.tree.count, connectionCount: connectionCount(),
        subscriptionCount: subscriptions.count, slowTurns: loop.turnTimes.slowTurns,
        longestTurnUs: UInt64(max(0, loop.turnTimes.longest.microseconds)),
        measuredTurnUs: UInt64(max(0, loop.turnTimes.measured.microseconds)),
        measuredTurnCPUUs: UInt64(max(0, loop.turnTimes.measuredProcessorTime.microseconds)),
        memory: memory.usage(largest: largestConnection())))
    if request.restartTurnTimes { loop.restartTurnTimes() }
  }

  func listApplications(_ call: Call) {
    let applications = store.applications.keys.sorted().compactMap { info(ofApplication: $0) }
    call.respond(
      ListApplicationsResponse(revision: store.revision, applications: applications))
  }

  func info(ofApplication root: ElementID) -> ApplicationInfo? {
    guard let application = store.applications[root] else { return nil }
    let windows = (store.tree[root]?.children ?? []).compactMap { id in
      store.tree[id].map {
        Window(id: id, title: $0.label ?? "", isActive: $0.states.contains(.active))
      }
    }
    let age = store.time >= application.lastHeard ? store.time - application.lastHeard : 0
    return ApplicationInfo(
      application: application, lastHeardAgoMs: age / 1_000_000,
      elementCount: store.tree.count(ofApplication: root), windows: windows,
      callCount: sources.first { $0.name == application.source }?.calls(to: root) ?? 0)
  }

  func getElement(_ call: Call, _ request: GetElementRequest) throws(Status) {
    let id = try resolve(request.target)
    let application = store.tree.read(id, { $0.application }).flatMap(info(ofApplication:))
    let room = call.longestElement - (application.map(WireSize.of) ?? 0)
    guard let element = cache.encoding(of: id, within: room) else {
      throw Status(.staleElement, "element \(id) is gone", element: id)
    }
    // A deep tree has more ancestors than one answer holds: the nearest are told.
    var budget = WorkBudget.standard
    let left = room - WireSize.of(element)
    let ancestors = cache.page(
      of: store.tree.ancestors(of: id)[...], count: .max, view: .brief, within: left,
      budget: &budget
    ).elements.prefix(fitting: left)
    call.respond(
      encoded: GetElementResponse.encoded(
        revision: store.revision, element: element, ancestors: ancestors, application: application))
  }

  func hitTest(_ call: Call, _ request: HitTestRequest) throws(Status) {
    if let scope = request.scope { try check(scope) }
    if request.space == .window, request.scope == nil {
      throw Status(
        .invalidArgument, "a point measured from a window needs the window as `scope_id`")
    }
    let hit = store.tree.hitTest(request.point, in: request.space, scope: request.scope)
    call.respond(
      encoded: HitTestResponse.encoded(
        revision: store.revision,
        element: hit.flatMap {
          cache.encoding(of: $0, within: call.longestElement)
        }))
  }

  func verify(_ call: Call, _ request: VerifyRequest) throws(Status) {
    let roots: [ElementID]
    if let application = request.application {
      try check(application)
      guard store.applications[application] != nil else {
        throw Status(
          .invalidArgument, "element \(application) is not the root of an application",
          element: application, remedy: "`apps` lists the roots.")
      }
      roots = [application]
    } else {
      roots = store.applications.keys.sorted()
    }
    let gathering = Gathering<ApplicationReport>(count: roots.count) { [store] reports in
      call.respond(VerifyResponse(revision: store.revision, reports: reports))
    }
    for (place, root) in roots.enumerated() {
      guard let application = store.applications[root], let source = source(of: application) else {
        let report = VerifyReport(application: root, failure: "the application is gone")
        gathering.put(ApplicationReport(name: "", report: report), at: place)
        continue
      }
      source.verify(root) {
        gathering.put(ApplicationReport(name: application.name, report: $0), at: place)
      }
    }
  }

  func diagnose(_ call: Call) {
    let gathering = Gathering<[Finding]>(count: sources.count) { findings in
      call.respond(DiagnoseResponse(findings: findings.flatMap { $0 }))
    }
    for (place, source) in sources.enumerated() {
      source.diagnose { gathering.put($0, at: place) }
    }
  }
}

/// Waits for several answers and hands them over in order.
private final class Gathering<Answer> {
  private var answers: [Answer?]
  private var missing: Int
  private let completion: ([Answer]) -> Void

  init(count: Int, completion: @escaping ([Answer]) -> Void) {
    answers = Array(repeating: nil, count: count)
    missing = count
    self.completion = completion
    if count == 0 { completion([]) }
  }

  func put(_ answer: Answer, at place: Int) {
    guard answers[place] == nil else { return }
    answers[place] = answer
    missing -= 1
    if missing == 0 { completion(answers.compactMap { $0 }) }
  }
}

extension SourcePhase {
  fileprivate init(_ phase: SourceStatus.Phase) {
    switch phase {
    case .starting: self = .starting
    case .running: self = .running
    case .unavailable: self = .unavailable
    case .stopped: self = .stopped
    }
  }
}

extension Duration {
  var microseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
  }

  var milliseconds: Int64 { microseconds / 1000 }
}
