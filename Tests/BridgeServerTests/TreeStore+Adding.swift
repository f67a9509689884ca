import AccessibilityMirror
import AccessibilityTree

extension TreeStore {
  /// Adds an element that is enabled and on the screen, after `change`, as the last child of another one.
  func add(
    _ role: Role, _ label: String, under parent: ElementID, _ change: (inout Element) -> Void
  ) throws -> ElementID {
    var element = Element(id: makeID(), role: role, label: label)
    element.states = [.enabled, .visible, .showing]
    change(&element)
    try edit { try $0.insert(element, under: parent) }
    return element.id
  }
}
