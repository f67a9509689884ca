internal import AccessibilityTree

extension ViewHost {
  /// Sends direct touches to the element until another one is used.
  func activateTouch(of element: ElementNode?) {
    guard touched !== element else { return }
    // What they offer depends on which of them is touched.
    touched?.markStale()
    element?.markStale()
    touched = element
  }

  /// Performs one step of a gesture as a revision of its own. Application code sees the time of the step.
  func step(of element: ElementNode, at time: UInt64, _ body: () throws -> Void) throws {
    acting = element
    gestureTime = time
    defer {
      acting = nil
      gestureTime = nil
    }
    try transaction(body)
  }
}
