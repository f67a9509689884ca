internal import AccessibilityTree

/// Decides which objects are asked for their relations.
enum ElementRelations {
  /// Whether an object may have relations. Plain text and layout have none, and make up most of a large page.
  static func areLikely(_ facts: AtspiFacts) -> Bool {
    if facts.states.contains(.focusable) { return true }
    switch AtspiRole.entry(facts.role)?.role ?? .unknown {
    case .text, .paragraph, .generic, .section, .listItem, .cell, .row, .image, .icon, .separator,
      .listMarker, .table, .list:
      return false
    default: return true
    }
  }
}
