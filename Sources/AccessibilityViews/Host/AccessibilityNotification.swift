public import AccessibilityTree

/// Notifications that an application posts to assistive technologies explicitly. Changes of values, layout
/// and screens need none: they are derived from the differences (N2).
///
/// Post them from code that runs in an application: an action, `onChange`, `onAppear`.
/// Elsewhere posting has no effect.
public enum AccessibilityNotification {
  /// Text to be spoken (N3).
  public struct Announcement {
    let text: String
    let priority: AnnouncementPriority

    public init(_ text: some StringProtocol, priority: AnnouncementPriority = .default) {
      self.text = String(text)
      self.priority = priority
    }

    /// Creates an announcement of text, with the priority from its speech attributes.
    public init(_ text: Text) {
      self.init(text.content, priority: text.speech?.priority ?? .default)
    }

    public init(_ text: AttributedString) {
      self.init(
        text.text, priority: text.accessibilitySpeechAnnouncementPriority ?? .default)
    }

    public func post() {
      ViewGraph.running?.host?.post(.announcement(text, priority))
    }
  }

  /// The layout changed. `focus` is the identifier of the element to continue with (N5).
  public struct LayoutChanged {
    let focus: String?

    public init(focus: String? = nil) {
      self.focus = focus
    }

    public func post() {
      ViewGraph.running?.host?.post(.layoutChanged(focus: focus.map(FocusHint.identifier)))
    }
  }

  /// Another screen appeared. `focus` is the identifier of the element to start with (N5).
  public struct ScreenChanged {
    let focus: String?

    public init(focus: String? = nil) {
      self.focus = focus
    }

    public func post() {
      ViewGraph.running?.host?.post(.screenChanged(focus: focus.map(FocusHint.identifier)))
    }
  }

  /// The element that was acted on shows another page, which the text describes: "Page 2 of 5".
  public struct PageScrolled {
    let text: String

    public init(_ text: some StringProtocol) {
      self.text = String(text)
    }

    public func post() {
      ViewGraph.running?.host?.postPageScrolled(text)
    }
  }
}
