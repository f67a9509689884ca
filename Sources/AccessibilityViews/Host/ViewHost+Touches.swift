internal import AccessibilityTree

extension ViewHost {
  /// Sends direct touches to the element until another one is used.
  func activateTouch(of element: ElementNode?) {
    guard touched !== element else { return }
    // What they offer depends on which of them is touched.
    touched?.markStale()
    element?.markStale()
    touched = element
    touchingClient = actingClient
  }

  /// Ends direct touch that the client started: nobody is there who could end it.
  public func clientLeft(_ client: UInt64) {
    guard touched != nil, touchingClient == client else { return }
    update { activateTouch(of: nil) }
  }

  /// Performs one step of a gesture as a revision of its own. Application code sees the time of the step.
  ///
  /// - Returns: The task that the step started, if it waits for something.
  func step(of element: ElementNode, at time: UInt64, _ body: () throws -> Void) throws -> HostTask?
  {
    acting = element
    gestureTime = time
    startedTask = nil
    defer {
      acting = nil
      gestureTime = nil
      startedTask = nil
    }
    try transaction(body)
    return startedTask
  }
}
