internal import CProtobuf

/// One step of `RunStepsRequest`.
public struct Step: Hashable, Sendable {
  /// The maximum of `timeoutMs`, in milliseconds.
  public static let maxTimeoutMs: UInt32 = 600_000

  public enum Kind: Hashable, Sendable {
    case perform(PerformRequest)
    /// Waits until a condition holds.
    case wait(WaitForRequest)
    /// Fails unless a condition holds at once.
    case expect(WaitForRequest)
    case find(FindRequest)
    case get(GetElementRequest)
    case outline(GetOutlineRequest)
  }

  public var kind: Kind
  /// For `perform`: the condition that ends the step, in the place of quiet.
  public var until: WaitForRequest?
  /// The time that the step may take, in milliseconds; 0: the default of its kind.
  public var timeoutMs: UInt32

  public init(_ kind: Kind, until: WaitForRequest? = nil, timeoutMs: UInt32 = 0) {
    self.kind = kind
    self.until = until
    self.timeoutMs = timeoutMs
  }

  /// How long typing may take in this step.
  public var typingTime: Duration {
    if case .perform(let request) = kind { request.typingTime } else { .zero }
  }
}

extension Step {
  /// Reads a step. Statuses have its number, from 1.
  init(
    _ message: UnsafeMutablePointer<A11y__Bridge__V1__Step>, number: Int
  ) throws(Status) {
    do throws(Status) {
      self.init(
        try unsafe Kind(message),
        until: try unsafe message.pointee.until.map { (until) throws(Status) in
          try unsafe WaitForRequest(until)
        },
        timeoutMs: unsafe message.pointee.timeout_ms)
      try check()
    } catch {
      throw error.inStep(number)
    }
  }

  private func check() throws(Status) {
    guard timeoutMs <= Self.maxTimeoutMs else {
      throw Status(
        .invalidArgument, "Step.timeout_ms is \(timeoutMs), limit \(Self.maxTimeoutMs)",
        limit: UInt64(Self.maxTimeoutMs))
    }
    if case .expect(let request) = kind, case .stable = request.condition {
      throw .invalid("Step.expect", "cannot expect STABLE, which takes time: use wait")
    }
    guard until != nil else { return }
    guard case .perform(let request) = kind else {
      throw .invalid("Step.until", "is only for perform")
    }
    guard !request.answersImmediately, request.quietMs == 0, request.settleMs == 0 else {
      throw .invalid(
        "Step.until",
        "replaces quiet: it cannot be combined with quiet_ms, settle_ms or "
          + "answer_immediately")
    }
  }

  func encoded() -> [UInt8] {
    ProtoWriter.bytes {
      switch kind {
      case .perform(let request): $0.blob(StepFields.perform, present: request.encoded())
      case .wait(let request): $0.blob(StepFields.wait, present: request.encoded())
      case .expect(let request): $0.blob(StepFields.expect, present: request.encoded())
      case .find(let request): $0.blob(StepFields.find, present: request.encoded())
      case .get(let request): $0.blob(StepFields.get, present: request.encoded())
      case .outline(let request): $0.blob(StepFields.outline, present: request.encoded())
      }
      if let until { $0.blob(StepFields.until, present: until.encoded()) }
      $0.number(StepFields.timeoutMs, UInt64(timeoutMs))
    }
  }
}

extension Step.Kind {
  fileprivate init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__Step>) throws(Status) {
    switch unsafe message.pointee.step_case {
    case A11Y__BRIDGE__V1__STEP__STEP_PERFORM:
      guard let request = unsafe message.pointee.perform else { break }
      self = .perform(try unsafe PerformRequest(request))
      return
    case A11Y__BRIDGE__V1__STEP__STEP_WAIT:
      guard let request = unsafe message.pointee.wait else { break }
      self = .wait(try unsafe WaitForRequest(request))
      return
    case A11Y__BRIDGE__V1__STEP__STEP_EXPECT:
      guard let request = unsafe message.pointee.expect else { break }
      self = .expect(try unsafe WaitForRequest(request))
      return
    case A11Y__BRIDGE__V1__STEP__STEP_FIND:
      guard let request = unsafe message.pointee.find else { break }
      self = .find(try unsafe FindRequest(request))
      return
    case A11Y__BRIDGE__V1__STEP__STEP_GET:
      guard let request = unsafe message.pointee.get else { break }
      self = .get(try unsafe GetElementRequest(request))
      return
    case A11Y__BRIDGE__V1__STEP__STEP_OUTLINE:
      guard let request = unsafe message.pointee.outline else { break }
      self = .outline(try unsafe GetOutlineRequest(request))
      return
    default: break
    }
    throw .invalid("Step.step", "is missing")
  }
}

extension Status {
  /// The status with the number of the step that it is about.
  package func inStep(_ number: Int) -> Status {
    var copy = self
    copy.message = "step \(number): \(message)"
    return copy
  }

  /// The status of a run that is refused before its first step, which says so.
  ///
  /// - Parameter count: The number of steps.
  package func runningNone(of count: Int) -> Status {
    var copy = self
    copy.message = message.addingThatNoneRan(of: count)
    return copy
  }
}

extension String {
  /// What is wrong with steps, and that none of them was run.
  ///
  /// - Parameter count: The number of steps. That of a single one need not be a step for its user.
  package func addingThatNoneRan(of count: Int) -> String {
    let what = count == 1 ? "nothing was done" : "no step was run"
    // After a question such as "did you mean press?" another sentence begins.
    guard last == "?" || last == "." else { return "\(self); \(what)" }
    return "\(self) \(what.prefix(1).uppercased())\(what.dropFirst())"
  }
}
