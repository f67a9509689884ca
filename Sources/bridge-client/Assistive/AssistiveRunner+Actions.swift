internal import AccessibilityTree
internal import AssistiveClients
internal import BridgeClient
internal import BridgeProtocol

extension AssistiveRunner {
  mutating func perform(_ element: ElementID, _ command: ActionCommand) async throws {
    let outcome = try await outcome(of: command, on: element)
    try await tellNews()
    let result = ActionResult(element: element, command: command, outcome: outcome)
    try await carryOut(client.finish(result, in: currentScene()))
  }

  private mutating func outcome(
    of command: ActionCommand, on element: ElementID
  ) async throws -> ActionResult.Outcome {
    guard live.isConnected else { return .refused("There is no connection to the server now.") }
    let epoch = live.epoch
    actionCount += 1
    answer = nil
    isActing = true
    defer { isActing = false }
    let calling = call(
      PerformRequest(
        target: .id(element), command: command, allowSynthesis: options.allowSynthesis),
      epoch: epoch, number: actionCount)
    defer { calling.cancel() }
    // The call has its own, earlier deadline.
    let end = try await wait(session.timeout + .seconds(5), tellsNews: false) { $0.answer != nil }
    if end == .calledOff { return .refused("It was called off; it may take effect still.") }
    switch answer {
    case .success(let receipt)?:
      try await reach(receipt.revisionAfter, of: epoch)
      guard live.epoch == epoch else { return .refused("The server was started anew meanwhile.") }
      switch receipt.outcome {
      case .confirmed: return .confirmed
      case .unconfirmed: return .unconfirmed
      case .refused: return .refused(refusal(receipt))
      }
    case .failure(let error)?: return .refused("\(session.words.replacingProtocolTerms(error))")
    case nil: return .refused("The server does not answer.")
    }
  }

  private func refusal(_ receipt: Receipt) -> String {
    receipt.refusal.map { session.words.replacingProtocolTerms($0.message) } ?? "refused"
  }

  private func call(
    _ request: PerformRequest, epoch: UInt64, number: Int
  ) -> Task<Void, Never> {
    Task { [server, inbox, session] in
      do {
        let response = try await server.call(request, timeout: session.timeout, epoch: epoch)
        inbox.put(.answer(number, .success(response.receipt)))
      } catch {
        inbox.put(.answer(number, .failure(error)))
      }
    }
  }

  /// Applies changes until the tree has reached the revision at the end of the action.
  private mutating func reach(_ revision: Revision, of epoch: UInt64) async throws {
    _ = try await wait(.seconds(5), tellsNews: false) {
      !$0.live.isConnected || $0.live.epoch != epoch || $0.live.revision >= revision
    }
  }

  // MARK: Waiting

  enum WaitEnd {
    case done
    case timedOut
    /// Interrupted by a key: Ctrl-C or Esc.
    case calledOff
  }

  /// Takes events until a condition holds.
  ///
  /// - Parameter tellsNews: Whether the client is told of changes meanwhile, and a scan moves on.
  mutating func wait(
    _ time: Duration, tellsNews: Bool, until isDone: (Self) -> Bool
  ) async throws -> WaitEnd {
    let deadline = ContinuousClock.now + time
    let timer = inbox.after(time, .timer)
    defer { timer.cancel() }
    while !isDone(self) {
      if isCalledOff() { return .calledOff }
      guard ContinuousClock.now < deadline else { return .timedOut }
      if tellsNews { try await takeEvents() } else { try merge(await inbox.take()) }
    }
    return .done
  }

  /// Returns whether Ctrl-C or Esc was pressed; if so, discards all input that has not been read.
  private mutating func isCalledOff() -> Bool {
    let isPressed = inputs.contains { input in
      if case .key(.control("c")) = input { return true }
      if case .key(.escape) = input { return true }
      return false
    }
    if isPressed { inputs = [] }
    return isPressed
  }
}
