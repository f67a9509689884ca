public import AccessibilityTree
internal import CProtobuf

/// Asks to run steps one after another, up to the first that fails.
public struct RunStepsRequest: Hashable, Sendable {
  /// The maximum number of steps.
  public static let maxSteps = 64
  /// The most tokens of what changed in the applications that were acted on, where the request names no number.
  public static let defaultBudget = 240

  /// The steps, 1 to 64.
  public var steps: [Step]
  /// The outline of which the response says how the steps changed it; `nil`: none. Without `since` it is compared with
  /// what it was before the first step.
  public var outline: GetOutlineRequest?

  public init(steps: [Step], outline: GetOutlineRequest? = nil) {
    self.steps = steps
    self.outline = outline
  }
}

/// What the steps did. Only the last result may be a failure; the steps after it were not run.
public struct RunStepsResponse: Hashable, Sendable {
  public var results: [StepResult]
  /// How the outline changed.
  public var outline: GetOutlineResponse?
  /// Why the outline could not be made.
  public var outlineFailure: Status?
  /// The revision when the first step began.
  public var revisionBefore: Revision
  public var revision: Revision

  public init(
    results: [StepResult], outline: GetOutlineResponse? = nil, outlineFailure: Status? = nil,
    revisionBefore: Revision = 0, revision: Revision = 0
  ) {
    self.results = results
    self.outline = outline
    self.outlineFailure = outlineFailure
    self.revisionBefore = revisionBefore
    self.revision = revision
  }

  /// Why the steps stopped before the end; `nil`: all succeeded.
  public var failure: Status? { results.last?.failure }
}

extension RunStepsRequest {
  init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__RunStepsRequest>) throws(Status) {
    do throws(Status) {
      try unsafe self.init(reading: message)
    } catch {
      throw unsafe error.runningNone(of: Int(clamping: message.pointee.n_steps))
    }
  }

  private init(
    reading message: UnsafeMutablePointer<A11y__Bridge__V1__RunStepsRequest>
  ) throws(Status) {
    let count = unsafe message.pointee.n_steps
    guard (1...Self.maxSteps).contains(count) else {
      throw Status(
        .invalidArgument,
        "RunStepsRequest.steps has \(count) steps; it must have 1 to \(Self.maxSteps)",
        limit: UInt64(Self.maxSteps))
    }
    var number = 0
    let steps = try unsafe array(message.pointee.steps, count) { (step) throws(Status) in
      number += 1
      return try unsafe Step(step, number: number)
    }
    self.init(
      steps: steps,
      outline: try unsafe message.pointee.outline.map { (outline) throws(Status) in
        try unsafe GetOutlineRequest(outline)
      })
  }

  public func encoded() -> [UInt8] {
    ProtoWriter.bytes {
      for step in steps { $0.blob(RunStepsRequestFields.steps, present: step.encoded()) }
      if let outline {
        $0.blob(RunStepsRequestFields.outline, present: outline.encoded())
      }
    }
  }
}

extension RunStepsResponse {
  init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__RunStepsResponse>) throws(Status) {
    self.init(
      results: try unsafe array(message.pointee.results, message.pointee.n_results) {
        (result) throws(Status) in try unsafe StepResult(result)
      },
      revisionBefore: unsafe message.pointee.revision_before,
      revision: unsafe message.pointee.revision)
    if let outline = unsafe message.pointee.outline {
      self.outline = try unsafe GetOutlineResponse(outline)
    }
    if let failure = unsafe message.pointee.outline_failure {
      outlineFailure = try unsafe Status(failure)
    }
  }

  public func encoded() -> [UInt8] {
    Self.encoded(
      results: results.map(EncodedStepResult.init), outline: outline?.encoded(),
      outlineFailure: outlineFailure, revisionBefore: revisionBefore, revision: revision)
  }

  /// Encodes the response from answers that are already encoded.
  package static func encoded(
    results: [EncodedStepResult], outline: [UInt8]?, outlineFailure: Status?,
    revisionBefore: Revision, revision: Revision
  ) -> [UInt8] {
    ProtoWriter.bytes(capacity: 64 + results.reduce(outline?.count ?? 0) { $0 + $1.length }) {
      for result in results {
        $0.blob(RunStepsResponseFields.results, present: result.encoded())
      }
      if let outline { $0.blob(RunStepsResponseFields.outline, present: outline) }
      if let outlineFailure {
        $0.message(RunStepsResponseFields.outlineFailure) { $0.status(outlineFailure) }
      }
      $0.number(RunStepsResponseFields.revisionBefore, revisionBefore)
      $0.number(RunStepsResponseFields.revision, revision)
    }
  }
}
