internal import AccessibilityTree

/// Links with neither a name nor a text of their own, as in the labels of GTK 3: they say from where to where they stand in the
/// text of what they are in.
enum LinkText {
  /// Whether a link is called by what the text around it says in its place.
  static func isWanted(_ facts: AtspiFacts) -> Bool {
    facts.interfaces.contains(.hyperlink) && !facts.interfaces.contains(.text)
      && facts.hasRole(.link) && NameMapping.trimmed(facts.name).isEmpty
  }

  /// Makes the text of such a link its label.
  static func apply(_ facts: AtspiFacts, to element: inout Element) {
    guard element.label == nil, let text = element.value, isWanted(facts) else { return }
    element.label = text
    element.value = nil
    element.objectPlaces = []
  }
}
