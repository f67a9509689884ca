internal import AccessibilityTree

/// What was told last, which decides what is news.
final class NotificationMemory {
  /// The element that has the focus.
  var focused: ElementID?
  /// What live regions announced last, and when.
  var lastAnnounced: [ElementID: (text: String, time: UInt64)] = [:]
}
