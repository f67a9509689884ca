extension Element {
  /// The element with the keyboard focus of another state of it: whether it has that, and is the active window.
  package func withFocus(of other: Element) -> Element {
    let focus: States = [.focused, .active]
    var copy = self
    copy.states.subtract(focus)
    copy.states.formUnion(other.states.intersection(focus))
    return copy
  }

  /// Whether two states of an element differ in nothing but the keyboard focus, the caret and the selection of its text, and,
  /// with `exceptPlace`, its frame and its children.
  package func isSame(as other: Element, exceptPlace: Bool) -> Bool {
    var copy = withFocus(of: other)
    if text?.length == other.text?.length { copy.text = other.text }
    if exceptPlace {
      copy.frame = other.frame
      copy.children = other.children
      copy.totalChildren = other.totalChildren
    }
    return copy == other
  }
}
