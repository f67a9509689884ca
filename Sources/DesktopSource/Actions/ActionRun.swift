internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeTransport

/// One action under way: asks the application step by step and ends once, by its deadline.
///
/// Keeps itself alive by what it waits for. Confined to the loop's thread.
final class ActionRun {
  let request: ActionRequest
  let host: any ActionHost
  private(set) var object: ActionObject
  /// As mirrored when the action began.
  let element: Element
  /// As the application said when it was asked at the beginning.
  var states: AtspiStates = []

  private var completion: ((ActionOutcome) -> Void)?
  private var timer: (Timer)?
  private var calls: [PendingCall] = []
  private var conversation: Task<Void, Never>?
  private var cleanups: [() -> Void] = []
  /// What was asked last: for the message of a deadline.
  private var asked = ""
  /// The last call that does something, rather than ask.
  private var deed: PendingCall?
  /// Whether one before it had left for the application.
  private var hasActed = false
  /// Whether the application said whether the element can be used.
  private var isLookedAt = false
  /// Where synthesised input holds the pointer's button down.
  var heldAt: Point?

  init(
    _ request: ActionRequest, element: Element, object: ActionObject, host: any ActionHost,
    completion: @escaping (ActionOutcome) -> Void
  ) {
    self.request = request
    self.element = element
    self.object = object
    self.host = host
    self.completion = completion
  }

  var isDone: Bool { completion == nil }

  /// What messages call the element: `button "Save"`.
  var name: String { element.messageName }

  // MARK: Life

  /// Looks whether the element is there and can be used, and does what was asked.
  ///
  /// - Parameter then: what is done when it can be used; the request's command when `nil`.
  func start(then: (() -> Void)? = nil) {
    let left = remaining
    guard left > 0 else {
      return endLater(.timedOut, "The deadline had passed before \(name) was asked")
    }
    timer = host.loop.schedule(after: .nanoseconds(Int64(clamping: left))) { self.deadlinePassed() }
    if let refusal = invalidArgument() { return endLater(refusal.reason, refusal.message) }
    guard let renew = object.renew else { return look(then) }
    renew { path in
      guard !self.isDone else { return }
      guard let path else { return self.refuse(.stale, "\(self.name) is gone") }
      self.object.path = path
      self.look(then)
    }
  }

  /// Has the application name the object again, where it forgets its objects after a while.
  func renewObject(then: @escaping () -> Void) {
    guard let renew = object.renew else { return then() }
    renew { path in
      guard !self.isDone else { return }
      if let path { self.object.path = path }
      then()
    }
  }

  /// Asks for the present states, and goes on where the element can be used.
  private func look(_ then: (() -> Void)?) {
    let left = remaining
    let isSuspended = object.isNotResponding || object.queue.health != .responsive
    let patience = isSuspended ? min(left, 1_000_000_000) : left
    if !isSuspended { watchHealth() }
    ask(
      "GetState", of: "Accessible", timeout: patience,
      read: Answer.states,
      otherwise: { error in self.firstCallFailed(error, wasSuspended: isSuspended) },
      then: { states in
        self.isLookedAt = true
        self.states = states
        if states.contains(.defunct) { return self.refuse(.stale, "\(self.name) is gone") }
        if self.isDisabled {
          return self.refuse(
            .disabled, "\(self.name) is disabled; wait until it is enabled (state sensitive)")
        }
        if let then { then() } else { self.dispatch() }
      })
  }

  /// Refuses when the application has been found not to answer for a second, while nothing was done yet.
  private func watchHealth(looksInVain: Int = 0) {
    after(milliseconds: 250) {
      guard !self.isLookedAt else { return }
      let isSilent = self.host.actionObject(self.element.id)?.isNotResponding == true
      if isSilent, looksInVain >= 4 { return self.refuseForSilence() }
      self.watchHealth(looksInVain: isSilent ? looksInVain + 1 : 0)
    }
  }

  private func refuseForSilence() {
    refuse(
      .notResponding,
      "\(applicationName) is not responding; its elements are served as last seen, and nothing was "
        + "done. Wait for its health to be responsive")
  }

  private var isDisabled: Bool {
    if case .scrollIntoView = request.command { return false }
    return ElementMapping.isDisabled(role: element.role, states: states.shared)
  }

  private func firstCallFailed(_ error: BusError, wasSuspended: Bool) {
    switch error {
    case .timeout where wasSuspended && remaining > 0: refuseForSilence()
    case .unknownObject, .unknownMethod, .unknownInterface:
      refuse(.stale, "\(name) is gone: \(error)")
    default: refuse(error)
    }
  }

  func deadlinePassed() {
    timer = nil
    let what = asked.isEmpty ? "" : " \(asked)"
    let isSent = hasActed || deed.map { $0.sentAt > 0 } == true
    refuse(
      .timedOut,
      "\(applicationName) had not answered\(what) by the deadline; "
        + (isSent
          ? "it may still do what was asked"
          : "nothing was done: what was to be done had not been sent to it"))
  }

  private var applicationName: String {
    host.store.applications[element.application].map { $0.name.quoted(limit: 60) }
      ?? "The application"
  }

  /// Nanoseconds until the deadline; 0 when it has passed.
  var remaining: UInt64 {
    let now = host.store.time
    return request.deadline > now ? request.deadline - now : 0
  }

  // MARK: Ends

  func performed(_ means: String) {
    guard !isDone else { return }
    host.afterAction(element.id)
    end(.performed(means: means))
  }

  func refuse(_ reason: ActionRefusal.Reason, _ message: String) {
    end(.refused(ActionRefusal(reason, message)))
  }

  /// Refuses for a failed call.
  func refuse(_ error: BusError) {
    end(.refused(refusal(error)))
  }

  /// What the failure of the last call says about the action.
  func refusal(_ error: BusError) -> ActionRefusal {
    Self.refusal(error, asking: "\(asked) of \(name)")
  }

  /// In a later step of the loop: nobody is called back from within their own call.
  private func endLater(_ reason: ActionRefusal.Reason, _ message: String) {
    timer?.cancel()
    timer = host.loop.schedule(after: .zero) { self.refuse(reason, message) }
  }

  private func end(_ outcome: ActionOutcome) {
    letGo()?(outcome)
  }

  /// Stops waiting for anything; the one who was to be told is the caller's to tell.
  private func letGo() -> ((ActionOutcome) -> Void)? {
    let completion = self.completion
    self.completion = nil
    timer?.cancel()
    timer = nil
    for call in calls { call.cancel() }
    calls = []
    conversation?.cancel()
    conversation = nil
    let cleanups = self.cleanups
    self.cleanups = []
    for cleanup in cleanups { cleanup() }
    return completion
  }

  /// Has another element do it, in this one's place: a scroll bar for what it scrolls.
  func continueOn(
    _ other: Element, _ object: ActionObject,
    body: @escaping (ActionRun) -> Void = { $0.dispatch() }
  ) {
    var request = request
    request.element = other.id
    let element = element.id
    let (host, completion) = (host, letGo())
    guard let completion else { return }
    let run = ActionRun(request, element: other, object: object, host: host) { outcome in
      if case .performed = outcome { host.afterAction(element) }
      completion(outcome)
    }
    run.start(then: { body(run) })
  }

  /// Has `body` called when the action ends, however it ends.
  func atEnd(_ body: @escaping () -> Void) {
    if isDone { body() } else { cleanups.append(body) }
  }

  /// What a failed call says about the action.
  static func refusal(_ error: BusError, asking what: String) -> ActionRefusal {
    switch error {
    case .timeout: ActionRefusal(.timedOut, "No answer to \(what) by the deadline")
    case .disconnected:
      ActionRefusal(
        .stale,
        "The accessibility bus, or the connection to the application, was lost while it was asked \(what)"
      )
    case .noReply, .serviceUnknown, .cancelled:
      ActionRefusal(.stale, "The application ended while it was asked \(what): \(error)")
    case .unknownObject: ActionRefusal(.stale, "The object is gone: \(what): \(error)")
    case .unknownMethod, .unknownInterface, .unknownProperty:
      ActionRefusal(.unsupported, "The toolkit does not know \(what): \(error)")
    case .remote(let name, _) where name.hasSuffix("NotSupported"):
      ActionRefusal(.unsupported, "The toolkit does not support \(what): \(error)")
    default: ActionRefusal(.rejected, "The application refused \(what): \(error)")
    }
  }
}

// MARK: Asking

extension ActionRun {
  /// Calls a method of `org.a11y.atspi.<interface>` on the element's object, or on `path`.
  ///
  /// - Parameters:
  ///   - timeout: in nanoseconds; the rest of the time until the deadline when `nil`.
  ///   - otherwise: takes a failure; without it the action is refused.
  func ask<Value>(
    _ member: String, of interface: String, _ arguments: [BusValue] = [], at path: String? = nil,
    timeout: UInt64? = nil, read: @escaping (MessageReader) throws(BusError) -> Value,
    otherwise: ((BusError) -> Void)? = nil, then: @escaping (Value) -> Void
  ) {
    let request = CallRequest(
      object.queue.destination, path ?? object.path, "org.a11y.atspi." + interface, member,
      arguments)
    send(
      request, what: "\(interface).\(member)", on: object.queue, timeout: timeout, read: read,
      otherwise: otherwise, then: then)
  }

  /// As `ask`, for a property of `org.a11y.atspi.<interface>`.
  func property<Value>(
    _ name: String, of interface: String,
    read: @escaping (MessageReader) throws(BusError) -> Value,
    otherwise: ((BusError) -> Void)? = nil, then: @escaping (Value) -> Void
  ) {
    send(
      .property(name, of: "org.a11y.atspi." + interface, object.queue.destination, object.path),
      what: "\(interface).\(name)", on: object.queue, timeout: nil,
      read: { (message) throws(BusError) in
        try message.variant { () throws(BusError) in try read(message) }
      }, otherwise: otherwise, then: then)
  }

  func send<Value>(
    _ request: CallRequest, what: String, on queue: CallQueue, timeout: UInt64? = nil,
    read: @escaping (MessageReader) throws(BusError) -> Value,
    otherwise: ((BusError) -> Void)? = nil, then: @escaping (Value) -> Void
  ) {
    guard !isDone else { return }
    note(asking: what)
    let time = Duration.nanoseconds(Int64(clamping: max(1, timeout ?? remaining)))
    let call = queue.enqueue(request, lane: .urgent, timeout: time) { result in
      guard !self.isDone else { return }
      switch BusConnection.read(result, read) {
      case .success(let value): then(value)
      case .failure(let error):
        // The deadline of the call is that of the action: one message for both.
        if error == .timeout, self.remaining == 0 { return self.deadlinePassed() }
        if let otherwise { otherwise(error) } else { self.refuse(error) }
      }
    }
    track(call)
    if request.doesSomething { note(deed: call) }
  }

  /// Calls `body` after a pause, unless the action has ended.
  func after(milliseconds: UInt64, _ body: @escaping () -> Void) {
    host.loop.schedule(after: .milliseconds(Int64(clamping: milliseconds))) {
      if !self.isDone { body() }
    }
  }
}

extension ActionRun {
  func note(asking what: String) { asked = what }

  /// Remembers a call that makes the application do something.
  func note(deed call: PendingCall) {
    if let deed, deed.sentAt > 0 { hasActed = true }
    deed = call
  }

  /// Has `task` cancelled when the action ends.
  func follow(_ task: Task<Void, Never>) {
    if !isDone { conversation = task }
  }

  fileprivate func track(_ call: PendingCall) {
    calls.removeAll { !$0.isPending }
    if call.isPending { calls.append(call) }
  }
}
