internal import AccessibilityMirror
internal import AccessibilityTree

extension ActionRun {
  /// One step up or down: the toolkit's own action, or else the number plus or minus its step.
  func step(up: Bool) {
    native(up ? .increment : .decrement) { self.stepByBar(up: up) { self.stepByNumber(up: up) } }
  }

  private func stepByNumber(up: Bool) {
    readRange { range in
      let step = range.step ?? Self.defaultStep(range)
      var target = range.current + (up ? step : -step)
      if let minimum = range.minimum, let maximum = range.maximum {
        target = min(max(target, minimum), maximum)
      }
      guard target != range.current else {
        return self.refuse(
          .outOfRange,
          "\(self.name) is at its \(up ? "maximum" : "minimum") already, "
            + range.current.shortDescription)
      }
      self.write(NumberGoal(target: target, tolerance: 0, direction: up ? 1 : -1), in: range)
    }
  }

  /// A tenth of the range where the toolkit names no step.
  static func defaultStep(_ range: NumericRange) -> Double {
    guard let minimum = range.minimum, let maximum = range.maximum else { return 1 }
    return maximum - minimum > 10 ? 1 : (maximum - minimum) / 10
  }

  func setValue(_ value: Double) {
    guard object.interfaces.contains(.value) else {
      // A number field that is only text.
      if object.interfaces.contains(.editableText), states.contains(.editable) {
        return setText(value.shortDescription)
      }
      return forwardToChild { self.unsupported("it has no number") }
    }
    readRange { range in
      if let minimum = range.minimum, let maximum = range.maximum,
        value < minimum || value > maximum
      {
        return self.refuse(
          .outOfRange,
          "\(value.shortDescription) is outside the range of \(self.name), "
            + "\(minimum.shortDescription) to \(maximum.shortDescription)")
      }
      self.write(
        NumberGoal(target: value, tolerance: range.step ?? Self.defaultStep(range)), in: range)
    }
  }

  /// Reads the numbers now, so that the check is against what the application holds.
  func readRange(_ then: @escaping (NumericRange) -> Void) {
    guard object.interfaces.contains(.value) else {
      return forwardToChild { self.unsupported("it has no number") }
    }
    readNumber(0, [:]) { numbers in
      guard let current = numbers["CurrentValue"],
        let range = ValueMapping.range(
          current: current, minimum: numbers["MinimumValue"], maximum: numbers["MaximumValue"],
          step: numbers["MinimumIncrement"])
      else { return self.unsupported("its toolkit does not tell its number") }
      then(range)
    }
  }

  private static let numbers = ["CurrentValue", "MinimumValue", "MaximumValue", "MinimumIncrement"]

  /// One after the other: `GetAll` ends applications built on ATK that lack one of them.
  private func readNumber(
    _ place: Int, _ known: [String: Double], _ then: @escaping ([String: Double]) -> Void
  ) {
    guard place < Self.numbers.count else { return then(known) }
    let name = Self.numbers[place]
    property(
      name, of: "Value", read: { (message) throws(BusError) in try message.double() },
      otherwise: { error in
        guard error.isAnswer, place > 0 else { return self.refuse(error) }
        self.readNumber(place + 1, known, then)
      },
      then: { number in
        var known = known
        known[name] = number
        self.readNumber(place + 1, known, then)
      })
  }

  /// Sets the number, and sees that it became what the goal says.
  func write(_ goal: NumberGoal, in range: NumericRange?) {
    let means = "Value.CurrentValue = \(goal.target.shortDescription)"
    send(
      .setProperty(
        "CurrentValue", of: "org.a11y.atspi.Value", object.queue.destination, object.path,
        to: .double(goal.target)),
      what: "to set Value.CurrentValue", on: object.queue,
      read: Answer.nothing,
      otherwise: { error in
        if case .remote(_, let message) = error {
          return self.refuse(.rejected, "\(self.name) does not let its number be set: \(message)")
        }
        self.refuse(error)
      },
      then: { self.confirm(goal, from: range?.current, means: means) })
  }

  /// GTK 4 keeps a scroll bar's number in the only child of it.
  func forwardToChild(otherwise: @escaping () -> Void) {
    guard element.role == .scrollBar, element.children.count == 1,
      let child = element.children.first,
      let childElement = host.store.tree[child], let childObject = host.actionObject(child),
      childObject.interfaces.contains(.value)
    else { return otherwise() }
    continueOn(childElement, childObject)
  }
}
