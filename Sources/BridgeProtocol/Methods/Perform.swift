public import AccessibilityTree
internal import CProtobuf

/// Asks to perform an action.
public struct PerformRequest: Hashable, Sendable {
  /// The maximum of `settleMs`, in milliseconds.
  public static let maxSettleMs: UInt32 = 60_000
  /// The maximum length of `requestID`, in bytes.
  public static let maxRequestIDLength = 64

  public var target: Target
  public var command: ActionCommand
  /// What a drop drags, where a selector names it. The source in the command is then ignored.
  public var dropSource: Target?
  /// Whether a synthesised click or key press may be used where the element has no action of its
  /// own.
  public var allowSynthesis: Bool
  /// How long nothing must happen before the action counts as done, in milliseconds; 0: 50.
  public var quietMs: UInt32
  /// The maximum time to wait for quiet, in milliseconds; 0: 1,000. At most 60,000.
  public var settleMs: UInt32
  /// Whether to answer as soon as the application has answered, without waiting for quiet.
  public var answersImmediately: Bool
  /// What the element must be when it is acted on; `nil`: anything.
  public var expectation: TargetExpectation?
  /// Makes it safe to send the request again: the server performs it once. Empty: every request is a new one.
  public var requestID: String

  public init(
    target: Target, command: ActionCommand, dropSource: Target? = nil,
    allowSynthesis: Bool = false, quietMs: UInt32 = 0,
    settleMs: UInt32 = 0, answersImmediately: Bool = false, expectation: TargetExpectation? = nil,
    requestID: String = ""
  ) {
    self.target = target
    self.command = command
    self.dropSource = dropSource
    self.allowSynthesis = allowSynthesis
    self.quietMs = quietMs
    self.settleMs = settleMs
    self.answersImmediately = answersImmediately
    self.expectation = expectation
    self.requestID = requestID
  }
}

extension PerformRequest {
  /// How long typing its text may take; zero where none may be typed. Time limits that the caller does not give allow it
  /// in addition.
  public var typingTime: Duration {
    guard allowSynthesis else { return .zero }
    switch command {
    case .setText(let text), .insertText(let text, _):
      // A character without a key is waited for, and typed again where it was misread.
      let milliseconds = text.unicodeScalars.reduce(0) { $0 + ($1.isASCII ? 20 : 500) }
      return .milliseconds(min(milliseconds, Int(Step.maxTimeoutMs)))
    // What a key does is waited for before the next one is pressed.
    case .keys(let chords): return .milliseconds(100 * chords.count)
    default: return .zero
    }
  }
}

/// The result of an action.
public struct PerformResponse: Hashable, Sendable {
  public var receipt: Receipt

  public init(receipt: Receipt) {
    self.receipt = receipt
  }
}

/// What an action did, as far as it was seen.
public struct Receipt: Hashable, Sendable {
  public enum Outcome: Int32, Hashable, Sendable, CaseIterable {
    /// The action was performed, and its effect was seen.
    case confirmed = 1
    /// The action was sent, and no effect is known: `effect` says why.
    case unconfirmed = 2
    /// The action was not performed.
    case refused = 3
  }

  /// What is known of the effect.
  public enum Effect: Int32, Hashable, Sendable, CaseIterable {
    /// It was seen: on the target, or elsewhere in the application, where nothing changed by itself.
    case seen = 1
    /// Something changed that also changed before, without an action.
    case uncertain = 2
    /// Nothing was seen yet.
    case notSeen = 3
    /// The target changed around the action, and also before without one: something else may have been acted on.
    case targetChanged = 4
    /// The application stopped answering after the action was sent.
    case notResponding = 5
    /// The application ended after the action was sent, or the connection to it was lost.
    case ended = 6
    /// Nothing was done.
    case refused = 7
    /// Only a part of what the action stands for was done, as the note says, and its effect was seen.
    case partial = 8

    /// Whether an effect of the action was seen.
    public var isSeen: Bool { self == .seen || self == .partial }

    /// The name in JSON.
    public var name: String {
      switch self {
      case .seen: "seen"
      case .uncertain: "uncertain"
      case .notSeen: "not_seen"
      case .targetChanged: "target_changed"
      case .notResponding: "not_responding"
      case .ended: "ended"
      case .refused: "refused"
      case .partial: "partial"
      }
    }
  }

  /// Whether the same request may be sent once more.
  public enum Retry: Int32, Hashable, Sendable, CaseIterable {
    /// Nothing was done, or twice is the same as once.
    case safe = 1
    /// Once more may do it twice: look first.
    case unsafe = 2
  }

  public var outcome: Outcome
  /// Why the action was refused, with what to do; `nil` otherwise.
  public var refusal: Status?
  /// The element that was acted on.
  public var element: ElementID?
  /// How the action was performed, such as "Action.DoAction(click)"; empty when refused.
  public var method: String
  /// The revision when the action began.
  public var revisionBefore: Revision
  /// The revision when the application was quiet again.
  public var revisionAfter: Revision
  /// What happened between the two revisions; `nil` when it was not examined.
  public var update: TreeUpdate?
  /// The time from the request to the application's answer, in microseconds.
  public var performedUs: UInt64
  /// The time from the request to quiet, in microseconds.
  public var settledUs: UInt64
  /// Whether the application became quiet: `false` when `settleMs` ran out while things still changed.
  public var isQuiet: Bool
  /// What the element was when it was acted on, or refused; `nil` when it was not read.
  public var target: ElementIdentity?
  /// Whether the element was something else at some time between the request and the receipt.
  public var targetChanged: Bool
  /// What the element became, or was before; `nil` when it did not change, or that is not known.
  public var targetOther: ElementIdentity?
  /// `nil`: sent by a server that does not say.
  public var effect: Effect?
  /// `nil`: sent by a server that does not say.
  public var retry: Retry?
  /// Elements beside the target that were renamed since the request, without those that change by themselves.
  public var labelChanges: [LabelChange]
  /// What the element has instead of what the action was to set, which can be read back: the action has failed. `nil`:
  /// the element has it, or nobody knows.
  public var shortfall: Status?
  /// What is in front of the target, and what to do about it: a modal dialog, or a window that came and is not accessible;
  /// `nil`: none is known.
  public var obstacle: Status?
  /// What is to be known of how the action was performed; empty where nothing is.
  public var note: String
  /// What a person notices first among the elements that are new or shown since the request: dialogs, alerts, menus, fields, buttons.
  public var appeared: [ElementID]
  /// Which elements are enabled, selected, checked, expanded or the like since the request, or no longer, without those that
  /// change by themselves; the target first.
  public var stateChanges: [StateChange]

  public init(
    outcome: Outcome, refusal: Status? = nil, element: ElementID? = nil, method: String = "",
    revisionBefore: Revision = 0, revisionAfter: Revision = 0, update: TreeUpdate? = nil,
    performedUs: UInt64 = 0, settledUs: UInt64 = 0, isQuiet: Bool = false,
    target: ElementIdentity? = nil, targetChanged: Bool = false,
    targetOther: ElementIdentity? = nil, effect: Effect? = nil, retry: Retry? = nil,
    labelChanges: [LabelChange] = [], shortfall: Status? = nil,
    obstacle: Status? = nil, note: String = "", appeared: [ElementID] = [],
    stateChanges: [StateChange] = []
  ) {
    self.outcome = outcome
    self.refusal = refusal
    self.element = element
    self.method = method
    self.revisionBefore = revisionBefore
    self.revisionAfter = revisionAfter
    self.update = update
    self.performedUs = performedUs
    self.settledUs = settledUs
    self.isQuiet = isQuiet
    self.target = target
    self.targetChanged = targetChanged
    self.targetOther = targetOther
    self.effect = effect
    self.retry = retry
    self.labelChanges = labelChanges
    self.shortfall = shortfall
    self.obstacle = obstacle
    self.note = note
    self.appeared = appeared
    self.stateChanges = stateChanges
  }
}

/// How an element was renamed.
public struct LabelChange: Hashable, Sendable {
  /// The maximum number in a receipt.
  package static let maxCount = 16
  /// The maximum length of each label, in bytes; longer ones are cut.
  package static let maxLabel = 100

  public var element: ElementID
  public var before: ElementIdentity
  public var after: ElementIdentity

  public init(_ element: ElementID, before: ElementIdentity, after: ElementIdentity) {
    self.element = element
    self.before = before
    self.after = after
  }
}

extension PerformRequest {
  init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__PerformRequest>) throws(Status) {
    guard let command = unsafe message.pointee.command else {
      throw .invalid("PerformRequest.command", "is missing")
    }
    let settleMs = unsafe message.pointee.settle_ms
    guard settleMs <= Self.maxSettleMs else {
      throw Status(
        .invalidArgument,
        "PerformRequest.settle_ms is \(settleMs), limit \(Self.maxSettleMs)",
        limit: UInt64(Self.maxSettleMs))
    }
    let requestID = try unsafe readText(message.pointee.request_id, "PerformRequest.request_id")
    guard requestID.utf8.count <= Self.maxRequestIDLength else {
      throw Status(
        .invalidArgument,
        "PerformRequest.request_id is \(requestID.utf8.count) bytes, limit \(Self.maxRequestIDLength)",
        limit: UInt64(Self.maxRequestIDLength))
    }
    self.init(
      target: try unsafe Target(message.pointee.target, "PerformRequest.target"),
      command: try unsafe ActionCommand(command),
      dropSource: try unsafe Self.dropSource(of: command),
      allowSynthesis: unsafe message.pointee.allow_synthesis != 0,
      quietMs: unsafe message.pointee.quiet_ms, settleMs: settleMs,
      answersImmediately: unsafe message.pointee.answer_immediately != 0, requestID: requestID)
    if let expectation = unsafe message.pointee.expectation {
      self.expectation = try unsafe TargetExpectation(expectation)
    }
  }

  public func encoded() -> [UInt8] {
    ProtoWriter.bytes {
      $0.message(PerformRequestFields.target) { $0.target(target) }
      $0.message(PerformRequestFields.command) { $0.command(command, dropSource: dropSource) }
      $0.flag(PerformRequestFields.allowSynthesis, allowSynthesis)
      $0.number(PerformRequestFields.quietMs, UInt64(quietMs))
      $0.number(PerformRequestFields.settleMs, UInt64(settleMs))
      $0.flag(PerformRequestFields.answerImmediately, answersImmediately)
      $0.text(PerformRequestFields.requestID, requestID)
      if let expectation {
        $0.message(PerformRequestFields.expectation) { $0.expectation(expectation) }
      }
    }
  }
}

extension PerformResponse {
  init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__PerformResponse>) throws(Status) {
    guard let receipt = unsafe message.pointee.receipt else {
      throw .invalid("PerformResponse.receipt", "is missing")
    }
    self.init(receipt: try unsafe Receipt(receipt))
  }

  public func encoded() -> [UInt8] {
    Self.encoded(receipt, update: receipt.update.map(EncodedUpdate.init))
  }

  /// Encodes the response with `update` in place of the receipt's own.
  package static func encoded(_ receipt: Receipt, update: EncodedUpdate?) -> [UInt8] {
    ProtoWriter.bytes(capacity: 128 + (update?.capacity ?? 0)) {
      $0.message(PerformResponseFields.receipt) { $0.receipt(receipt, update) }
    }
  }
}

extension PerformRequest {
  fileprivate static func dropSource(
    of command: UnsafeMutablePointer<A11y__Bridge__V1__ActionCommand>
  ) throws(Status) -> Target? {
    guard
      unsafe command.pointee.argument_case == A11Y__BRIDGE__V1__ACTION_COMMAND__ARGUMENT_DROP,
      let drop = unsafe command.pointee.drop
    else { return nil }
    let source = try unsafe Target(drop.pointee.source, "DropTarget.source")
    if case .selector = source { return source }
    return nil
  }
}

extension Receipt {
  fileprivate init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__Receipt>) throws(Status) {
    let outcome = Int32(clamping: unsafe message.pointee.outcome.rawValue)
    self.init(
      outcome: Outcome(rawValue: outcome) ?? .unconfirmed,
      element: ElementID(wire: unsafe message.pointee.element_id),
      method: try unsafe readText(message.pointee.method, "Receipt.method"),
      revisionBefore: unsafe message.pointee.revision_before,
      revisionAfter: unsafe message.pointee.revision_after,
      performedUs: unsafe message.pointee.performed_us,
      settledUs: unsafe message.pointee.settled_us, isQuiet: unsafe message.pointee.quiet != 0,
      targetChanged: unsafe message.pointee.target_changed != 0,
      effect: Effect(rawValue: Int32(clamping: unsafe message.pointee.effect.rawValue)),
      retry: Retry(rawValue: Int32(clamping: unsafe message.pointee.retry.rawValue)),
      note: try unsafe readText(message.pointee.note, "Receipt.note"))
    if let target = unsafe message.pointee.target {
      self.target = try unsafe ElementIdentity(target)
    }
    if let other = unsafe message.pointee.target_other {
      targetOther = try unsafe ElementIdentity(other)
    }
    labelChanges = try unsafe array(
      message.pointee.label_changes, message.pointee.n_label_changes
    ) { (change) throws(Status) in try unsafe LabelChange(change) }
    if let refusal = unsafe message.pointee.refusal { self.refusal = try unsafe Status(refusal) }
    if let update = unsafe message.pointee.update { self.update = try unsafe TreeUpdate(update) }
    if let shortfall = unsafe message.pointee.shortfall {
      self.shortfall = try unsafe Status(shortfall)
    }
    if let obstacle = unsafe message.pointee.obstacle {
      self.obstacle = try unsafe Status(obstacle)
    }
    appeared = try unsafe ids(
      message.pointee.appeared_ids, message.pointee.n_appeared_ids, "Receipt.appeared_ids")
    stateChanges = try unsafe array(
      message.pointee.state_changes, message.pointee.n_state_changes
    ) { (change) throws(Status) in try unsafe StateChange(change) }
  }
}

extension LabelChange {
  fileprivate init(
    _ message: UnsafeMutablePointer<A11y__Bridge__V1__LabelChange>
  ) throws(Status) {
    guard let element = ElementID(wire: unsafe message.pointee.element_id),
      let before = unsafe message.pointee.before, let after = unsafe message.pointee.after
    else { throw .invalid("LabelChange", "needs element_id, before and after") }
    self.init(
      element, before: try unsafe ElementIdentity(before),
      after: try unsafe ElementIdentity(after))
  }
}

extension ProtoWriter {
  fileprivate mutating func receipt(_ receipt: Receipt, _ update: EncodedUpdate?) {
    signed(ReceiptFields.outcome, receipt.outcome.rawValue)
    if let refusal = receipt.refusal { message(ReceiptFields.refusal) { $0.status(refusal) } }
    id(ReceiptFields.elementID, receipt.element)
    text(ReceiptFields.method, receipt.method)
    number(ReceiptFields.revisionBefore, receipt.revisionBefore)
    number(ReceiptFields.revisionAfter, receipt.revisionAfter)
    if let update { message(ReceiptFields.update) { $0.update(update) } }
    number(ReceiptFields.performedUs, receipt.performedUs)
    number(ReceiptFields.settledUs, receipt.settledUs)
    flag(ReceiptFields.quiet, receipt.isQuiet)
    if let target = receipt.target { message(ReceiptFields.target) { $0.targetState(target) } }
    flag(ReceiptFields.targetChanged, receipt.targetChanged)
    if let other = receipt.targetOther {
      message(ReceiptFields.targetOther) { $0.targetState(other) }
    }
    signed(ReceiptFields.effect, receipt.effect?.rawValue ?? 0)
    signed(ReceiptFields.retry, receipt.retry?.rawValue ?? 0)
    for change in receipt.labelChanges {
      message(ReceiptFields.labelChanges) { $0.labelChange(change) }
    }
    if let shortfall = receipt.shortfall {
      message(ReceiptFields.shortfall) { $0.status(shortfall) }
    }
    if let obstacle = receipt.obstacle { message(ReceiptFields.obstacle) { $0.status(obstacle) } }
    text(ReceiptFields.note, receipt.note)
    ids(ReceiptFields.appearedIDs, receipt.appeared)
    for change in receipt.stateChanges {
      message(ReceiptFields.stateChanges) { $0.stateChange(change) }
    }
  }

  private mutating func labelChange(_ change: LabelChange) {
    id(LabelChangeFields.elementID, change.element)
    message(LabelChangeFields.before) { $0.targetState(change.before) }
    message(LabelChangeFields.after) { $0.targetState(change.after) }
  }
}
