public import AccessibilityTree

/// What an application tells assistive technologies by itself. Changes of values, layout and screens
/// need none of it: they are seen in the difference (N2).
///
/// Posted by code that runs in an application: an action, `onChange`, `onAppear`. Elsewhere there is
/// nobody to post to, and nothing happens.
public enum AccessibilityNotification {
  /// Something to be said (N3).
  public struct Announcement {
    let text: String
    let priority: AnnouncementPriority

    public init(_ text: some StringProtocol, priority: AnnouncementPriority = .default) {
      self.text = String(text)
      self.priority = priority
    }

    /// Text with the priority that its attributes say.
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

  /// Elements changed places. `focus` is the identifier of the element to go on with (N5).
  public struct LayoutChanged {
    let focus: String?

    public init(focus: String? = nil) {
      self.focus = focus
    }

    public func post() {
      ViewGraph.running?.host?.post(.layoutChanged(focus: focus.map(FocusHint.identifier)))
    }
  }

  /// Another screen took over. `focus` is the identifier of the element to begin with (N5).
  public struct ScreenChanged {
    let focus: String?

    public init(focus: String? = nil) {
      self.focus = focus
    }

    public func post() {
      ViewGraph.running?.host?.post(.screenChanged(focus: focus.map(FocusHint.identifier)))
    }
  }

  /// Another page is shown of the element that was acted on; the text says which: "Page 2 of 5".
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
