/// How much of a status is sent. What it repeats of a request is bounded; its code and reason are always sent.
enum StatusLength: CaseIterable {
  /// At most about 4 KiB, for which gRPC trailers have room even when it is written there twice.
  case whole
  /// At most about 700 bytes, which any receiver accepts.
  case short
  /// Only the code, the reason and numbers.
  case bare
}

extension Status {
  /// The maximum length of a whole message, in bytes.
  static let maxMessage = 1024

  /// Returns the status within bounds: texts are cut, with "…" at the cut, and candidates are left out.
  func bounded(_ length: StatusLength) -> Status {
    var copy = self
    switch length {
    case .whole:
      copy.message = message.cut(toBytes: Self.maxMessage)
      guard var detail else { return copy }
      detail.selector = detail.selector?.cut(toBytes: 512)
      detail.remedy = detail.remedy.cut(toBytes: 512)
      detail.limitName = detail.limitName.cut(toBytes: 64)
      detail.candidates = detail.candidates.map {
        Candidate(id: $0.id, description: $0.description.cut(toBytes: 160))
      }
      copy.detail = detail
    case .short:
      copy.message = message.cut(toBytes: 256)
      guard var detail else { return copy }
      detail.selector = detail.selector?.cut(toBytes: 128)
      detail.remedy = detail.remedy.cut(toBytes: 192)
      detail.limitName = detail.limitName.cut(toBytes: 32)
      detail.candidates = []
      copy.detail = detail
    case .bare:
      copy.message = ""
      guard var detail else { return copy }
      (detail.selector, detail.remedy, detail.candidates) = (nil, "", [])
      detail.limitName = ""
      copy.detail = detail
    }
    return copy
  }
}

extension String {
  /// Returns the beginning, with "…" at its end, where the text takes more than `limit` bytes on the wire.
  package func cut(toBytes limit: Int) -> String {
    // Nearly every text fits and has no NUL, and a peer can ask for thousands of refusals at once.
    if utf8.count <= limit, !utf8.contains(0) { return self }
    var length = 0
    var fitting = unicodeScalars.startIndex
    let room = limit - 3
    for index in unicodeScalars.indices {
      let scalar = unicodeScalars[index]
      // NUL is sent as U+FFFD.
      length += scalar.value == 0 ? 3 : UTF8.width(scalar)
      if length > limit { return String(unicodeScalars[..<fitting]) + "…" }
      if length <= room { fitting = unicodeScalars.index(after: index) }
    }
    return self
  }
}
