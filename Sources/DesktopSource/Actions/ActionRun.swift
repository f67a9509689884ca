internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeTransport

/// One action in progress: asks the application step by step, and ends once, by its deadline.
///
/// Kept alive by the timers and calls that it waits for. Confined to the loop's thread.
final class ActionRun {
  let request: ActionRequest
  let host: any ActionHost
  /// The element as mirrored when the action began.
  private(set) var element: Element
  var object: ActionObject
  /// The states that the application reported at the beginning.
  private(set) var states: AtspiStates = []
  /// The event that releases what synthesised input holds down.
  var pendingRelease: InputEvent?
  /// Whether keys or the pointer were used.
  var isSynthesised = false
  /// Whether the keyboard that keys are synthesised with is the one last used.
  var isKeyboardTaken = false
  /// When it was last found that the application's program has the keyboard.
  var programChecked: MonotonicTime?
  /// Whether keys have been typed into a cell of a spreadsheet that are not confirmed yet.
  var isEditingCell = false
  /// How many characters have been typed, of how many; `nil` when none are.
  var typed: (count: Int, of: Int)?
  /// How many keys have been pressed, of how many; `nil` when none are.
  var pressedKeys: (count: Int, of: Int)?

  /// Whether a number became the nearest one that the element takes, and that is not near enough.
  var isRounded = false

  /// What is to be known of how the action was performed; empty where nothing is.
  var note = ""
  /// What the receipt must not take for granted.
  var reservations: ActionOutcome.Reservations = []

  /// Whether the reads that follow the action began already.
  var isReadAgain = false

  private let whenPrepared: (ActionPreparation) -> Void
  private var completion: ((ActionOutcome) -> Void)?
  private var timer: Timer?
  private var silenceMonitor: SilenceMonitor?
  private var task: Task<Void, Never>?
  /// The elements for which `element` performs the action.
  private var originalElements: [ElementID] = []
  /// The last call or property, for messages.
  var lastRequest: String { progress.lastRequest }
  private var progress = ActionProgress()
  /// What the application did instead of what was asked for, and the name of the method.
  private var miss: (refusal: ActionRefusal, method: String)?
  /// The reads of the target around the first such call.
  private(set) var targetReading: TargetReading?

  /// The connection that carries the action alone; `nil`: that of the queue.
  private var line: ActionLine?

  init(
    _ request: ActionRequest, element: Element, object: ActionObject, host: any ActionHost,
    whenPrepared: @escaping (ActionPreparation) -> Void,
    completion: @escaping (ActionOutcome) -> Void
  ) {
    self.request = request
    self.element = element
    self.object = object
    self.host = host
    self.whenPrepared = whenPrepared
    self.completion = completion
  }

  var isDone: Bool { completion == nil }

  /// The element's name in messages: `button "Save"`.
  var name: String { element.messageName }

  // MARK: Starting

  /// Checks that the element exists and can be used, and performs the action.
  func start() {
    if remaining > 0 {
      let delay = Duration.nanoseconds(Int64(clamping: remaining))
      timer = host.loop.schedule(after: delay) { self.deadlinePassed() }
    }
    let task = host.loop.startTask {
      do throws(ActionRefusal) {
        try await self.checkRequest()
        try await self.awaitOpenDialog()
        try await self.checkElement()
        try await self.checkTarget()
        self.finishPerformed(try await self.dispatch())
      } catch {
        self.fail(error)
      }
    }
    if !isDone { self.task = task }
  }

  private func checkRequest() async throws(ActionRefusal) {
    let refusal =
      timer == nil
      ? ActionRefusal(.timedOut, "The deadline passed before the action on \(name) started")
      : invalidArgument()
    guard let refusal else { return }
    // The completion handler must not be called before `start` returns.
    try await pause(milliseconds: 0)
    throw refusal
  }

  /// Asks for the current states, and throws unless the element can be used.
  private func checkElement() async throws(ActionRefusal) {
    guard try await renewObject() else { throw ActionRefusal(.stale, "\(name) is gone") }
    let isSuspended = object.isNotResponding || object.queue.health != .responsive
    if !isSuspended { monitorHealth() }
    defer {
      silenceMonitor?.cancel()
      silenceMonitor = nil
    }
    do throws(BusError) {
      states = try await attempt(
        "GetState", of: "Accessible", timeout: isSuspended ? min(remaining, 1_000_000_000) : nil,
        read: Answer.states)
    } catch {
      throw firstCallFailed(error, wasSuspended: isSuspended)
    }
    if states.contains(.defunct) { throw ActionRefusal(.stale, "\(name) is gone") }
    if isDisabled {
      throw ActionRefusal(
        .disabled, "\(name) is disabled; wait until it is enabled (state sensitive)")
    }
  }

  /// Refuses the action, before anything is done, when the application has not responded for a second since it
  /// was found not to respond.
  private func monitorHealth() {
    silenceMonitor = SilenceMonitor(on: host.loop) {
      self.host.actionObject(self.element.id)?.isNotResponding == true
    } then: {
      self.end(.refused(self.notRespondingRefusal))
    }
  }

  private var notRespondingRefusal: ActionRefusal {
    ActionRefusal(
      .notResponding,
      "\(applicationName) is not responding, and the action was not performed; its elements show "
        + "their last known state. Wait until its health is responsive")
  }

  private var isDisabled: Bool {
    if case .scrollIntoView = request.command { return false }
    if object.dialect.omitsEnabledOfReadOnly, states.contains(.readOnly) { return false }
    return ElementMapping.isDisabled(role: element.role, states: states.shared)
  }

  private func firstCallFailed(_ error: BusError, wasSuspended: Bool) -> ActionRefusal {
    switch error {
    case .timeout where wasSuspended && remaining > 0: notRespondingRefusal
    case .unknownObject, .unknownMethod, .unknownInterface:
      ActionRefusal(.stale, "\(name) is gone: \(error)")
    default: refusal(error)
    }
  }

  /// Continues the action on another element in place of this one: a scroll bar for what it scrolls.
  ///
  /// - Parameter hasActed: Whether something was done before, which the message of a deadline says.
  func continueOn(
    _ other: Element, _ object: ActionObject, hasActed: Bool = false
  ) async throws(ActionRefusal) {
    originalElements.append(element.id)
    (element, self.object) = (other, object)
    progress = ActionProgress(hasActed: hasActed)
    try await checkElement()
  }

  /// The nanoseconds until the deadline; 0 when it has passed.
  var remaining: UInt64 {
    let now = host.store.time
    return request.deadline > now ? request.deadline - now : 0
  }

  // MARK: Calls so far

  func record(request what: String) { progress.lastRequest = what }

  /// Records a call that makes the application do something.
  ///
  /// - Parameter method: The name of the action's method, where this call is the whole action.
  /// - Parameter isInput: Whether it synthesises input.
  func record(effect call: PendingCall, method: String?, isInput: Bool) {
    progress.record(call, method, isInput: isInput)
  }

  /// Gives the element the focus, by `take`, or selects it before something else is done: what that does is no part of the action.
  func prepare<Value>(
    _ take: () async throws(ActionRefusal) -> Value
  ) async throws(ActionRefusal) -> Value {
    progress.isPreparing = true
    defer { progress.isPreparing = false }
    return try await take()
  }

  /// Has what was done so far be no effect of the action, when it is in the mirror.
  ///
  /// - Parameter end: Until when that is so; `nil`: for as long as it takes to know what was done. Behind it, nothing is said.
  func endPreparation(
    _ preparation: ActionPreparation = .preceded, before end: MonotonicTime? = nil
  ) async throws(ActionRefusal) {
    await host.loop.wait(within: Self.patienceWithEvents) { self.host.whenEventsReceived($0) }
    // The mirror has what they say at the end of the turn.
    try await pause(milliseconds: 0)
    if let end, MonotonicTime.now() >= end { return }
    whenPrepared(preparation)
  }

  /// How long to wait for the events of what was done so far.
  private static let patienceWithEvents = Duration.milliseconds(100)

  /// Records that the last call failed.
  func record(failure error: BusError) { progress.record(error) }

  /// Records that the application has ended between two calls.
  func recordApplicationLost() { progress.recordApplicationLost() }

  /// Records that the application answered the last call that acts, and did nothing.
  func recordNothingDone() { progress.forgetLast() }

  /// Records that all is as it was before the action.
  func recordUndone() { progress.forgetAll() }

  /// Records that the application did something else than what was asked for. Returns what to throw.
  ///
  /// - Parameter mayHaveActed: Whether it may have done something that is not seen.
  func recordMiss(
    _ message: String, by method: String, mayHaveActed: Bool = false
  ) -> ActionRefusal {
    host.afterAction(element.id)
    var refusal = ActionRefusal(.rejected, message)
    if mayHaveActed { refusal = refusal.afterActing }
    miss = (refusal, method)
    return refusal
  }

  /// Returns the reads of the target for the first call that acts; `nil` for later ones, when another object in place of the
  /// target is acted on, and for what prepares the action at another object.
  func readTarget(around call: CallRequest, timeout: Duration) -> TargetReading? {
    guard targetReading == nil, originalElements.isEmpty, !isSecret,
      !progress.isPreparing || call.path == object.path
    else { return nil }
    let reading = TargetReading(
      object, mirrored: ElementIdentity(element), expected: request.expected,
      events: host.reportedNames(of: element.id),
      timeout: timeout)
    targetReading = reading
    return reading
  }

  /// Opens the connection that carries the action alone, where the application needs one.
  func openLine() async -> BusConnection? {
    guard line == nil, let open = object.openLine else { return line?.connection }
    let opened = await open()
    guard !isDone else {
      opened?.release()
      return nil
    }
    line = opened
    return opened?.connection
  }

  func deadlinePassed() {
    if let method = progress.unansweredMethod {
      return end(
        .unanswered(
          method: method + typingNote + editNote, isSynthesised: isSynthesised,
          target: targetReading?.sighting))
    }
    let what = lastRequest.isEmpty ? "" : " \(lastRequest)"
    end(
      .refused(
        ActionRefusal(
          .timedOut,
          "\(applicationName) did not answer\(what) by the deadline; the action was not sent, so "
            + "nothing was changed"
            + (progress.isPrepared
              ? ", but the element may have been given the focus or selected" : ""))))
  }

  /// Ends the action when it cannot be continued. It is refused only when nothing was done; when the application was
  /// lost after it had been asked to act, nobody knows.
  private func fail(_ refusal: ActionRefusal) {
    guard let method = progress.interruptedMethod else {
      if let miss, miss.refusal.message == refusal.message {
        for element in originalElements.reversed() { host.afterAction(element) }
        return end(
          .missed(
            refusal, method: miss.method, isSynthesised: isSynthesised,
            target: targetReading?.sighting))
      }
      return end(.refused(progress.isSent ? refusal.afterActing : refusal))
    }
    end(
      .interrupted(
        method: method + pressingNote, isSynthesised: isSynthesised,
        target: targetReading?.sighting))
  }

  private var applicationName: String {
    host.store.applications[element.application].map { $0.name.quoted(limit: 60) }
      ?? "The application"
  }

  // MARK: Ending

  func finishPerformed(_ method: String) {
    guard !isDone else { return }
    if !isReadAgain { host.afterAction(element.id) }
    for element in originalElements.reversed() { host.afterAction(element) }
    // The box shows what was chosen.
    if element.role.isOption, let comboBox { host.afterAction(comboBox.id) }
    end(
      .performed(
        method: method, isSynthesised: isSynthesised, target: targetReading?.sighting, note: note,
        reservations: reservations))
  }

  /// Ends the action: cancels all waiting, releases what is held down, and reports the outcome.
  private func end(_ outcome: ActionOutcome) {
    guard let completion else { return }
    self.completion = nil
    timer?.cancel()
    timer = nil
    task?.cancel()
    task = nil
    releaseInput()
    line?.release()
    completion(outcome)
  }

  /// Returns the refusal for the failure of the last call.
  func refusal(_ error: BusError) -> ActionRefusal {
    // The application's own words may repeat what was entered.
    if isSecret, case .remote(let code, _) = error {
      return Self.refusal(
        .remote(name: code, message: ""), asking: "\(lastRequest) of \(name)")
    }
    return Self.refusal(error, asking: "\(lastRequest) of \(name)")
  }

  /// Returns the refusal for a failed call.
  static func refusal(_ error: BusError, asking what: String) -> ActionRefusal {
    switch error {
    case .timeout: ActionRefusal(.timedOut, "No answer to \(what) by the deadline")
    case .disconnected:
      ActionRefusal(
        .stale,
        "The connection to the accessibility bus or to the application was lost during \(what)"
      )
    case .noReply, .serviceUnknown, .cancelled:
      ActionRefusal(
        .stale, "The application ended during \(what): \(error)", advice: Self.endedAdvice)
    case .unknownObject: ActionRefusal(.stale, "The object is gone, in \(what): \(error)")
    case .unknownMethod, .unknownInterface, .unknownProperty:
      ActionRefusal(.unsupported, "The toolkit does not implement \(what): \(error)")
    case .remote(let name, _) where name.hasSuffix("NotSupported"):
      ActionRefusal(.unsupported, "The toolkit does not support \(what): \(error)")
    default: ActionRefusal(.rejected, "The application refused \(what): \(error)")
    }
  }

  /// What is advised where the application ended.
  static let endedAdvice =
    "Start the application again, or look whether it was; its elements have new ids then."
}
