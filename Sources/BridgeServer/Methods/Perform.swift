internal import AccessibilityMirror
internal import AccessibilityQueries
internal import AccessibilityTree
internal import BridgePolicy
internal import BridgeProtocol
internal import BridgeTransport

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
    let id = try targets.resolve(request.target)
    try rights.checkTarget(id, in: store, targets.describe)
    if request.allowSynthesis, let refusal = rights.refusal(of: .synthesise, for: "allow_synthesis")
    {
      throw refusal
    }
    guard let root = store.tree.read(id, { $0.application }),
      let application = store.applications[root], let source = source(of: application)
    else {
      throw Status(
        .unsupported, "element \(id) does not belong to an application that accepts actions",
        element: id,
        remedy: .otherElement)
    }
    let asked = request
    var request = request
    if case .drop(let source, let point) = request.command {
      let source = try targets.resolve(request.dropSource ?? .id(source))
      try rights.checkTarget(source, in: store, targets.describe)
      request.command = .drop(source: source, point: point)
    }
    call.actionPermit = try call.limiter?.begin(rights)
    // Last: what has a record is answered.
    let record = try receipts.makeRecord(of: asked, by: call.caller)
    request.command = ActionArguments.normalized(request.command, on: id, in: store.tree)
    guard let client = call.audit, let element = store.tree[id] else {
      return begin(call, request, on: id, in: root, source, record, nil)
    }
    let audit = ActionAudit(client)
    audit.begin(
      request.command, on: element, in: application, synthesis: request.allowSynthesis,
      revision: store.revision
    ) { [self, request] problem in
      guard record != nil || !call.isEnded else {
        return audit.end("cancelled", revision: store.revision)
      }
      guard let problem else {
        return begin(call, request, on: id, in: root, source, record, audit)
      }
      audit.end("refused", reason: problem.reason.name, revision: store.revision)
      call.fail(problem)
      record?.fail(problem)
    }
  }

  /// Begins an action, which the audit log has now.
  private func begin(
    _ call: Call, _ request: PerformRequest, on id: ElementID, in root: ElementID,
    _ source: any TreeSource, _ record: ActionRecord?, _ audit: ActionAudit?
  ) {
    let refusal =
      store.tree.contains(id)
      ? ActionArguments.refusal(of: request.command, on: id, in: store.tree)
      // It was there when the action was recorded.
      : ActionRefusal(.stale, "element \(id) is gone; find it again")
    // Before the action begins: the silence is not an effect of it.
    if refusal == nil { announcements.silence() }
    let action = ActionCall(
      element: id, application: root, source: source, request: request, call: call, record: record,
      audit: audit, service: self)
    if let refusal {
      // The source is not asked.
      action.refuse(refusal)
    } else {
      action.start()
    }
  }
}

/// One action, from the request to its receipt.
private final class ActionCall {
  private let element: ElementID
  private let application: ElementID
  private let source: any TreeSource
  private let request: PerformRequest
  private let call: Call
  /// Where the receipt is kept, when the client may request the action again.
  private let record: ActionRecord?
  private let service: BridgeService
  private var audit: ActionAudit?
  private let settler: Settler
  private let words: RefusalWords
  private let revisionBefore: Revision
  private let began = MonotonicTime.now()
  private var performedAfter = Duration.zero
  private var isAnswered = false
  private var guardTimer: Timer?

  init(
    element: ElementID, application: ElementID, source: any TreeSource, request: PerformRequest,
    call: Call, record: ActionRecord?, audit: ActionAudit?, service: BridgeService
  ) {
    self.audit = audit
    self.element = element
    self.application = application
    self.source = source
    self.request = request
    self.call = call
    self.record = record
    self.service = service
    revisionBefore = service.store.revision
    let store = service.store
    words = RefusalWords(request.command, on: element, in: store)
    let condition = PostCondition(
      request.command, on: store.tree[element], secret: store.secretFacts(of: element))
    settler = Settler(
      application: application, registry: service.settlers, source: source, loop: service.loop,
      times: Settler.Times(
        quiet: .milliseconds(request.quietMs == 0 ? 50 : Int64(request.quietMs)),
        limit: .milliseconds(request.settleMs == 0 ? 1000 : Int64(request.settleMs)),
        isFixed: condition.isOfSecret),
      button: HeldButton(element, in: store)
    ) { [store, limits = service.configuration.limits] in
      var budget = limits.budget
      let secret = store.secretFacts(of: element)
      let holds =
        store.tree.read(element) { condition.holds(for: $0, secret: secret, budget: &budget) }
        ?? nil
      // When the check takes too long, the answer is unknown.
      return budget.isExceeded ? nil : holds
    }
  }

  func start() {
    // The call keeps this object alive, not the source, so a source that never answers retains nothing.
    if let record {
      // The action goes on when its client is gone, which may ask for the receipt.
      record.keep { self.stop() }
    } else {
      call.onEnd = { self.stop() }
    }
    if call.deadline == nil {
      guardTimer = service.loop.schedule(at: deadline.advanced(by: .milliseconds(250))) {
        [weak self] in self?.sourceTimedOut()
      }
    }
    rememberSecret()
    let action = ActionRequest(
      element: element, command: request.command, deadline: deadline.nanoseconds,
      allowSynthesis: request.allowSynthesis, client: call.watchingClient)
    service.settlers.perform(settler) {
      source.perform(action) { [weak self] outcome in self?.finishAction(outcome) }
    }
  }

  /// Notes what is entered into a secret element, in case the application repeats it elsewhere.
  private func rememberSecret() {
    switch request.command {
    case .setText(let text), .insertText(let text, _):
      service.store.willEnter(text, into: element)
    default: break
    }
  }

  private func stop() {
    settler.stop()
    guardTimer?.cancel()
    // The application may still carry it out.
    recordOutcome("unknown")
  }

  /// Writes to the audit log how the action ended, once.
  private func recordOutcome(_ outcome: String, reason: String? = nil) {
    audit.take()?.end(outcome, reason: reason, revision: service.store.revision)
  }

  private func sourceTimedOut() {
    let waited = MonotonicTime.now().since(call.began).millisecondsRoundedUp
    let status = Status(
      .timedOut,
      "the application did not answer within \(waited) ms; the action may still be performed",
      element: element)
    call.fail(status)
    record?.fail(status)
  }

  private var deadline: MonotonicTime {
    call.sourceDeadline(since: began, defaultLimit: service.configuration.actionTimeout)
  }

  /// Answers with a refusal by the server itself, which knows redacted elements only.
  func refuse(_ refusal: ActionRefusal) {
    guard finish() else { return }
    respond(refusal)
  }

  private func finishAction(_ outcome: ActionOutcome) {
    guard finish() else { return }
    switch outcome {
    case .refused(let refusal): respond(words.withoutSecrets(refusal))
    case .unanswered(let method):
      settler.stop()
      respond(method, quiet: false)
    case .performed(let method) where request.answersImmediately:
      settler.stop()
      respond(method, quiet: false)
    case .performed(let method):
      settler.settle { [self] quiet in respond(method, quiet: quiet) }
    }
  }

  /// Notes that the action has ended. Returns whether it is to be answered.
  private func finish() -> Bool {
    guard !isAnswered, record != nil || !call.isEnded else { return false }
    isAnswered = true
    guardTimer?.cancel()
    performedAfter = MonotonicTime.now().since(began)
    return true
  }

  private func respond(_ refusal: ActionRefusal) {
    settler.stop()
    respond(
      outcome: .refused, refusal: Status(refusal: refusal, element: element), method: "",
      quiet: true)
  }

  /// Answers with the effect that was seen. When the application is gone, the effect is not confirmed: the
  /// application may have ended for another reason.
  private func respond(_ method: String, quiet: Bool) {
    let isGone = service.store.applications[application] == nil
    respond(
      outcome: settler.hasEffect && !isGone ? .confirmed : .unconfirmed, refusal: nil,
      method: isGone ? "\(method); \(goneDescription)" : method, quiet: quiet)
  }

  /// Why the application is no longer there.
  private var goneDescription: String {
    guard source.status.phase == .unavailable else { return "the application is gone" }
    return "the source is no longer available: \(source.status.detail)"
  }

  private func respond(outcome: Receipt.Outcome, refusal: Status?, method: String, quiet: Bool) {
    let revision = service.store.revision
    recordOutcome("\(outcome)", reason: refusal?.reason.name)
    let receipt = Receipt(
      outcome: outcome, refusal: refusal, element: element, method: method,
      revisionBefore: revisionBefore, revisionAfter: revision,
      performedUs: UInt64(max(0, performedAfter.microseconds)),
      settledUs: UInt64(max(0, MonotonicTime.now().since(began).microseconds)), isQuiet: quiet)
    let response = PerformResponse.encoded(receipt, update: update(until: revision))
    call.respond(encoded: response)
    guard let record else { return }
    record.finish(
      service.receipts.keepsWhole(response.count)
        ? response : PerformResponse.encoded(receipt, update: nil))
  }

  /// The number of changes and notifications that a receipt examines; further ones are only counted.
  private static let maxEntries = 20_000

  /// Returns what happened to the application, as far as it fits into one message, notifications first.
  private func update(until revision: Revision) -> EncodedUpdate {
    var update = EncodedUpdate(fromRevision: revisionBefore, revision: revision)
    let commits = relevantCommits(&update.omitted)
    var summary = ChangeSummary()
    for commit in commits { summary.add(commit) }
    var room = min(UpdateEncoder.maxPartLength, call.maxPayloadSize) - 2048
    // An element longer than the whole room is shortened; one that does not fit beside the others is left out.
    let longest = max(room, 1024)
    let told = call.rights.notifications
    func take(_ size: Int) -> Bool {
      guard size <= room else {
        update.omitted += 1
        return false
      }
      room -= size
      return true
    }
    for commit in commits {
      // The client may not be told of others, also not by how many were left out.
      for notification in commit.notifications
      where told.contains(notification.kind) && settler.isOwn(notification, at: commit.revision)
        && take(WireSize.of(notification))
      {
        update.notifications.append(
          RevisedNotification(revision: commit.revision, notification))
      }
    }
    for id in summary.removed where take(WireSize.id) { update.removed.append(id) }
    for id in summary.changed {
      // Encode nothing more once the room is used up.
      guard room > WireSize.id else {
        update.omitted += 1
        continue
      }
      guard let element = service.cache.encoding(of: id, within: longest),
        take(WireSize.of(element))
      else {
        continue
      }
      update.changed.append(element)
    }
    return update
  }

  /// Returns the commits since the request that concern the application, oldest first, up to `maxEntries`
  /// changes and notifications. Counts what it leaves out.
  private func relevantCommits(_ omitted: inout Int) -> [Commit] {
    guard let all = service.store.commits(since: revisionBefore) else {
      omitted += 1
      return []
    }
    var result: [Commit] = []
    var left = Self.maxEntries
    for commit in all {
      let entries = commit.changed.count + commit.removed.count + commit.notifications.count
      guard left > 0 else {
        omitted += entries
        continue
      }
      guard service.settlers.concerns(commit, application) else { continue }
      left -= entries
      result.append(commit)
    }
    return result
  }
}
