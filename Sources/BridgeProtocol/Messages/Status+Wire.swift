internal import AccessibilityTree
internal import CProtobuf

extension Status {
  init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(
      bytes, "Status", .request, a11y__bridge__v1__status__unpack
    ) { (message) throws(Status) in try unsafe Status(message) }
  }

  /// An unknown code becomes `unknown`, and an unknown reason `unspecified`.
  init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__Status>) throws(Status) {
    self.init(
      StatusCode(rawValue: unsafe message.pointee.code) ?? .unknown,
      try unsafe readText(message.pointee.message, "Status.message"))
    if let detail = unsafe message.pointee.detail { self.detail = try unsafe ErrorDetail(detail) }
  }
}

/// The fields of `google.rpc.Status` and `google.protobuf.Any`, which are not part of the contract.
private enum GoogleStatusFields {
  static let code: UInt64 = 1
  static let message: UInt64 = 2
  static let details: UInt64 = 3
}

private enum AnyFields {
  static let typeURL: UInt64 = 1
  static let value: UInt64 = 2
}

extension Status {
  /// Returns the status as a `google.rpc.Status`, with the detail in an `Any`.
  package func googleStatus() -> [UInt8] {
    let status = bounded(.whole)
    return ProtoWriter.bytes(capacity: 256) {
      $0.signed(GoogleStatusFields.code, status.code.rawValue)
      $0.text(GoogleStatusFields.message, status.message)
      guard let detail = status.detail else { return }
      $0.message(GoogleStatusFields.details) {
        $0.text(AnyFields.typeURL, "type.googleapis.com/a11y.bridge.v1.ErrorDetail")
        $0.message(AnyFields.value) { $0.detail(detail) }
      }
    }
  }

  /// The message as it is sent, in bounds.
  package var sentMessage: String { bounded(.whole).message }
}

extension ErrorDetail {
  fileprivate init(
    _ message: UnsafeMutablePointer<A11y__Bridge__V1__ErrorDetail>
  ) throws(Status) {
    let reason =
      ErrorReason(rawValue: Int32(clamping: unsafe message.pointee.reason.rawValue))
      ?? .unspecified
    let selector = try unsafe readText(message.pointee.selector, "ErrorDetail.selector")
    let candidates = try unsafe array(
      message.pointee.candidates, message.pointee.n_candidates
    ) { (candidate) throws(Status) in
      Candidate(
        id: try ElementID(wire: unsafe candidate.pointee.id, "Candidate.id"),
        description: try unsafe readText(candidate.pointee.description, "Candidate.description"))
    }
    self.init(
      reason, element: ElementID(wire: unsafe message.pointee.element_id),
      selector: selector.isEmpty ? nil : selector,
      offset: reason == .selectorSyntax ? Int(unsafe message.pointee.offset) : nil,
      candidates: candidates, candidateCount: Int(clamping: unsafe message.pointee.candidate_count),
      remedy: try unsafe readText(message.pointee.remedy, "ErrorDetail.remedy"),
      limit: unsafe message.pointee.limit,
      limitName: try unsafe readText(message.pointee.limit_name, "ErrorDetail.limit_name"))
  }
}

extension ProtoWriter {
  /// Writes the fields of a `Status` message, bounded to `length`.
  mutating func status(_ status: Status, _ length: StatusLength = .whole) {
    let status = status.bounded(length)
    signed(StatusFields.code, status.code.rawValue)
    text(StatusFields.message, status.message)
    if let detail = status.detail { message(StatusFields.detail) { $0.detail(detail) } }
  }

  fileprivate mutating func detail(_ detail: ErrorDetail) {
    signed(ErrorDetailFields.reason, detail.reason.rawValue)
    id(ErrorDetailFields.elementID, detail.element)
    if let selector = detail.selector { text(ErrorDetailFields.selector, selector) }
    if let offset = detail.offset { count32(ErrorDetailFields.offset, offset) }
    for candidate in detail.candidates.prefix(ErrorDetail.maxCandidates) {
      message(ErrorDetailFields.candidates) {
        $0.number(CandidateFields.id, candidate.id.rawValue)
        $0.text(CandidateFields.description, candidate.description)
      }
    }
    count(ErrorDetailFields.candidateCount, detail.candidateCount)
    text(ErrorDetailFields.remedy, detail.remedy)
    number(ErrorDetailFields.limit, detail.limit)
    text(ErrorDetailFields.limitName, detail.limitName)
  }
}
