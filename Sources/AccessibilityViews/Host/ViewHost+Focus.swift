extension ViewHost {
  /// Gives the keyboard focus to an element (A9).
  func focus(_ element: ElementNode?) {
    guard focused !== element else { return }
    focused?.markMoved()
    element?.markMoved()
    focused = element
  }
}
