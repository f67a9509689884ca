internal import AccessibilityTree

extension ViewHost {
  /// Sends direct touches to the element until another one is used.
  ///
  /// Direct touch belongs to the client that activated the element last: it does not end with another one that had
  /// activated it before.
  func activateTouch(of element: ElementNode?) {
    touchingClient = actingClient
    guard touched !== element else { return }
    // What they offer depends on which of them is touched.
    touched?.markStale()
    element?.markStale()
    touched = element
  }

  /// Ends direct touch and the gestures that the client started: nobody is there who could end them.
  public func clientLeft(_ client: UInt64) {
    for gesture in gestures where gesture.client == client { gesture.stop() }
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
