import AccessibilityMirror
import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeServer
import BridgeTestSupport
import Testing

/// A target that is called something else behind its action, of which no event tells.
@Suite(.timeLimit(.minutes(10)))
struct SilentRenameTests {
  private let name = ElementIdentity(role: .button, label: "Press")
  private let other = ElementIdentity(role: .button, label: "Done")

  /// Presses a button, and returns the receipt.
  ///
  /// - Parameters:
  ///   - sighting: What the application called it right before and right behind the press.
  ///   - isTicking: Whether it is renamed by itself all the time.
  private func press(
    _ sighting: TargetSighting, isTicking: Bool = false
  ) async throws -> (receipt: Receipt, isRead: Bool) {
    let setup = try await EffectSetup.start { _, _ in
      .performed(method: "fake", target: sighting)
    }
    let (button, reads) = (setup.button, Flag())
    try await setup.server.run { world in
      if isTicking {
        for step in 0..<6 {
          try world.change(button) { $0.label = "Tick \(step)" }
          world.pass(.milliseconds(200))
        }
        try world.change(button) { $0.label = "Press" }
      }
      world.source.onReadAgain = { [unowned world] done in
        reads.raise()
        try? world.change(button) { $0.label = sighting.after?.label }
        done(true)
      }
    }
    return (try await setup.perform(), reads.isRaised)
  }

  @Test func `a button that names itself anew behind its press, without an event, confirms it`()
    async throws
  {
    let (receipt, isRead) = try await press(TargetSighting(before: name, after: other))
    #expect(receipt.outcome == .confirmed && receipt.effect == .seen, "\(receipt)")
    #expect(receipt.target == name && receipt.targetOther == other && isRead, "\(receipt)")
  }

  @Test func `nothing is read again of a button that is called what it was`() async throws {
    let (receipt, isRead) = try await press(TargetSighting(before: name, after: name))
    #expect(receipt.effect == .notSeen && !isRead, "\(receipt)")
  }

  /// A browser answers from a copy, which may be renamed before the page acts.
  @Test func `what a browser calls a button then is no effect`() async throws {
    let (receipt, isRead) = try await press(
      TargetSighting(before: name, after: other, isOfCopy: true))
    #expect(receipt.outcome == .unconfirmed && !isRead, "\(receipt)")
  }

  @Test func `a button that is renamed by itself confirms no press by that`() async throws {
    let (receipt, _) = try await press(
      TargetSighting(before: name, after: other), isTicking: true)
    #expect(receipt.outcome == .unconfirmed && receipt.effect == .targetChanged, "\(receipt)")
  }
}
