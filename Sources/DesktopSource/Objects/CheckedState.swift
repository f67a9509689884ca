/// Whether an object reports the state `checked` in answers or only in events.
///
/// GTK 3's model buttons, which menus in popovers consist of, send the event and leave the state out of every
/// answer. The last event of such an object is valid until the object reports otherwise.
enum CheckedState {
  case unknown
  /// Answers contain the state when it is set.
  case answered
  /// An event reported that the object is checked, and its answers do not.
  case reported

  /// Returns the states of an object, by its answer and its events.
  mutating func resolve(_ answer: AtspiStates) -> AtspiStates {
    if answer.contains(.checked) { self = .answered }
    return self == .reported ? answer.union(.checked) : answer
  }

  /// Handles an event that reports whether the object is checked; returns `true` when its answer is needed as
  /// well.
  mutating func update(_ isChecked: Bool) -> Bool {
    guard self != .answered else { return false }
    self = isChecked ? .reported : .unknown
    return isChecked
  }
}
