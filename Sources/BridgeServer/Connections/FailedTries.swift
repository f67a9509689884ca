internal import BridgeProtocol
internal import BridgeTransport

/// Counts the wrong credentials that came from each origin within about a minute, for so many origins at most.
///
/// Each failed try weighs one, and the weight of an origin decreases by `limit` a minute.
struct FailedTries {
  /// The maximum number of origins.
  static let capacity = 1024
  private static let minute = 60e9

  let limit: Int
  private var weights: [String: Weight] = [:]

  private struct Weight {
    var value: Double
    var time: MonotonicTime
  }

  init(limit: Int) {
    self.limit = limit
  }

  /// The number of origins that are remembered.
  var count: Int { weights.count }

  /// Whether an origin has used up its tries.
  func areUsedUp(by origin: String, at now: MonotonicTime) -> Bool {
    weights[origin].map { value(of: $0, at: now) > Double(limit) - 1 } ?? false
  }

  /// Counts a failed try.
  mutating func add(_ origin: String, at now: MonotonicTime) {
    if weights[origin] == nil, weights.count >= Self.capacity { makeRoom(at: now) }
    let before = weights[origin].map { value(of: $0, at: now) } ?? 0
    weights[origin] = Weight(value: before + 1, time: now)
  }

  private func value(of weight: Weight, at now: MonotonicTime) -> Double {
    let passed = Double(now.nanoseconds &- weight.time.nanoseconds)
    return max(0, weight.value - passed / Self.minute * Double(limit))
  }

  /// Forgets the origins without weight, or else the one with the lowest.
  private mutating func makeRoom(at now: MonotonicTime) {
    weights = weights.filter { value(of: $0.value, at: now) > 0 }
    guard weights.count >= Self.capacity else { return }
    let lowest = weights.min { value(of: $0.value, at: now) < value(of: $1.value, at: now) }
    if let lowest { weights[lowest.key] = nil }
  }
}

extension AccessControl {
  /// Throws when the origin of a connection has shown too many wrong secrets.
  func checkTries(of connection: Connection) throws(Status) {
    guard failedTries.areUsedUp(by: connection.origin, at: .now()) else { return }
    throw options.limits.refusal(
      .failedTriesPerAddress, "too many wrong credentials from \(connection.origin)")
  }

  /// Counts a wrong secret. What is refused for another reason is no guess.
  func countTry(of connection: Connection) {
    failedTries.add(connection.origin, at: .now())
  }
}
