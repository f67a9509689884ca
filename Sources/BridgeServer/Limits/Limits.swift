internal import AccessibilityQueries

/// The values of a server's limits.
public struct Limits: Hashable, Sendable {
  private var values = Limit.allCases.map(\.standard)

  public init() {}

  /// The value of a limit, in its unit.
  public subscript(limit: Limit) -> Int {
    get { values[limit.rawValue] }
    set { values[limit.rawValue] = newValue }
  }

  /// The value of a limit whose unit is time.
  public subscript(time limit: Limit) -> Duration {
    get { .milliseconds(self[limit]) }
    set { self[limit] = Int(newValue / .milliseconds(1)) }
  }

  /// The work that one call may cost.
  var budget: WorkBudget { WorkBudget(steps: self[.selectorSteps]) }
}
