internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgePolicy
internal import BridgeProtocol

extension BridgeService {
  func perform(_ call: Call, _ request: PerformRequest) throws(Status) {
    do throws(Status) {
      if let known = try receipts.record(of: request, by: call.caller) { return known.join(call) }
      try prepare(call, request)
    } catch {
      call.audit?.refused(call.method.rawValue, error)
      throw error
    }
  }

  private func prepare(_ call: Call, _ request: PerformRequest) throws(Status) {
    try call.checkLimit(.actionsPerConnection, configuration.limits, "calls of Perform")
    watchers.register(call)
    guard settlers.count < configuration.limits[.actions] else {
      throw configuration.limits.refusal(
        .actions, "\(settlers.count) concurrent calls of Perform on all connections")
    }
    let rights = call.rights
    let target = try target(of: request, for: call)
    if request.allowSynthesis,
      let refusal = call.authority.refusal(of: .synthesise, for: "allow_synthesis")
    {
      throw refusal
    }
    try request.expectation.map { (expectation) throws(Status) in
      try TargetGuard(expectation, in: store, settlers.rhythm).check()
    }
    let asked = request
    var request = request
    if case .drop(let source, let point) = request.command {
      let source = try targets.resolve(request.dropSource ?? .id(source))
      try rights.checkTarget(source, in: store, targets.describe)
      request.command = .drop(source: source, point: point)
    }
    call.actionPermit = try call.limiter.begin(rights)
    // Last: what has a record is answered.
    let record = try receipts.makeRecord(of: asked, by: call.caller)
    recordAndBegin(call, request, on: target, record)
  }

  /// Returns what an action is to be performed on.
  private func target(of request: PerformRequest, for call: Call) throws(Status) -> ActionTarget {
    let (id, isByLabel, labels) = try targets.found(request.target)
    try call.rights.checkTarget(id, in: store, targets.describe)
    guard let root = store.tree.read(id, { $0.application }),
      let application = store.applications[root], let source = source(of: application)
    else {
      throw Status(
        .unsupported, "element \(id) does not belong to an application that accepts actions",
        element: id,
        remedy: .otherElement)
    }
    return ActionTarget(
      element: id, application: root, source: source, isFoundByLabel: isByLabel, labels: labels)
  }

  /// Performs an action again, of which nothing was done, on what its selector finds now in the place of what it found before.
  /// Returns whether that is another element of the same name, which the selector asks for, and for no place.
  func performAgain(
    _ call: Call, _ request: PerformRequest, instead former: ElementID,
    named name: ElementIdentity?,
    _ record: ActionRecord?
  ) -> Bool {
    guard case .selector(let text) = request.target, record != nil || !call.isEnded,
      let target = try? target(of: request, for: call), target.isFoundByLabel,
      target.element != former, let selector = try? targets.parse(text), !selector.testsPlace,
      store.tree.read(target.element, { ElementIdentity($0) }) == name
    else { return false }
    recordAndBegin(call, request, on: target, record, isAgain: true)
    return true
  }

  /// Begins an action when the audit log has it, where there is one.
  private func recordAndBegin(
    _ call: Call, _ request: PerformRequest, on target: ActionTarget, _ record: ActionRecord?,
    isAgain: Bool = false
  ) {
    var request = request
    request.command = ActionArguments.normalized(
      request.command, on: target.element, in: store.tree)
    guard let client = call.audit, let element = store.tree[target.element],
      let application = store.applications[target.application]
    else { return begin(call, request, on: target, record, nil, isAgain: isAgain) }
    let audit = ActionAudit(client)
    audit.begin(
      request.command, on: element, in: application, synthesis: request.allowSynthesis,
      expectation: request.expectation?.fieldNames, revision: store.revision
    ) { [self, request] problem in
      guard record != nil || !call.isEnded else {
        return audit.end("cancelled", revision: store.revision)
      }
      guard let problem else {
        return begin(call, request, on: target, record, audit, isAgain: isAgain)
      }
      audit.end("refused", reason: problem.reason.name, revision: store.revision)
      call.fail(problem)
      record?.fail(problem)
    }
  }

  /// Begins an action, which the audit log has now.
  private func begin(
    _ call: Call, _ request: PerformRequest, on target: ActionTarget, _ record: ActionRecord?,
    _ audit: ActionAudit?, isAgain: Bool
  ) {
    let refusal = refusal(of: request, on: target.element)
    // Before the action begins: the silence is not an effect of it.
    if refusal == nil { announcements.silence() }
    let action = ActionCall(
      on: target, request: request, call: call, record: record, audit: audit, service: self,
      isAgain: isAgain)
    if let refusal {
      // The source is not asked.
      action.refuse(refusal)
    } else {
      action.start()
    }
  }

  /// Returns why an action must not begin, by the mirror alone.
  private func refusal(of request: PerformRequest, on id: ElementID) -> ActionRefusal? {
    // It was there when the action was recorded.
    guard store.tree.contains(id) else {
      return ActionRefusal(.stale, "element \(id) is gone; find it again")
    }
    let changed = request.expectation.flatMap {
      TargetGuard($0, in: store, settlers.rhythm).refusal(of: id)
    }
    return changed ?? ActionArguments.refusal(of: request.command, on: id, in: store.tree)
  }
}
