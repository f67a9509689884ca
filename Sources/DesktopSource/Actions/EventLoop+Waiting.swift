internal import BridgeTransport

extension EventLoop {
  /// Waits until `body` has called back, but only for a time.
  func wait(within patience: Duration, _ body: (@escaping () -> Void) -> Void) async {
    _ = await value { (promise: Promise<Bool>) in
      body { promise.fulfill(true) }
      return schedule(after: patience) { promise.fulfill(false) }
    }
  }
}
