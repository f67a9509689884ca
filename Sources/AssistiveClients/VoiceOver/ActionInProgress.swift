internal import AccessibilityTree

/// The action that the client has requested and that has not finished.
struct ActionInProgress: Sendable {
  /// Whether the element at the cursor is read again, unless something is said about it before.
  var rereads = false
  /// Whether changes are not said, because the element asks for silence while it is touched.
  var isSilent = false
  /// Whether a finger moves: announcements are said meanwhile, and the change only at its end.
  var isGesture = false
  /// Whether it scrolls, so that the element at the cursor may no longer be visible.
  var isScrolling = false
  /// The element to go to when the action has finished: a rotor's entry that is scrolled into view.
  var destination: ElementID?
  /// The last announcement that was said meanwhile.
  var announced: String?
}
