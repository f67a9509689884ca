/// How much of a status travels: what it echoes of a request is bounded, its code and reason always come.
enum StatusLength: CaseIterable {
  /// At most about 4 KiB: what the trailers of gRPC have room for when it is written there twice.
  case whole
  /// At most about 700 bytes: what any receiver takes.
  case short
  /// Numbers alone.
  case bare
}

extension Status {
  /// The status in bounds: texts are cut, with "…" at the cut, candidates are left out.
  func bounded(_ length: StatusLength) -> Status {
    var copy = self
    switch length {
    case .whole:
      copy.message = message.cut(toBytes: 1024)
      guard var detail else { return copy }
      detail.selector = detail.selector?.cut(toBytes: 512)
      detail.remedy = detail.remedy.cut(toBytes: 512)
      detail.candidates = detail.candidates.map {
        Candidate(id: $0.id, description: $0.description.cut(toBytes: 160))
      }
      copy.detail = detail
    case .short:
      copy.message = message.cut(toBytes: 256)
      guard var detail else { return copy }
      detail.selector = detail.selector?.cut(toBytes: 128)
      detail.remedy = detail.remedy.cut(toBytes: 192)
      detail.candidates = []
      copy.detail = detail
    case .bare:
      copy.message = ""
      guard var detail else { return copy }
      (detail.selector, detail.remedy, detail.candidates) = (nil, "", [])
      copy.detail = detail
    }
    return copy
  }
}

extension String {
  /// The beginning, with "…" at its end, where the text takes more bytes than that on the wire.
  fileprivate func cut(toBytes limit: Int) -> String {
    // Nearly every text fits and has no NUL, and a peer can ask for thousands of refusals at once.
    if utf8.count <= limit, !utf8.contains(0) { return self }
    var length = 0
    var fitting = unicodeScalars.startIndex
    let room = limit - 3
    for index in unicodeScalars.indices {
      let scalar = unicodeScalars[index]
      // NUL travels as U+FFFD.
      length += scalar.value == 0 ? 3 : UTF8.width(scalar)
      if length > limit { return String(unicodeScalars[..<fitting]) + "…" }
      if length <= room { fitting = unicodeScalars.index(after: index) }
    }
    return self
  }
}
