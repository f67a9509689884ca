internal import AccessibilityMirror
internal import AccessibilityTree

extension ActionRun {
  /// Moves one step up or down: by the toolkit's own action, or else by setting the number.
  func step(up: Bool) async throws(ActionRefusal) -> String {
    try checkAdjustable()
    if element.role == .spinButton, element.range == nil, object.interfaces.contains(.value) {
      try await checkShowsNumber(readRange(), up: up)
    }
    if element.role == .spinButton, object.dialect.stepsByTenths,
      object.interfaces.contains(.value)
    {
      let range = try await readRange()
      if range.step == nil { return try await stepByKey(in: range, up: up) }
    }
    let actions = try await nativeActions()
    if let action = best(for: up ? .increment : .decrement, of: actions) {
      return try await perform(action)
    }
    guard object.interfaces.contains(.value) else { return try await forwardToChild() }
    let direction = up ? 1.0 : -1.0
    if let step = Self.barActions(of: actions).first(where: { $0.direction == direction }) {
      return try await stepByBar(step)
    }
    return try await stepByNumber(up: up)
  }

  /// Presses the arrow key that moves one step, where the step is not known and the action moves another one.
  private func stepByKey(
    in range: NumericRange, up: Bool
  ) async throws(ActionRefusal) -> String {
    if range.current == (up ? range.maximum : range.minimum) {
      throw ActionRefusal(
        .outOfRange,
        "\(name) is already at its \(up ? "maximum" : "minimum"), \(range.current.shortDescription)"
      )
    }
    guard request.allowSynthesis else {
      throw unsupported(
        "its toolkit does not tell its step, and moves it by a tenth of its range",
        advice: "Run \"\(up ? "increment" : "decrement") '\(element.id)' --synthesize\", which "
          + "presses the key \(up ? "Up" : "Down"), or set its number.")
    }
    try await takeFocus()
    try await checkKeyboard()
    try await sendKey(up ? Keysym.up : Keysym.down)
    return try await confirm(
      ValueGoal(target: range.current + (up ? 1 : -1), tolerance: 0, direction: up ? 1 : -1),
      from: range.current, method: "synthesised key \(up ? "Up" : "Down")")
  }

  private func stepByNumber(up: Bool) async throws(ActionRefusal) -> String {
    let range = try await readRange()
    try await checkShowsNumber(range, up: up)
    let step = range.step ?? Self.defaultStep(range)
    var target = range.current + (up ? step : -step)
    if let minimum = range.minimum, let maximum = range.maximum {
      target = min(max(target, minimum), maximum)
    }
    guard target != range.current else {
      throw ActionRefusal(
        .outOfRange,
        "\(name) is already at its \(up ? "maximum" : "minimum"), "
          + range.current.shortDescription)
    }
    return try await write(
      ValueGoal(target: target, tolerance: 0, direction: up ? 1 : -1), in: range)
  }

  private func checkShowsNumber(_ range: NumericRange, up: Bool) async throws(ActionRefusal) {
    guard try await !showsNumber(range) else { return }
    throw unsupported(
      "it shows no number",
      advice:
        "Run \"keys '\(element.id)' \(up ? "Up" : "Down") --synthesize\", or set its text.")
  }

  /// The step where the toolkit reports none: 1, or a tenth of a range that is not longer than 10.
  static func defaultStep(_ range: NumericRange) -> Double {
    guard let minimum = range.minimum, let maximum = range.maximum else { return 1 }
    return maximum - minimum > 10 ? 1 : (maximum - minimum) / 10
  }

  func setValue(_ value: Double) async throws(ActionRefusal) -> String {
    try checkAdjustable()
    guard object.interfaces.contains(.value) else {
      // A number field with only a text.
      if object.interfaces.contains(.editableText), states.contains(.editable) {
        return try await setText(value.shortDescription)
      }
      return try await forwardToChild()
    }
    let range = try await readRange()
    guard try await showsNumber(range) else { return try await setText(value.shortDescription) }
    if let minimum = range.minimum, let maximum = range.maximum,
      value < minimum || value > maximum
    {
      throw ActionRefusal(
        .outOfRange,
        "\(value.shortDescription) is outside the range of \(name), "
          + "\(minimum.shortDescription) to \(maximum.shortDescription)")
    }
    let goal = ValueGoal(
      target: value, tolerance: range.tolerance(for: value, of: element.role))
    guard takesKeysForNumber else { return try await write(goal, in: range) }
    if request.allowSynthesis, object.dialect.setsNumbersSilently, states.contains(.editable) {
      return try await typeNumber(goal)
    }
    do throws(ActionRefusal) {
      return try await write(goal, in: range)
    } catch {
      // What became the nearest number that it takes becomes no other by keys.
      guard error.reason == .rejected, !isRounded else { throw error }
      guard request.allowSynthesis else {
        throw ActionRefusal(error.reason, error.message, advice: Self.typingAdvice)
      }
      return try await typeNumber(goal)
    }
  }

  /// What a refusal advises where keys would do it.
  static let typingAdvice =
    "Repeat it with synthesised input allowed (--synthesize), which types as a person does."

  /// Programs change numbers that people cannot: Chromium those of read-only fields.
  private func checkAdjustable() throws(ActionRefusal) {
    if states.contains(.readOnly) { throw unsupported("it is read-only", isTypable: false) }
  }

  /// Whether keys change the number as well, where the interface Value may not.
  var takesKeysForNumber: Bool {
    element.role == .spinButton && !ElementMapping.isReadOnly(role: .spinButton, states: states)
  }

  /// Types a number into a spin button, and checks that it has it then.
  func typeNumber(_ goal: ValueGoal) async throws(ActionRefusal) -> String {
    // The answer to what is typed could not be told from what is there.
    if isDatePart, Double(try await readText()) == goal.target {
      return "already \(goal.target.shortDescription)"
    }
    let method = try await typeText(goal.target.shortDescription, replacing: true)
    if isDatePart {
      guard try await awaitText(attempts: 6, until: { Double($0) == goal.target }) else {
        throw recordMiss(
          "\(name) has \(try await readText().quoted(limit: 60)) after "
            + "\(goal.target.shortDescription) was typed", by: method)
      }
      return method
    }
    let now = try await awaitValue(goal, from: nil)
    guard let now, !goal.isReached(from: nil, now: now) else { return method }
    throw goalMissed(goal, now, by: method)
  }

  /// Reads the number and its limits now, so that checks use what the application has.
  ///
  /// Reads one property at a time: `GetAll` crashes applications built on ATK that lack one of them.
  func readRange() async throws(ActionRefusal) -> NumericRange {
    let current = try await property("CurrentValue", of: "Value", read: Answer.double)
    let minimum = try await optionalProperty("MinimumValue", of: "Value", read: Answer.double)
    let maximum = try await optionalProperty("MaximumValue", of: "Value", read: Answer.double)
    let step = try await optionalProperty("MinimumIncrement", of: "Value", read: Answer.double)
    guard
      let range = ValueMapping.range(
        current: current, minimum: minimum, maximum: maximum, step: step)
    else { throw unsupported("its toolkit does not report its value") }
    return range
  }

  /// Whether the number that the element reports is what it shows, and not one without a meaning, as of a date in Qt.
  private func showsNumber(_ range: NumericRange) async throws(ActionRefusal) -> Bool {
    guard object.interfaces.contains(.text), !isSecret,
      ValueMapping.mayBeMeaningless(range, of: element.role, object.interfaces)
    else { return true }
    return try await ValueMapping.isShown(range, by: readText())
  }

  /// Sets the number, and checks that it reaches the goal.
  func write(_ goal: ValueGoal, in range: NumericRange?) async throws(ActionRefusal) -> String {
    let method = "Value.CurrentValue = \(goal.target.shortDescription)"
    do throws(BusError) {
      try await answer(
        to: .setProperty(
          "CurrentValue", of: "org.a11y.atspi.Value", object.queue.destination, object.path,
          to: .double(goal.target)),
        what: "Properties.Set(Value.CurrentValue)", on: object.queue, method: method,
        read: Answer.nothing)
    } catch {
      if case .remote(_, let message) = error {
        throw ActionRefusal(.rejected, "\(name) does not allow setting its value: \(message)")
      }
      throw refusal(error)
    }
    return try await confirm(goal, from: range?.current, method: method)
  }

  /// Performs the action on a scroll bar's only child, where GTK 4 keeps the number.
  private func forwardToChild() async throws(ActionRefusal) -> String {
    guard element.role == .scrollBar, element.children.count == 1,
      let child = element.children.first,
      let childElement = host.store.tree[child], let childObject = host.actionObject(child),
      childObject.interfaces.contains(.value)
    else { throw unsupported("it has no numeric value") }
    try await continueOn(childElement, childObject)
    return try await dispatch()
  }
}
