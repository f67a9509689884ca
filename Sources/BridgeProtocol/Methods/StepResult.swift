internal import CProtobuf

/// What a step did.
public struct StepResult: Hashable, Sendable {
  /// What a call of its own would have returned.
  public enum Answer: Hashable, Sendable {
    /// The receipt, with announcements but without the elements that changed.
    case perform(PerformResponse)
    /// What was found when the condition of `wait` or `expect` held.
    case wait(WaitForResponse)
    case find(FindResponse)
    case get(GetElementResponse)
    case outline(GetOutlineResponse)
  }

  /// Why the step failed and what to do; `nil`: it succeeded.
  public var failure: Status?
  /// `nil` when the step failed without an answer, or `until` held before the application had answered.
  public var answer: Answer?
  /// What was found when the condition that ends an action held.
  public var until: WaitForResponse?
  /// Whether that condition held before the action as well, so that it says nothing about its effect.
  public var heldBefore: Bool
  /// The time that the step took, in microseconds.
  public var elapsedUs: UInt64

  public init(
    failure: Status? = nil, answer: Answer? = nil, until: WaitForResponse? = nil,
    heldBefore: Bool = false, elapsedUs: UInt64 = 0
  ) {
    self.failure = failure
    self.answer = answer
    self.until = until
    self.heldBefore = heldBefore
    self.elapsedUs = elapsedUs
  }
}

/// A result whose answers are encoded already.
package struct EncodedStepResult: Sendable {
  /// The kinds of answers, by their fields.
  package enum Kind: Sendable {
    case perform
    case wait
    case find
    case get
    case outline

    /// Whether the answer can be left out, since it only reads.
    package var isOfRead: Bool { self != .perform }
  }

  package var failure: Status?
  package var answer: (kind: Kind, bytes: [UInt8])?
  package var until: [UInt8]?
  package var heldBefore = false
  package var elapsedUs: UInt64 = 0

  package init() {}

  /// About its length, in bytes.
  package var length: Int {
    64 + (answer?.bytes.count ?? 0) + (until?.count ?? 0)
      + (failure.map { $0.message.utf8.count + 512 } ?? 0)
  }

  func encoded() -> [UInt8] {
    ProtoWriter.bytes(capacity: length) {
      if let failure { $0.message(StepResultFields.failure) { $0.status(failure) } }
      if let answer { $0.blob(answer.kind.field, present: answer.bytes) }
      if let until { $0.blob(StepResultFields.until, present: until) }
      $0.flag(StepResultFields.heldBefore, heldBefore)
      $0.number(StepResultFields.elapsedUs, elapsedUs)
    }
  }
}

extension EncodedStepResult.Kind {
  fileprivate var field: UInt64 {
    switch self {
    case .perform: StepResultFields.perform
    case .wait: StepResultFields.wait
    case .find: StepResultFields.find
    case .get: StepResultFields.get
    case .outline: StepResultFields.outline
    }
  }
}

extension EncodedStepResult {
  init(_ result: StepResult) {
    failure = result.failure
    switch result.answer {
    case .perform(let response)?: answer = (.perform, response.encoded())
    case .wait(let response)?: answer = (.wait, response.encoded())
    case .find(let response)?: answer = (.find, response.encoded())
    case .get(let response)?: answer = (.get, response.encoded())
    case .outline(let response)?: answer = (.outline, response.encoded())
    case nil: break
    }
    until = result.until?.encoded()
    heldBefore = result.heldBefore
    elapsedUs = result.elapsedUs
  }
}

extension StepResult {
  init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__StepResult>) throws(Status) {
    self.init(
      answer: try unsafe Answer(message), heldBefore: unsafe message.pointee.held_before != 0,
      elapsedUs: unsafe message.pointee.elapsed_us)
    if let failure = unsafe message.pointee.failure { self.failure = try unsafe Status(failure) }
    if let until = unsafe message.pointee.until { self.until = try unsafe WaitForResponse(until) }
  }
}

extension StepResult.Answer {
  fileprivate init?(
    _ message: UnsafeMutablePointer<A11y__Bridge__V1__StepResult>
  ) throws(Status) {
    switch unsafe message.pointee.result_case {
    case A11Y__BRIDGE__V1__STEP_RESULT__RESULT_PERFORM:
      guard let response = unsafe message.pointee.perform else { return nil }
      self = .perform(try unsafe PerformResponse(response))
    case A11Y__BRIDGE__V1__STEP_RESULT__RESULT_WAIT:
      guard let response = unsafe message.pointee.wait else { return nil }
      self = .wait(try unsafe WaitForResponse(response))
    case A11Y__BRIDGE__V1__STEP_RESULT__RESULT_FIND:
      guard let response = unsafe message.pointee.find else { return nil }
      self = .find(try unsafe FindResponse(response))
    case A11Y__BRIDGE__V1__STEP_RESULT__RESULT_GET:
      guard let response = unsafe message.pointee.get else { return nil }
      self = .get(try unsafe GetElementResponse(response))
    case A11Y__BRIDGE__V1__STEP_RESULT__RESULT_OUTLINE:
      guard let response = unsafe message.pointee.outline else { return nil }
      self = .outline(try unsafe GetOutlineResponse(response))
    default: return nil
    }
  }
}
