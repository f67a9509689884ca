internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeProtocol
internal import BridgeTransport

/// One action, from the request to its receipt.
final class ActionCall {
  let target: ActionTarget
  let request: PerformRequest
  let call: Call
  /// Where the receipt is kept, when the client may request the action again.
  let record: ActionRecord?
  let service: BridgeService
  private var audit: ActionAudit?
  let settler: Settler
  private let words: RefusalWords
  let report: TargetReport
  let labels: LabelChanges
  let states: StateChanges
  let condition: PostCondition
  let revisionBefore: Revision
  let began = MonotonicTime.now()
  var performedAfter = Duration.zero
  private var isAnswered = false
  var guardTimer: Timer?
  /// Counts as one of the client's actions, also when the client is gone.
  private var permit: ActionLimiter.Permit?
  /// What the application said that the element was when it acted.
  var sighting: TargetSighting?
  /// Whether this is the second try, on what the selector finds in the place of what is gone.
  private let isAgain: Bool
  /// What the element was called at the request.
  private let name: ElementIdentity?
  /// What the application did instead of what was asked for.
  var miss: ActionRefusal?
  /// What is to be known of how it was performed.
  var note = ""
  /// What the receipt must not take for granted.
  private(set) var reservations: ActionOutcome.Reservations = []
  /// The active window at the request, where the target is in it.
  let formerFront: ElementID?
  /// Whether a window of any application was active at the request. Where none was, what was in front is in no tree.
  let hadActiveWindow: Bool
  /// The window that came to the front and is not accessible.
  var obstacle: Status?
  /// Whether a menu that is in no accessibility tree was open before the action.
  var hadMenu = false
  /// The modal dialog that was in front of the target at the request.
  let dialog: ElementID?
  /// What the action enters into a secret element.
  private var entry: TextEntry?
  /// Whether the application has not said in time what the target is now.
  var isUnread = false
  /// What became of a text of which the mirror has only the beginning; `nil` until it is read.
  var textCheck: WholeText.Check?

  init(
    on target: ActionTarget, request: PerformRequest, call: Call, record: ActionRecord?,
    audit: ActionAudit?, service: BridgeService, isAgain: Bool
  ) {
    self.isAgain = isAgain
    self.audit = audit
    self.target = target
    let element = target.element
    self.request = request
    self.call = call
    self.record = record
    permit = call.actionPermit
    self.service = service
    revisionBefore = service.store.revision
    let store = service.store
    name = store.tree.read(element) { ElementIdentity($0) }
    formerFront = ([element] + store.tree.ancestors(of: element)).first { id in
      store.tree.read(id) { $0.parent == $0.application && $0.states.contains(.active) } == true
    }
    hadActiveWindow = !store.tree.activeWindows.isEmpty
    dialog = request.command.isOfPerson ? store.tree.modalDialog(before: element) : nil
    report = TargetReport(target, request, in: store, service.settlers.rhythm)
    labels = LabelChanges(
      of: target.application, without: report.allowsOtherLabels ? nil : element, store,
      service.settlers.rhythm)
    states = StateChanges(
      of: target.application, target: element,
      showsPress: target.source.showsPress(of: element), store, service.settlers.rhythm)
    words = RefusalWords(request.command, on: element, in: store)
    let condition = PostCondition(request.command, on: element, in: store)
    self.condition = condition
    let page = request.command.showsPage ? PageSwitch(element, in: store) : nil
    let ownDialog = ClosingDialog(around: element, store)
    let limit =
      request.settleMs == 0
      ? page?.limit ?? .seconds(1) : .milliseconds(Int64(request.settleMs))
    settler = Settler(
      element, in: target.application, registry: service.settlers, source: target.source,
      loop: service.loop,
      times: Settler.Times(
        quiet: .milliseconds(request.quietMs == 0 ? 50 : Int64(request.quietMs)),
        limit: limit,
        isFixed: condition.isOfSecret,
        // A page tells of what its dialog has covered before it tells that the dialog is closed.
        awaitsEffect: condition.isReadBack || ownDialog?.isOfPage == true,
        patience: condition.isReadBack && !condition.isOfSecret && request.settleMs == 0
          ? Self.patience : .zero,
        patienceWithSilence: condition.isOfSecret || request.settleMs > 0
          ? .zero : Self.patienceWithSilence,
        deadline: call.deadline == nil
          ? nil : call.sourceDeadline(since: began, defaultLimit: .zero),
        hold: (condition.mayBeSetBack || request.awaitsChoice) && request.quietMs == 0
          ? Self.hold : .zero),
      button: target.source.showsPress(of: element) ? HeldButton(element, in: store) : nil,
      page: page, dialog: ownDialog,
      kind: request.command.kind
    ) { [store, limits = service.configuration.limits] in
      condition.holds(for: element, in: store, limits.budget)
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
      allowSynthesis: request.allowSynthesis, client: call.watchingClient,
      expected: report.expected)
    call.isActing = true
    lookForMenu { [weak self] in self?.perform(action) }
  }

  private func perform(_ action: ActionRequest) {
    guard !isAnswered else { return }
    service.settlers.perform(settler) {
      target.source.perform(action) { [weak self] preparation in
        self?.settler.beginAgain(after: preparation)
      } completion: { [weak self] outcome in
        self?.finishAction(outcome)
      }
    }
  }

  var element: ElementID { target.element }

  /// How long a value must stay before it is confirmed. Pages and programs that do not take it were seen to set it back up
  /// to 200 ms later; where no event reports that, as in Qt, it is found by the read that comes 300 ms after the action.
  private static let hold = Duration.milliseconds(320)

  /// How much longer what can be read back is waited for while an application that is busy is still being read: it is not known
  /// to be missing before.
  private static let patience = Duration.seconds(2)

  /// How long an application that does not answer is waited for where the client does not say how long the action may take to
  /// settle. LibreOffice makes dialogs for up to three seconds.
  private static let patienceWithSilence = Duration.seconds(4)

  /// Notes what is entered into a secret element, in case the application repeats it elsewhere.
  private func rememberSecret() {
    switch request.command {
    case .setText(let text): entry = service.store.willEnter(text, into: element)
    case .insertText(let text, _):
      entry = service.store.willEnter(text, into: element, isInserted: true)
    case .keys(let chords):
      let text = KeyChord.enteredText(of: chords)
      guard !text.isEmpty else { break }
      entry = service.store.willEnter(text, into: receiver, isInserted: true)
    default: break
    }
  }

  /// What has the focus in the target, or else the target, which gets it.
  private var receiver: ElementID {
    guard let focused = service.store.focused, service.store.tree.isAncestor(element, of: focused)
    else { return element }
    return focused
  }

  private func stop() {
    settler.stop()
    guardTimer?.cancel()
    // The application may still carry it out.
    recordOutcome("unknown")
  }

  /// Writes to the audit log how the action ended, once.
  func recordOutcome(_ outcome: String, reason: String? = nil) {
    permit = nil
    audit.take()?.end(outcome, reason: reason, revision: service.store.revision)
  }

  private func sourceTimedOut() {
    let waited = MonotonicTime.now().since(call.began).millisecondsRoundedUp
    let status = Status(
      .timedOut,
      "the application did not answer within \(waited) ms; the action may still be performed",
      element: element, remedy: .lookBeforeRepeating)
    call.fail(status)
    record?.fail(status)
  }

  private var deadline: MonotonicTime {
    call.sourceDeadline(
      since: began, defaultLimit: service.configuration.actionTimeout + request.typingTime)
  }

  /// Answers with a refusal by the server itself, which knows redacted elements only.
  func refuse(_ refusal: ActionRefusal) {
    guard finish() else { return }
    respond(refusal)
  }

  private func finishAction(_ outcome: ActionOutcome) {
    guard finish() else { return }
    sighting = outcome.target
    switch outcome {
    case .refused(let refusal):
      // The words are found while what was to be entered is still known.
      let refusal = words.withoutSecrets(refusal)
      if !refusal.mayHaveActed, let entry { service.store.didNotEnter(entry) }
      guard refusal.reason == .stale, !refusal.mayHaveActed, !isAgain,
        case .selector = request.target
      else { return respond(refusal) }
      findAgain(refusal, until: .now().advanced(by: Self.patienceWithGone))
    case .performed(let method, let isSynthesised, _, let note, let reservations):
      self.note = note
      self.reservations = reservations
      if reservations.contains(.scrolledNothing) { settler.noteNothingScrolled() }
      settle(method, isSynthesised)
    case .brought(let part, let method): answer(brought: part, by: method)
    case .missed(let refusal, let method, let isSynthesised, _):
      miss = words.withoutSecrets(refusal)
      settle(method, isSynthesised)
    case .unanswered(let method, let isSynthesised, _):
      settler.stop()
      respond(method, isSynthesised, effect: effect(quiet: false), quiet: false)
    case .interrupted(let method, let isSynthesised, _):
      settler.stop()
      respond(method, isSynthesised, effect: .ended, quiet: false)
    }
  }

  /// Performs the action once more, on what the selector finds when the element that it found is no longer in the mirror.
  private func findAgain(_ refusal: ActionRefusal, until end: MonotonicTime) {
    if service.store.tree.contains(element), .now() < end, !call.isEnded {
      // The call keeps this object alive.
      guardTimer = service.loop.schedule(after: Self.lookInterval) {
        self.findAgain(refusal, until: end)
      }
      return
    }
    settler.stop()
    recordOutcome("refused", reason: ErrorReason(refusal.reason).name)
    guard !service.performAgain(call, request, instead: element, named: name, record)
    else { return }
    respond(refusal)
  }

  /// How long what an application has taken down may stay in the mirror, and how often it is looked whether it does.
  private static let patienceWithGone = Duration.milliseconds(300)
  private static let lookInterval = Duration.milliseconds(20)

  private func settle(_ method: String, _ isSynthesised: Bool) {
    if request.answersImmediately {
      settler.stop()
      return respond(method, isSynthesised, effect: effect(quiet: false), quiet: false)
    }
    readNewName()
    settler.settle(waited: settler.isNotResponding ? performedAfter : .zero) { [self] quiet in
      let patience = request.settleMs == 0 ? Self.patience : .zero
      readBack(until: .now().advanced(by: patience)) { [self] in
        checkWholeText { [self] in
          checkMiss { [self] in answer(method, isSynthesised, quiet: quiet) }
        }
      }
    }
  }

  private func answer(_ method: String, _ isSynthesised: Bool, quiet: Bool) {
    var effect = effect(quiet: quiet)
    if effect == .seen || effect == .notSeen, mayBeUntold, !hasTargetChanged {
      effect = .notSeen
      service.settlers.noteUntold(settler)
    }
    findObstacle(isSynthesised) { [self, effect] found in
      // As a window that is in the mirror is one.
      let isOpen = effect == .notSeen || effect == .uncertain
      let seen = doubted(isOpen ? found ?? effect : effect, isSynthesised)
      respond(method, isSynthesised, effect: seen, quiet: quiet)
    }
  }

  /// Reads a text of which the mirror has only the beginning from the application, once, and compares all of
  /// it.
  private func checkWholeText(_ body: @escaping () -> Void) {
    guard let text = wholeText else { return body() }
    target.source.readText(of: element, limit: text.limit) { [self] read in
      textCheck = text.check(read, now: service.store.tree[element])
      body()
    }
  }

  /// The text that the action enters, where the mirror has only the beginning of what the element contains
  /// now.
  var wholeText: WholeText? {
    guard !condition.isOfSecret, service.store.tree.read(element, { $0.isValueCut }) == true else {
      return nil
    }
    return WholeText(request.command)
  }

  /// Notes that the action has ended. Returns whether it is to be answered.
  private func finish() -> Bool {
    guard !isAnswered, record != nil || !call.isEnded else { return false }
    isAnswered = true
    guardTimer?.cancel()
    performedAfter = MonotonicTime.now().since(began)
    return true
  }
}

extension PerformRequest {
  /// Whether a box that is ticked must stay so before it is confirmed: a client that says how long the action may take to settle
  /// can wait for that.
  fileprivate var awaitsChoice: Bool { command == .press && settleMs > 0 }
}

extension ActionCommand {
  /// Whether it shows the page of a tab.
  fileprivate var showsPage: Bool { self == .press || self == .select }

  /// Whether a person would do it with a pointer or the keyboard. Keys go to a dialog that is in front, and are refused.
  fileprivate var isOfPerson: Bool {
    switch self {
    case .focus, .scroll, .scrollIntoView, .keys: false
    default: true
    }
  }
}
