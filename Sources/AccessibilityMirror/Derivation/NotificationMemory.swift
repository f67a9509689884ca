internal import AccessibilityTree

/// What previous edits announced, to tell what is new.
final class NotificationMemory {
  /// The element that has the focus.
  var focused: ElementID?
  /// The last announcement of each live region, and its time in nanoseconds.
  var lastAnnounced: [ElementID: (text: String, time: UInt64)] = [:]
}
