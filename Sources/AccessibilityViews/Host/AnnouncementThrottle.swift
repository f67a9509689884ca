/// Announces a value that changes quickly, without making noise (N4): at most once in an interval,
/// and only when what would be said differs from what was said last.
///
/// Time is that of the gesture under way, or else of the mirror's clock.
public final class AnnouncementThrottle {
  private let interval: UInt64
  private var last: (text: String, time: UInt64)?

  /// - Parameter milliseconds: The shortest time between two announcements.
  public init(milliseconds: UInt64 = 300) {
    interval = milliseconds &* 1_000_000
  }

  /// Announces `text`, unless it is too early or nothing new.
  public func post(_ text: some StringProtocol) {
    guard let host = ViewGraph.running?.host else { return }
    let text = String(text)
    let time = host.time
    if let last, last.text == text || time < last.time &+ interval { return }
    last = (text, time)
    AccessibilityNotification.Announcement(text).post()
  }
}
