internal import AccessibilityTree

/// The windows and dialogs that match what an action is to open, and were there before it.
struct FormerWindows {
  var open: Set<ElementID> = []
  /// Those that were not on screen. They appear when they are shown.
  var hidden: Set<ElementID> = []

  func contains(_ id: ElementID) -> Bool { open.contains(id) || hidden.contains(id) }
}
