public import AccessibilityTree

/// What a call is about: one element, by id or by a selector that must match exactly one.
public enum Target: Hashable, Sendable {
  case id(ElementID)
  case selector(String)
}
