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
  private static let mostSteps = 400

  /// Looks whether the number became what was asked for; steps towards it by actions where it did not,
  /// and says what it is where that does not lead there.
  func confirm(_ goal: NumberGoal, from before: Double?, means: String) {
    awaitNumber(goal, from: before, looks: Self.looks) { now in
      guard let now else { return self.performed(means) }
      if goal.isReached(from: before, now: now) { return self.performed(means) }
      self.stepping { pace in
        guard let pace else { return self.missed(goal, now, by: means) }
        self.approach(goal, from: now, by: pace.lines + pace.blocks, stepsLeft: Self.mostSteps)
      }
    }
  }

  private func missed(_ goal: NumberGoal, _ now: Double, by means: String) {
    host.afterAction(element.id)
    refuse(
      .rejected,
      "The application said yes to \(means) of \(name), and its number is "
        + "\(now.shortDescription) now, not \(goal.target.shortDescription)")
  }

  /// `then` is told the number when it is reached, or does not change any more; `nil` when it cannot be read.
  private func awaitNumber(
    _ goal: NumberGoal, from before: Double?, looks: Int, _ then: @escaping (Double?) -> Void
  ) {
    property(
      "CurrentValue", of: "Value", read: { (message) throws(BusError) in try message.double() },
      otherwise: { error in error.isAnswer ? then(nil) : self.refuse(error) },
      then: { now in
        if goal.isReached(from: before, now: now) || looks <= 1 { return then(now) }
        self.after(milliseconds: 60) {
          self.awaitNumber(goal, from: before, looks: looks - 1, then)
        }
      })
  }

  // MARK: Steps

  /// The actions by which a bar moves a little and a lot.
  struct Stepping {
    var lines: [BarAction]
    var blocks: [BarAction]
  }

  struct BarAction {
    var action: NativeAction
    var direction: Double
    var isBlock: Bool
    /// How far it moved the number when it was done last.
    var length: Double?
  }

  private static let barActions: [(name: String, direction: Double, isBlock: Bool)] = [
    ("incrementline", 1, false), ("decrementline", -1, false),
    ("incrementblock", 1, true), ("decrementblock", -1, true),
  ]

  /// `nil` where there are no such actions.
  private func stepping(_ then: @escaping (Stepping?) -> Void) {
    nativeActions { actions in
      let found = Self.barActions.compactMap { known in
        actions.first { ActionName.normalized($0.name) == known.name }.map {
          BarAction(action: $0, direction: known.direction, isBlock: known.isBlock)
        }
      }
      guard !found.isEmpty else { return then(nil) }
      then(Stepping(lines: found.filter { !$0.isBlock }, blocks: found.filter(\.isBlock)))
    }
  }

  /// The bar's own action for a step up or down, where it has one.
  func stepByBar(up: Bool, otherwise: @escaping () -> Void) {
    stepping { stepping in
      let direction = up ? 1.0 : -1.0
      let known = stepping.map { $0.lines + $0.blocks } ?? []
      guard let step = known.first(where: { $0.direction == direction }) else { return otherwise() }
      self.readRange { range in
        let goal = NumberGoal(target: range.current, tolerance: -1, direction: direction)
        self.doOnce(step.action) {
          self.awaitNumber(goal, from: range.current, looks: Self.looks) { now in
            guard let now, !goal.isReached(from: range.current, now: now) else {
              return self.performed(step.action.means)
            }
            self.refuse(
              .rejected,
              "The application said yes to \(step.action.means) of \(self.name), and its number is "
                + "\(now.shortDescription) as before")
          }
        }
      }
    }
  }

  private func doOnce(_ action: NativeAction, _ then: @escaping () -> Void) {
    ask("DoAction", of: "Action", [.int32(action.index)], read: Answer.bool) { accepted in
      if accepted { return then() }
      self.refuse(.rejected, "The application answered no to \(action.means) of \(self.name)")
    }
  }

  /// Steps towards the goal: by the longest step that does not pass it, and ends when none leads nearer.
  private func approach(
    _ goal: NumberGoal, from now: Double, by actions: [BarAction], stepsLeft: Int
  ) {
    let distance = goal.target - now
    let towards = actions.indices.filter { actions[$0].direction * distance > 0 }
    // What has not been tried is tried; a block may pass the goal once.
    let fitting = towards.filter { index in
      actions[index].length.map { $0 > 0 && $0 <= abs(distance) + $0 / 2 } ?? true
    }
    let best = fitting.max { (actions[$0].length ?? 0) < (actions[$1].length ?? 0) }
    guard let untried = towards.first(where: { actions[$0].length == nil }) ?? best, stepsLeft > 0
    else { return arrived(goal, now, by: actions) }
    var actions = actions
    doOnce(actions[untried].action) {
      let moved = NumberGoal(target: now, tolerance: -1, direction: actions[untried].direction)
      self.awaitNumber(moved, from: now, looks: 3) { next in
        guard let next else { return self.arrived(goal, now, by: actions) }
        actions[untried].length = abs(next - now)
        self.approach(goal, from: next, by: actions, stepsLeft: stepsLeft - 1)
      }
    }
  }

  private func arrived(_ goal: NumberGoal, _ now: Double, by actions: [BarAction]) {
    let shortest = actions.compactMap(\.length).filter { $0 > 0 }.min() ?? 0
    let means = "steps by Action.DoAction to \(now.shortDescription)"
    if abs(goal.target - now) <= max(goal.tolerance, shortest) { return performed(means) }
    missed(goal, now, by: means)
  }
}
