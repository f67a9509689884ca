public import BridgeProtocol

extension BridgeClient {
  /// Runs steps one after another, up to the first that fails.
  ///
  /// The steps are never sent again. Throws `outcomeUnknown` when the connection was lost, or the deadline passed, after
  /// they had been sent: some of them may have been run.
  ///
  /// - Parameter outline: The outline of which the response says how it changed; `nil`: none.
  public func run(
    _ steps: [Step], outline: GetOutlineRequest? = nil, timeout: Duration? = .seconds(30)
  ) async throws -> RunStepsResponse {
    let request = RunStepsRequest(steps: steps, outline: outline).encoded()
    let response = try await call(.runSteps, request, timeout: timeout, isAction: true)
    return try decode(RunStepsResponse.self, response)
  }
}
