internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeProtocol
internal import BridgeTransport

/// The steps of one call, run one after another. Each is a call of its own, by the same door as those of clients.
///
/// Nothing begins but in `proceed`: what ends only lets the run go on in its turn.
final class StepRun: SlicedWork {
  enum Phase {
    /// Reading the outline that the client does not have.
    case lookingBefore
    case stepping
    /// Letting what an action began come to an end, where it was ended by a condition or was refused.
    case settling
    case lookingAfter
    case answering
  }

  let call: Call
  let service: BridgeService
  let request: RunStepsRequest
  /// When steps must have ended, so that the answer still reaches the client.
  private let end: MonotonicTime?
  /// Why no further steps begin; `nil`: they do.
  var ending: Status?
  private(set) var phase = Phase.lookingBefore
  /// Whether something began that has not ended.
  private(set) var isWaiting = false
  private var isProceeding = false
  private var cancelWaiting: (() -> Void)?
  private var stepBegan = MonotonicTime.now()
  private var deadlineTimer: Timer?

  private(set) var results: [EncodedStepResult] = []
  private var length = 0
  private var revisionBefore: Revision = 0
  private var outlineSince: ReadSince?
  private(set) var outline: [UInt8]?
  var outlineFailure: Status?
  /// What changes in the applications that are acted on; `nil` where the client asks for something else.
  private var changes: StepChanges?
  /// The application that the last action was on.
  var lastActedOn: ElementID? {
    didSet { watchLastActedOn() }
  }
  /// Whether the last action had an effect that was seen.
  var hasSeenEffect = true
  /// Whether the effect of any action was seen, of those that no condition ended.
  var isConfirmed = false
  /// When that application changed last, or its action ended.
  private var lastChange = MonotonicTime.now()
  private var observation: Observation?
  /// Whether what the next step acts on was waited for.
  private var isAwaited = false
  /// Whether what the next step acts on was looked at, and what is being looked at.
  private var isPrepared = false
  private var preparing: (target: ElementID, application: ElementID)?

  init(_ call: Call, _ request: RunStepsRequest, on service: BridgeService) {
    self.call = call
    self.request = request
    self.service = service
    changes = StepChanges(request, call, service)
    end = call.deadline.map { _ in call.sourceDeadline(since: call.began, defaultLimit: .zero) }
  }

  func start() {
    // The call keeps the run alive.
    call.onEnd = { self.stop() }
    call.handlesDeadline = true
    call.onBreakOff = { [unowned self] status, isOver in breakOff(status, isOver: isOver) }
    if let deadline = call.deadline {
      deadlineTimer = service.loop.schedule(at: deadline) { [weak self] in self?.timeIsUp() }
    }
    if proceed(Slice(Scheduler.slice)) { service.scheduler.add(self, .heavy) }
  }

  private func stop() {
    deadlineTimer?.cancel()
    observation.take()?.cancel()
    cancelStep()
  }

  override func proceed(_ slice: Slice) -> Bool {
    isProceeding = true
    defer { isProceeding = false }
    while !isWaiting, !call.isEnded {
      switch phase {
      case .lookingBefore: lookBefore(slice)
      case .stepping: stepOn(slice)
      case .settling: settle()
      case .lookingAfter: lookAfter(slice)
      case .answering:
        answer()
        return false
      }
      if slice.isExpired { break }
    }
    return !isWaiting && !call.isEnded
  }

  /// Begins something that ends by `resume`.
  private func wait(_ body: () -> (() -> Void)) {
    isWaiting = true
    let cancel = body()
    if isWaiting { cancelWaiting = cancel }
  }

  /// Gives up what was begun and has not ended.
  func cancelStep() { cancelWaiting.take()?() }

  func resume() {
    isWaiting = false
    cancelWaiting = nil
    if !isProceeding { service.scheduler.add(self, .heavy) }
  }
}

// MARK: Phases

extension StepRun {
  private func lookBefore(_ slice: Slice) {
    if changes != nil {
      examine { (changes) throws(Status) in
        guard let revision = try changes.lookBefore(slice) else { return }
        revisionBefore = revision
        phase = .stepping
      }
      if outlineFailure == nil { return }
    }
    phase = .stepping
    revisionBefore = service.store.revision
    if outlineFailure != nil { return }
    outlineSince = request.outline?.since
    guard let outline = request.outline, outline.since == nil else { return }
    wait {
      begin(outline) { [self] answer in
        if let response = try? answer.get(), let read = try? GetOutlineResponse(decoding: response)
        {
          revisionBefore = read.revision
          outlineSince = ReadSince(read.revision, epoch: service.store.epoch)
        }
        resume()
      }
    }
  }

  /// Looks at what changes. When that fails, the steps are run all the same.
  private func examine(_ body: (inout StepChanges) throws(Status) -> Void) {
    guard var changes = changes.take() else { return }
    do throws(Status) {
      try body(&changes)
      self.changes = changes
    } catch {
      outlineFailure = error
    }
  }

  private func stepOn(_ slice: Slice) {
    guard results.count < request.steps.count, results.last?.failure == nil else {
      phase = .settling
      return
    }
    let step = request.steps[results.count]
    if !isAwaited { stepBegan = .now() }
    if let ending { return add(.notRun(step, ending)) }
    if let end, end <= .now() {
      return add(
        .notRun(
          step, Status(.timedOut, "the call's time was over before the step began; it was not run"))
      )
    }
    if !isAwaited {
      isAwaited = true
      if case .perform(let action) = step.kind, lastActedOn != nil {
        let limit = min(StepTargetWait.limit, step.limit ?? StepTargetWait.limit)
        return wait {
          let target = StepTargetWait(action, within: limit, self) { [self] in resume() }
          target.begin()
          return { target.stop() }
        }
      }
    }
    if !isPrepared {
      prepare(step, slice)
      return
    }
    isPrepared = false
    wait {
      run(step) { [self] result in
        lastChange = .now()
        add(result)
        resume()
      }
    }
  }

  private func watchLastActedOn() {
    guard observation == nil, lastActedOn != nil, results.count + 1 < request.steps.count else {
      return
    }
    observation = service.store.observe { [weak self] commit in
      guard let self, let lastActedOn, commit.applications.contains(lastActedOn) else { return }
      lastChange = .now()
    }
  }

  /// Whether the application that was acted on last changed just now, is being read, or may still show what the action does.
  var mayChange: Bool {
    guard let lastActedOn, service.store.applications[lastActedOn] != nil else { return false }
    return !hasSeenEffect || service.isReading(lastActedOn)
      || MonotonicTime.now().since(lastChange) < Self.afterChange
  }

  /// How long after a change of an application another one may follow from it.
  private static let afterChange = Duration.milliseconds(500)

  /// What is left of a step's own time; `nil` when it has none.
  func timeLeft(_ step: Step) -> Duration? {
    step.limit.map { max($0 - MonotonicTime.now().since(stepBegan), .milliseconds(1)) }
  }

  /// Looks at the application that a step acts on, before it does.
  private func prepare(_ step: Step, _ slice: Slice) {
    isPrepared = true
    guard changes != nil, let (target, root) = preparing.take() ?? actedOn(by: step) else { return }
    examine { (changes) throws(Status) in
      guard try changes.look(at: root, of: target, slice) else { return }
      isPrepared = false
      preparing = (target, root)
    }
    noteMemory()
  }

  private func actedOn(by step: Step) -> (target: ElementID, application: ElementID)? {
    guard case .perform(let action) = step.kind,
      let target = try? service.targets.resolve(action.target),
      let application = application(of: target)
    else { return nil }
    return (target, application)
  }

  private func noteMemory() { call.handlerMemory = length + (changes?.memory ?? 0) }

  func add(_ result: EncodedStepResult) {
    var result = result
    if length + result.length + reserve > call.maxPayloadSize, result.answer?.kind.isOfRead == true
    {
      result.answer = nil
      result.failure = Status(
        .limit, "the answers of the steps do not fit into \(call.maxPayloadSize) bytes",
        remedy: .askForLess, limit: UInt64(call.maxPayloadSize))
    }
    result.elapsedUs = UInt64(max(0, MonotonicTime.now().since(stepBegan).microseconds))
    isAwaited = false
    results.append(result)
    length += result.length
    noteMemory()
  }

  private func settle() {
    phase = .lookingAfter
    guard request.outline != nil, ending == nil, let last = results.indices.last,
      // What is refused after it was tried leaves the application as it was, which is not read yet.
      (request.steps[last].until != nil) == (results[last].failure == nil),
      let root = actedOn(by: request.steps[last])?.application
    else { return }
    let quiet = WaitForRequest(target: .id(root), condition: .stable(milliseconds: 50))
    wait { begin(quiet, within: Self.settleTime) { [self] _ in resume() } }
  }

  /// How long what follows the condition that ended an action may take.
  private static let settleTime = Duration.milliseconds(500)

  private func lookAfter(_ slice: Slice) {
    if changes != nil {
      examine { (changes) throws(Status) in
        guard let response = try changes.lookAfter(slice, isConfirmed: isConfirmed) else { return }
        outline = response.encoded()
        phase = .answering
      }
      if outlineFailure == nil { return }
    }
    phase = .answering
    guard var outline = request.outline, outlineFailure == nil else { return }
    outline.since = outlineSince
    let budget = outline.budget ?? RunStepsRequest.defaultBudget
    wait {
      begin(outline, differenceBudget: budget) { [self] answer in
        switch answer {
        case .success(let response): self.outline = response
        case .failure(let status): outlineFailure = status
        }
        resume()
      }
    }
  }

  func answer() {
    deadlineTimer?.cancel()
    call.respond(
      encoded: RunStepsResponse.encoded(
        results: results, outline: outline, outlineFailure: outlineFailure,
        revisionBefore: revisionBefore, revision: service.store.revision))
  }
}

// MARK: Calls

extension StepRun {
  /// Begins a call. Returns what cancels it, after which `completion` is not called.
  ///
  /// - Parameters:
  ///   - limit: The time that it may take; `nil`: the default of its method.
  ///   - application: Where a wait looks for what its selector matches; `nil`: everywhere.
  ///   - former: The windows that were there before the action that a wait ends.
  ///   - differenceBudget: The maximum number of tokens of an outline's difference; `nil`: any.
  func begin<Request: UnaryRequest>(
    _ request: Request, within limit: Duration? = nil, in application: ElementID? = nil,
    apartFrom former: FormerWindows = FormerWindows(), differenceBudget: Int? = nil,
    completion: @escaping InnerCarrier.Completion
  ) -> () -> Void {
    var limit = limit
    // What is read at the end has the time that is left.
    if let end = phase == .answering ? call.deadline : end {
      let left = max(end.since(.now()), .milliseconds(1))
      limit = min(limit ?? left, left)
    }
    let carrier = InnerCarrier(for: call, maxPayloadSize: room, completion: completion)
    let bytes = request.encoded()
    let inner = carrier.makeCall(Request.method, requestLength: bytes.count, timeout: limit)
    inner.application = application
    inner.formerWindows = former
    inner.differenceBudget = differenceBudget
    service.handle(inner, bytes)
    if !inner.isEnded {
      inner.charge(service.memory)
      inner.watchDeadline(on: service.loop)
    }
    return { carrier.cancel(inner) }
  }

  /// The length that the result of a step takes at least, in bytes.
  static let resultLength = 512

  /// The length that is kept for the receipts of the further steps and for a failure, in bytes.
  private var reserve: Int { Self.resultLength * (request.steps.count - results.count) + 4096 }

  /// The length that the next answer may have, in bytes: an equal share of what is left.
  var room: Int {
    let left = call.maxPayloadSize - length - reserve
    return max(1024, left / (request.steps.count - results.count + 1))
  }

  /// Returns the application of an element, while it is there.
  func application(of id: ElementID) -> ElementID? {
    service.store.tree.read(id) { $0.application } ?? nil
  }
}

extension Step {
  /// The time that the step may take; `nil`: it does not say.
  fileprivate var limit: Duration? { timeoutMs == 0 ? nil : .milliseconds(Int64(timeoutMs)) }
}
