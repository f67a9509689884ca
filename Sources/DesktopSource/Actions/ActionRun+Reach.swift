internal import AccessibilityMirror
internal import AccessibilityTree

/// What a number has to become for an action to have been performed.
struct NumberGoal {
  var target: Double
  /// How far from the target it may end.
  var tolerance: Double
  /// It is enough that the number moved that way: 1 up, -1 down, 0 when it is not.
  var direction = 0.0

  func isReached(from before: Double?, now: Double) -> Bool {
    let isLeft = before == now && abs(now - target) > tolerance / 2
    if abs(now - target) <= tolerance, !isLeft { return true }
    guard direction != 0, let before else { return false }
    return (now - before) * direction > 0
  }
}

/// A number that was set is read back: an application says yes and may have taken another.
///
/// LibreOffice's scroll bars take an integer and are sent a double: they go to 0 whatever was asked
/// for, and the answer is yes. Their actions, by which people click, move them.
extension ActionRun {
  /// How often a number is looked at, 60 ms apart: some toolkits pass it on to another process.
  private static let looks = 8
  /// Steps towards a number, at most.
  private static let maxSteps = 400

  /// Looks whether the number became what was asked for; steps towards it by actions where it did not,
  /// and says what it is where that does not lead there.
  func confirm(
    _ goal: NumberGoal, from before: Double?, method: String
  ) async throws(ActionRefusal) -> String {
    guard let now = try await awaitNumber(goal, from: before, looks: Self.looks),
      !goal.isReached(from: before, now: now)
    else { return method }
    let actions = Self.barActions(of: try await nativeActions())
    guard !actions.isEmpty else { throw missed(goal, now, by: method) }
    return try await approach(goal, from: now, by: actions)
  }

  private func missed(_ goal: NumberGoal, _ now: Double, by method: String) -> ActionRefusal {
    host.afterAction(element.id)
    return ActionRefusal(
      .rejected,
      "The application said yes to \(method) of \(name), and its number is "
        + "\(now.shortDescription) now, not \(goal.target.shortDescription)")
  }

  /// Reads the number until it is reached. Returns it as it was read last; `nil` when it cannot be read.
  private func awaitNumber(
    _ goal: NumberGoal, from before: Double?, looks: Int
  ) async throws(ActionRefusal) -> Double? {
    for looksLeft in (0..<looks).reversed() {
      let now = try await optionalProperty("CurrentValue", of: "Value", read: Answer.double)
      guard let now, looksLeft > 0, !goal.isReached(from: before, now: now) else { return now }
      try await pause(milliseconds: 60)
    }
    return nil
  }

  // MARK: Steps

  /// An action by which a bar moves a little or a lot.
  struct BarAction {
    var action: NativeAction
    var direction: Double
    /// How far it moved the number when it was done last.
    var length: Double?
  }

  /// In the order in which they are tried.
  private static let knownBarActions: [(name: String, direction: Double)] = [
    ("incrementline", 1), ("decrementline", -1), ("incrementblock", 1), ("decrementblock", -1),
  ]

  static func barActions(of actions: [NativeAction]) -> [BarAction] {
    knownBarActions.compactMap { known in
      actions.first { ActionName.normalized($0.name) == known.name }.map {
        BarAction(action: $0, direction: known.direction)
      }
    }
  }

  /// A step by the bar's own action.
  func stepByBar(_ step: BarAction) async throws(ActionRefusal) -> String {
    let before = try await readRange().current
    let goal = NumberGoal(target: before, tolerance: -1, direction: step.direction)
    let method = try await perform(step.action)
    if let now = try await awaitNumber(goal, from: before, looks: Self.looks),
      !goal.isReached(from: before, now: now)
    {
      throw ActionRefusal(
        .rejected,
        "The application said yes to \(method) of \(name), and its number is "
          + "\(now.shortDescription) as before")
    }
    return method
  }

  /// Steps towards the goal: by the longest step that does not pass it, and ends when none leads nearer.
  private func approach(
    _ goal: NumberGoal, from start: Double, by actions: [BarAction]
  ) async throws(ActionRefusal) -> String {
    var (now, actions) = (start, actions)
    for _ in 0..<Self.maxSteps {
      guard let index = Self.nextStep(to: goal.target - now, by: actions) else { break }
      _ = try await perform(actions[index].action)
      let moved = NumberGoal(target: now, tolerance: -1, direction: actions[index].direction)
      guard let next = try await awaitNumber(moved, from: now, looks: 3) else { break }
      actions[index].length = abs(next - now)
      now = next
    }
    let shortest = actions.compactMap(\.length).filter { $0 > 0 }.min() ?? 0
    let method = "steps by Action.DoAction to \(now.shortDescription)"
    guard abs(goal.target - now) <= max(goal.tolerance, shortest) else {
      throw missed(goal, now, by: method)
    }
    return method
  }

  /// Which action leads nearer to what is so far away.
  private static func nextStep(to distance: Double, by actions: [BarAction]) -> Int? {
    let towards = actions.indices.filter { actions[$0].direction * distance > 0 }
    // What has not been tried is tried; a block may pass the goal once.
    if let untried = towards.first(where: { actions[$0].length == nil }) { return untried }
    let fitting = towards.filter { index in
      actions[index].length.map { $0 > 0 && $0 <= abs(distance) + $0 / 2 } == true
    }
    return fitting.max { (actions[$0].length ?? 0) < (actions[$1].length ?? 0) }
  }
}
