internal import AccessibilityTree

/// The action that the client has requested and that has not finished.
struct ActionInProgress: Sendable {
  /// Whether the element at the cursor is read again, unless something is said about it before.
  var rereads = false
  /// Whether the value is said at the end, or else the name, if nothing was said meanwhile: people hear that what they
  /// did has happened, even if it left everything as it was.
  var repeats = false
  /// Whether something was said of the element since the action began.
  var isHeard = false
  /// What was there before, where what appears is said.
  var before: SceneMemory?
  /// Whether changes are not said, because the element asks for silence while it is touched.
  var isSilent = false
  /// Whether a finger moves: announcements are said meanwhile, and the change only at its end.
  var isGesture = false
  /// Whether it scrolls, so that the element at the cursor may no longer be visible.
  var isScrolling = false
  /// The element to go to when the action has finished: a rotor's entry that is scrolled into view.
  var destination: ElementID?
  /// The number of characters that are entered where nobody may hear them.
  var secretLength: Int?
  /// The last announcement that was said meanwhile.
  var announced: String?

  /// Whether nothing tells the new value, which may be the one that was said last, before somebody else changed it.
  var isUnheard: Bool { !isHeard && !rereads && !isSilent && announced == nil }

  /// Something was said of the element that the action is performed on.
  mutating func markHeard() {
    isHeard = true
    rereads = false
    repeats = false
  }
}
