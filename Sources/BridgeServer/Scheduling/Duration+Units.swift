extension Duration {
  var microseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
  }

  var milliseconds: Int64 { microseconds / 1000 }

  /// For messages: what was waited is never said to be less.
  var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    let part = attoseconds / 1_000_000_000_000_000
    let rest = attoseconds % 1_000_000_000_000_000
    return seconds * 1000 + part + (rest > 0 ? 1 : 0)
  }
}
