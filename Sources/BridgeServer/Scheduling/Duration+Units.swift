internal import BridgeTransport

extension Duration {
  /// 0 for a negative one.
  var nanoseconds: UInt64 { UInt64(max(0, clampedNanoseconds)) }

  var microseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
  }

  var milliseconds: Int64 { microseconds / 1000 }
}
