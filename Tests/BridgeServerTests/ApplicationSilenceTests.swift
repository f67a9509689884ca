import AccessibilityMirror
import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeTestSupport
import Testing

/// Applications that answer nothing for a while after they were acted on.
@Suite(.timeLimit(.minutes(10)))
struct ApplicationSilenceTests {
  /// Has a press keep the application busy for a time, after which it opens a dialog a moment later.
  ///
  /// - Parameter silence: When it is found not to respond.
  private func setUp(
    busyFor time: Duration, silentAfter silence: Duration = .zero
  ) async throws -> EffectSetup {
    let setup = try await EffectSetup.start()
    try await setup.start()
    try await setup.server.run { [window = setup.window] world in
      let root = try #require(world.store.tree[window]?.application)
      world.source.onPerform = { [unowned world] _, done in
        (world.source.isBusy, world.source.silence) = (true, .milliseconds(300))
        _ = world.loop.schedule(after: silence) { [weak world] in
          world?.source.silence = .milliseconds(600)
          world?.store.edit { $0.updateApplication(root) { $0.health = .slow } }
        }
        _ = world.loop.schedule(after: time) { [weak world] in
          world?.source.isBusy = false
          world?.source.silence = .zero
        }
        _ = world.loop.schedule(after: time + .milliseconds(250)) { [weak world] in
          _ = try? world?.add(.dialog, "Format Cells", under: root)
        }
        done(.performed(method: "fake"))
      }
    }
    return setup
  }

  @Test func `An application that is making a dialog is waited for`() async throws {
    let setup = try await setUp(busyFor: .milliseconds(1500))
    let receipt = try await setup.perform()
    #expect(receipt.effect == .seen && receipt.isQuiet, "\(receipt)")
    #expect(receipt.settledUs >= 1_750_000)
  }

  @Test
  func `One that begins to be silent just before the time to settle is over is waited for, too`()
    async throws
  {
    let setup = try await setUp(busyFor: .milliseconds(2000), silentAfter: .milliseconds(1200))
    let receipt = try await setup.perform()
    #expect(receipt.effect == .seen && receipt.isQuiet, "\(receipt)")
  }

  @Test func `It is waited for no longer than the client says`() async throws {
    let setup = try await setUp(busyFor: .milliseconds(1500))
    let request = PerformRequest(target: .id(setup.button), command: .press, settleMs: 700)
    let receipt = try await setup.client.call(request, timeout: .patience).receipt
    #expect(receipt.effect == .notResponding && !receipt.isQuiet, "\(receipt)")
    #expect(receipt.settledUs < 1_500_000)
  }

  @Test func `One that does not come back has stopped answering`() async throws {
    let setup = try await setUp(busyFor: .seconds(60))
    let receipt = try await setup.perform()
    #expect(receipt.effect == .notResponding && !receipt.isQuiet, "\(receipt)")
    #expect(receipt.retry == .unsafe)
  }
}
