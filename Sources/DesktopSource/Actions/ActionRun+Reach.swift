internal import AccessibilityMirror
internal import AccessibilityTree

/// The number that an action has to reach.
struct ValueGoal {
  var target: Double
  /// The maximum distance from the target at the end.
  var tolerance: Double
  /// The direction in which any movement suffices: 1 up, -1 down; 0 when the target must be reached.
  var direction = 0.0

  /// Whether a number that was set became the nearest one that the element can have.
  func isRounded(_ now: Double) -> Bool {
    direction == 0 && abs(now - target) > 1e-6 * max(1, abs(target))
  }

  func isReached(from before: Double?, now: Double) -> Bool {
    if abs(now - target) <= tolerance { return true }
    guard direction != 0, let before else { return false }
    return (now - before) * direction > 0
  }
}

/// Reads a number back after it was set, because applications report success and may have set another one.
///
/// LibreOffice's scroll bars expect an integer and are sent a double: they go to 0 whatever was requested,
/// and report success. Their actions, which people click, do move them.
extension ActionRun {
  /// The number of reads, 60 ms apart: some toolkits pass the number on to another process.
  private static let maxReads = 8
  /// The maximum number of steps towards a number.
  private static let maxSteps = 400

  /// Checks that the number has reached the goal. Otherwise steps towards it by actions, and refuses with the
  /// number that was reached where they do not lead there.
  func confirm(
    _ goal: ValueGoal, from before: Double?, method: String
  ) async throws(ActionRefusal) -> String {
    guard let now = try await awaitValue(goal, from: before, maxReads: Self.maxReads) else {
      return method
    }
    if goal.isReached(from: before, now: now) {
      return goal.isRounded(now) && !isSecret
        ? "\(method), rounded to \(now.shortDescription)" : method
    }
    // What it says proves nothing.
    if host.maySayNothing(of: element.id) { return method }
    let actions = Self.barActions(of: try await nativeActions())
    guard !actions.isEmpty else {
      if now == before {
        guard takesKeysForNumber else { throw goalKept(now, by: method) }
        recordNothingDone()
        isRounded = isRounding(goal, now)
        host.afterAction(element.id)
        throw ActionRefusal(
          .rejected,
          "\(method) had no effect on \(name): its value is still \(now.shortDescription)")
      }
      throw goalMissed(goal, now, by: method)
    }
    return try await approach(goal, from: now, by: actions)
  }

  func goalMissed(_ goal: ValueGoal, _ now: Double, by method: String) -> ActionRefusal {
    isRounded = isRounding(goal, now)
    return recordMiss(missMessage(goal, now, by: method), by: method)
  }

  /// The application was told the number, and its handlers may have done something with it before it put the former one back.
  private func goalKept(_ now: Double, by method: String) -> ActionRefusal {
    recordMiss(
      "The application accepted \(method) of \(name), and its value is \(now.shortDescription) as "
        + "before: it may have set it back", by: method, mayHaveActed: true)
  }

  private func isRounding(_ goal: ValueGoal, _ now: Double) -> Bool {
    goal.direction == 0 && abs(now - goal.target) < 1
  }

  private func missMessage(_ goal: ValueGoal, _ now: Double, by method: String) -> String {
    "The application accepted \(method) of \(name), but its value is now "
      + "\(now.shortDescription), not \(goal.target.shortDescription)"
  }

  /// Reads the number until it has reached the goal. Returns the last one read; `nil` when it cannot be read.
  func awaitValue(
    _ goal: ValueGoal, from before: Double?, maxReads: Int = ActionRun.maxReads
  ) async throws(ActionRefusal) -> Double? {
    for looksLeft in (0..<maxReads).reversed() {
      let now = try await optionalProperty("CurrentValue", of: "Value", read: Answer.double)
      guard let now, looksLeft > 0, !goal.isReached(from: before, now: now) else { return now }
      try await pause(milliseconds: 60)
    }
    return nil
  }

  // MARK: Steps

  /// An action that moves a scroll bar a little or a lot.
  struct BarAction {
    var action: NativeAction
    var direction: Double
    /// How far the last step moved the number; `nil` before the first.
    var length: Double?
  }

  /// The known actions, in the order in which they are tried.
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

  /// Moves a scroll bar by one of its own actions, and checks that the number moved.
  func stepByBar(_ step: BarAction) async throws(ActionRefusal) -> String {
    let before = try await readRange().current
    let goal = ValueGoal(target: before, tolerance: -1, direction: step.direction)
    let method = try await perform(step.action)
    if let now = try await awaitValue(goal, from: before, maxReads: Self.maxReads),
      !goal.isReached(from: before, now: now)
    {
      throw ActionRefusal(
        .rejected,
        "The application accepted \(method) of \(name), but its value is still "
          + "\(now.shortDescription)")
    }
    return method
  }

  /// Steps towards the goal, each time by the longest step that does not lead further away, until none leads
  /// nearer.
  private func approach(
    _ goal: ValueGoal, from start: Double, by actions: [BarAction]
  ) async throws(ActionRefusal) -> String {
    var (now, actions) = (start, actions)
    for _ in 0..<Self.maxSteps {
      guard let index = Self.nextStep(to: goal.target - now, by: actions) else { break }
      _ = try await perform(actions[index].action)
      let moved = ValueGoal(target: now, tolerance: -1, direction: actions[index].direction)
      guard let next = try await awaitValue(moved, from: now, maxReads: 3) else { break }
      actions[index].length = abs(next - now)
      now = next
    }
    let shortest = actions.compactMap(\.length).filter { $0 > 0 }.min() ?? 0
    let method = "steps by Action.DoAction to \(now.shortDescription)"
    guard abs(goal.target - now) <= max(goal.tolerance, shortest) else {
      throw goalMissed(goal, now, by: method)
    }
    return method
  }

  /// Returns the index of the action that leads nearer to a target at `distance`; `nil` when none does.
  private static func nextStep(to distance: Double, by actions: [BarAction]) -> Int? {
    let towards = actions.indices.filter { actions[$0].direction * distance > 0 }
    // An action that has not been tried yet is tried: a block may pass the goal once.
    if let untried = towards.first(where: { actions[$0].length == nil }) { return untried }
    let fitting = towards.filter { index in
      actions[index].length.map { $0 > 0 && $0 <= abs(distance) + $0 / 2 } == true
    }
    return fitting.max { (actions[$0].length ?? 0) < (actions[$1].length ?? 0) }
  }
}
