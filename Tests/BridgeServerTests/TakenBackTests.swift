import AccessibilityMirror
import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeServer
import BridgeTestSupport
import Testing

/// What a receipt says of a box that its application checks and unchecks again.
@Suite(.timeLimit(.minutes(10)))
struct TakenBackTests {
  /// Presses a box whose state the application turns, and turns again after 150 ms.
  private func receipt(
    quiet: UInt32 = 0, settle: UInt32 = 0, isTakenBack: Bool = true, startsChecked: Bool = false,
    _ role: Role = .checkBox, turning state: States = .checked, says: Bool = false
  ) async throws -> Receipt {
    let setup = try await EffectSetup.start()
    let (window, status) = (setup.window, setup.status)
    let box = try await setup.server.run { world in
      let box = try world.add(role, "Insured", under: window)
      if startsChecked { try world.change(box) { $0.states.insert(.checked) } }
      world.pass(.seconds(12))
      world.source.onPerform = { [unowned world] _, done in
        try? world.change(box) { $0.states.formSymmetricDifference(state) }
        if isTakenBack {
          world.later(.milliseconds(150)) { [weak world] in
            try? world?.change(box) { $0.states.formSymmetricDifference(state) }
            if says { try? world?.change(status) { $0.label = "At most 3" } }
          }
        }
        done(.performed(method: "fake"))
      }
      return box
    }
    var request = PerformRequest(target: .id(box), command: .press)
    (request.quietMs, request.settleMs) = (quiet, settle)
    return try await setup.client.call(request, timeout: .patience).receipt
  }

  @Test(arguments: [(250, 0), (0, 60), (0, 300)] as [(UInt32, UInt32)])
  func `A press that waits has failed, and says that it was taken back`(
    quiet: UInt32, settle: UInt32
  ) async throws {
    let receipt = try await receipt(quiet: quiet, settle: settle)
    #expect(receipt.outcome == .unconfirmed && receipt.effect == .notSeen)
    #expect(receipt.retry == .unsafe)
    let message = try #require(receipt.shortfall?.message)
    let words = message.split(separator: " after ")
    #expect(words.first == "checkbox \"Insured\" was checked, and unchecked again")
    let time = try #require(words.last?.split(separator: " ").first.flatMap { Int($0) })
    #expect(time > 100 && Int64(time) <= Int64(receipt.settledUs / 1000) + 1)
  }

  @Test func `A box that was checked before is checked again`() async throws {
    let receipt = try await receipt(settle: 300, startsChecked: true)
    #expect(
      receipt.shortfall?.message.hasPrefix(
        "checkbox \"Insured\" was unchecked, and checked again after ") == true)
  }

  @Test func `A toggle button is told in the same way`() async throws {
    let receipt = try await receipt(settle: 300, .toggleButton, turning: .pressed)
    #expect(receipt.outcome == .unconfirmed && receipt.effect == .notSeen)
    #expect(
      receipt.shortfall?.message.hasPrefix(
        "toggle-button \"Insured\" was switched on, and off again after ") == true)
  }

  @Test func `Where the application says why, that is the effect, and the method tells the rest`()
    async throws
  {
    let receipt = try await receipt(settle: 300, says: true)
    #expect(receipt.effect == .seen && receipt.shortfall == nil)
    #expect(
      receipt.method.hasPrefix("fake; checkbox \"Insured\" was checked, and unchecked again after ")
    )
  }

  @Test func `What stays is confirmed, and a press without a time of its own waits for nothing`()
    async throws
  {
    let kept = try await receipt(settle: 300, isTakenBack: false)
    #expect(kept.effect == .seen && kept.method == "fake")
    let quick = try await receipt(isTakenBack: false)
    #expect(quick.effect == .seen && quick.settledUs < 320_000, "it waits for no correction")
  }

  @Test func `What is only highlighted for a moment has not failed`() async throws {
    let receipt = try await receipt(settle: 300, .menuItem, turning: .selected)
    #expect(receipt.effect == .uncertain && receipt.shortfall == nil)
  }
}
