public import AccessibilityTree

/// How text is spoken (E11).
extension Text {
  /// Sets the pitch, from -1, lower, to 1, higher.
  public func speechAdjustedPitch(_ pitch: Double) -> Text {
    speaking { $0.pitch = min(max(pitch, -1), 1) }
  }

  /// Spells the text letter by letter.
  public func speechSpellsOutCharacters(_ spellsOut: Bool = true) -> Text {
    speaking { $0.spellsOut = spellsOut }
  }

  public func speechAlwaysIncludesPunctuation(_ includes: Bool = true) -> Text {
    speaking { $0.includesPunctuation = includes }
  }

  /// Sets the priority of the text when it is announced (N3).
  public func speechAnnouncementPriority(_ priority: AnnouncementPriority) -> Text {
    speaking { $0.priority = priority }
  }

  private func speaking(_ change: (inout SpeechAttributes) -> Void) -> Text {
    var text = self
    var speech = text.speech ?? SpeechAttributes()
    change(&speech)
    text.speech = speech
    return text
  }
}

/// Text with attributes for speech, for announcements.
public struct AttributedString: Hashable, Sendable {
  public let text: String
  public var accessibilitySpeechAnnouncementPriority: AnnouncementPriority?

  public init(_ text: some StringProtocol) {
    self.text = String(text)
  }
}
