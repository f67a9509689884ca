import AccessibilityMirror
import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeServer
import BridgeTestSupport
import Testing

/// What becomes of actions and steps while the server shuts down.
@Suite(.timeLimit(.minutes(10)))
struct StepShutdownTests {
  private typealias Form = StepTests.Form

  private let wait = Step(.wait(WaitForRequest(target: .selector("button[label=Never]"))))

  /// Runs steps, shuts the server down once `count` actions were sent, and returns the results.
  private func results(_ form: Form, _ steps: [Step], after count: Int) async throws -> [StepResult]
  {
    async let response = form.client.run(steps, timeout: .patience)
    while try await form.performed < count { await Task.yield() }
    try await form.server.shutDown()
    return try await response.results
  }

  @Test func `a wait ends at once, and what was done before it is said`() async throws {
    let form = try await Form.start()
    let results = try await results(
      form, [form.set("Ada"), form.press(), wait, form.press()], after: 2)
    #expect(results.count == 3)
    #expect(results.prefix(2).allSatisfy { $0.failure == nil })
    #expect(results.last?.failure?.reason == .shuttingDown)
    // The wait did nothing that would have to be looked at.
    #expect(results.last?.failure?.detail?.remedy == Remedy.goOnHere.rawValue)
  }

  @Test func `an action ends before the server does, and what comes after it is not run`()
    async throws
  {
    let form = try await Form.start()
    let results = try await results(form, [form.set("Ada"), form.press()], after: 1)
    #expect(results.first?.failure == nil)
    if let last = results.dropFirst().first, case .perform(let response)? = last.answer {
      // Without a failure, it was begun before the end.
      guard let failure = last.failure else { return }
      #expect(failure.reason == .shuttingDown)
      #expect(response.receipt.outcome == .refused && response.receipt.retry == .safe)
    }
  }

  @Test func `an action that is ended by a condition is over at once, and may have been performed`()
    async throws
  {
    let form = try await Form.start()
    let step = form.press(until: WaitForRequest(target: .selector("button[label=Never]")))
    let results = try await results(form, [step], after: 1)
    #expect(results.map(\.failure?.reason) == [.shuttingDown])
    #expect(results.first?.failure?.detail?.remedy == Remedy.lookFirst.rawValue)
    #expect(results.first?.answer == nil)
  }

  @Test func `an action without an answer is of unknown outcome, alone and in a step`() async throws
  {
    for isStep in [false, true] {
      let form = try await Form.start { $0.drainTimeout = .milliseconds(100) }
      try await form.server.run { $0.source.onPerform = { _, _ in } }
      let request = PerformRequest(target: .id(form.button), command: .press)
      if isStep {
        let results = try await results(form, [Step(.perform(request)), wait], after: 1)
        #expect(results.map(\.failure?.reason) == [.shuttingDown])
      } else {
        async let outcome = Result.of { try await form.client.perform(request, timeout: .patience) }
        while try await form.performed < 1 { await Task.yield() }
        try await form.server.shutDown()
        guard case .failure(ClientError.outcomeUnknown) = await outcome else {
          Issue.record("not unknown")
          return
        }
      }
    }
  }
}

extension Result where Failure == any Error, Success: Sendable {
  fileprivate static func of(_ body: () async throws -> Success) async -> Result {
    do {
      return .success(try await body())
    } catch {
      return .failure(error)
    }
  }
}
