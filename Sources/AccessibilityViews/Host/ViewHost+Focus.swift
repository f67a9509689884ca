extension ViewHost {
  /// Gives the keyboard focus to an element (A9).
  func focus(_ element: ElementNode?) {
    guard focused !== element else { return }
    let old = focused
    focused = element
    if touched !== element { activateTouch(of: nil) }
    old?.markMoved()
    element?.markMoved()
    old?.currentContent().focus?.wrappedValue = false
    element?.currentContent().focus?.wrappedValue = true
  }
}
