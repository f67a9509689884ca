/// Announces a value that changes quickly without flooding the user (N4): at most once per interval, and only
/// when the text differs from the last one.
///
/// Uses the time of the current gesture, or else the mirror's clock.
public final class AnnouncementThrottle {
  private let interval: UInt64
  private var last: (text: String, time: UInt64)?

  /// - Parameter milliseconds: The minimum time between two announcements.
  public init(milliseconds: UInt64 = 300) {
    interval = milliseconds &* 1_000_000
  }

  /// Announces `text`, unless the interval has not passed or the text is the same as the last one.
  public func post(_ text: some StringProtocol) {
    guard let host = ViewGraph.running?.host else { return }
    let text = String(text)
    let time = host.time
    if let last, last.text == text || time < last.time &+ interval { return }
    last = (text, time)
    AccessibilityNotification.Announcement(text).post()
  }
}
