/// A condition of the outside world that did not come true in its time.
public struct NotInTime: Error, CustomStringConvertible {
  public let what: String
  public let limit: Duration

  public var description: String { "not within \(limit): \(what)" }
}

/// Waits until something outside this process holds.
///
/// For what sends no event here: a file, a process, a window. What can be awaited is awaited instead.
///
/// - Parameters:
///   - what: What is waited for, for the message of the error.
///   - limit: How long to go on trying; the condition is tried once more at its end.
///   - pause: The time between two tries.
/// - Throws: `NotInTime`, or what the condition throws.
public func eventually(
  _ what: String, within limit: Duration = .seconds(30), every pause: Duration = .milliseconds(10),
  _ condition: () async throws -> Bool
) async throws {
  _ = try await eventually(what, within: limit, every: pause) {
    try await condition() ? true : nil
  }
}

/// Waits until something outside this process has a value, and gives it.
///
/// - Throws: `NotInTime`, or what the closure throws.
public func eventually<Value>(
  _ what: String, within limit: Duration = .seconds(30), every pause: Duration = .milliseconds(10),
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
