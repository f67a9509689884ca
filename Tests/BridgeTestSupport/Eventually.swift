/// A condition outside of this process did not hold in time.
public struct NotInTime: Error, CustomStringConvertible {
  public let what: String
  public let limit: Duration

  public var description: String { "not within \(limit): \(what)" }
}

extension Duration {
  /// How long a test waits for what has to happen: so long that even a machine that stands still for some time
  /// does not exceed it. It costs nothing where the awaited happens.
  public static let patience = Duration.seconds(120)
}

/// Waits until something outside this process holds.
///
/// For conditions that send no event, such as those of a file, a process or a window. Await whatever can be
/// awaited instead.
///
/// - Parameters:
///   - what: The condition, for the message of the error.
///   - limit: How long to try; the condition is checked once more at the end.
///   - pause: The time between two checks.
/// - Throws: `NotInTime`, or the error of the condition.
public func eventually(
  _ what: String, within limit: Duration = .patience, every pause: Duration = .milliseconds(10),
  _ condition: () async throws -> Bool
) async throws {
  _ = try await eventually(what, within: limit, every: pause) {
    try await condition() ? true : nil
  }
}

/// Waits until something outside this process has a value, and returns it.
///
/// - Throws: `NotInTime`, or the error of the closure.
public func eventually<Value>(
  _ what: String, within limit: Duration = .patience, every pause: Duration = .milliseconds(10),
  _ value: () async throws -> Value?
) async throws -> Value {
  let clock = ContinuousClock()
  let deadline = clock.now.advanced(by: limit)
  while true {
    let isLast = clock.now >= deadline
    if let found = try await value() { return found }
    if isLast { throw NotInTime(what: what, limit: limit) }
    try await clock.sleep(for: pause)
  }
}
