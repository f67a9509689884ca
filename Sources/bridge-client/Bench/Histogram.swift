internal import BridgeTransport

/// Durations, for percentiles. Keeps every duration: a run has a few million at most.
struct Histogram {
  private var microseconds: [Float] = []

  mutating func add(_ duration: Duration) {
    microseconds.append(Float(duration.clampedNanoseconds) / 1e3)
  }

  var count: Int { microseconds.count }

  /// Returns the durations in ascending order, from which percentiles are read.
  func sorted() -> Sorted {
    Sorted(microseconds: microseconds.sorted())
  }

  struct Sorted {
    let microseconds: [Float]

    /// Returns the duration that `fraction` of all durations do not exceed, in microseconds; 0 without any.
    func percentile(_ fraction: Double) -> Double {
      guard !microseconds.isEmpty else { return 0 }
      let index = Int((Double(microseconds.count) * fraction).rounded(.up)) - 1
      return Double(microseconds[min(max(index, 0), microseconds.count - 1)])
    }
  }
}
