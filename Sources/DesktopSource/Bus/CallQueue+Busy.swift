internal import BridgeTransport

extension CallQueue {
  /// How long a large answer may be on its way when a smaller one, which was made after it, has come.
  private static let transferTime = Duration.milliseconds(250)

  /// Finds out whether an application that does not answer over a connection of its own is busy.
  ///
  /// Asks it over the bus. `completion` gets `true` when it has answered that, and what it had answered before has had
  /// the time to arrive; `false` when it answers nothing.
  func askOverBus(root: String, _ completion: @escaping (Bool) -> Void) {
    let question = CallRequest.property(
      "ChildCount", of: "org.a11y.atspi.Accessible", destination, root)
    enqueue(question, lane: .urgent, over: connection) { [connection] result in
      if case .failure(let error) = result, !error.isAnswer { return completion(false) }
      connection.loop.schedule(after: Self.transferTime) { completion(true) }
    }
  }
}
