extension ProtoWriter {
  /// The fields of a `Status` message, in bounds.
  mutating func status(_ status: Status, _ length: StatusLength = .whole) {
    let status = status.bounded(length)
    signed(1, status.code.rawValue)
    text(2, status.message)
    if let detail = status.detail { message(3) { $0.detail(detail) } }
  }

  private mutating func detail(_ detail: ErrorDetail) {
    signed(1, detail.reason.rawValue)
    id(2, detail.element)
    if let selector = detail.selector { text(3, selector) }
    if let offset = detail.offset { count32(4, offset) }
    for candidate in detail.candidates.prefix(ErrorDetail.maxCandidates) {
      message(5) {
        $0.number(1, candidate.id.rawValue)
        $0.text(2, candidate.description)
      }
    }
    count(6, detail.candidateCount)
    text(7, detail.remedy)
    number(8, detail.limit)
  }
}
