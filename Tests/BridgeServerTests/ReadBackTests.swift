import AccessibilityMirror
import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeServer
import BridgeTestSupport
import Testing

/// What an action sets is read from the application before its receipt says that it is not there: while an application
/// is loaded, its mirror may be behind.
@Suite(.timeLimit(.minutes(10)))
struct ReadBackTests {
  /// Selects a cell of which the mirror does not learn it, and returns the receipt.
  ///
  /// - Parameters:
  ///   - isSelected: Whether the application says that it is selected when it is asked again.
  ///   - isAnswered: Whether it answers in time.
  private func select(isSelected: Bool, isAnswered: Bool = true) async throws -> Receipt {
    let form = try await StepTests.Form.start()
    let cell = try await form.server.run { world in
      let table = try world.add(.table, "Sheet", under: form.window)
      let cell = try world.add(.cell, "A1", under: table) { $0.states.insert(.selectable) }
      world.source.onPerform = { _, completion in completion(.performed(method: "fake")) }
      world.source.onReadAgain = { [unowned world] done in
        if isSelected { try? world.change(cell) { $0.states.insert(.selected) } }
        done(isAnswered)
      }
      return cell
    }
    return try await form.client.perform(
      PerformRequest(target: .id(cell), command: .select, settleMs: 450))
  }

  @Test func `a cell that the application says is selected is so, however late the mirror knows`()
    async throws
  {
    let receipt = try await select(isSelected: true)
    #expect(receipt.outcome == .confirmed && receipt.effect == .seen)
    #expect(receipt.shortfall == nil)
  }

  @Test func `a cell that the application says is not selected is not`() async throws {
    let receipt = try await select(isSelected: false)
    #expect(receipt.effect == .notSeen)
    #expect(receipt.shortfall?.message == "it had no effect: cell \"A1\" is not selected")
  }

  @Test func `where the application does not say it in time, no effect is denied`() async throws {
    let receipt = try await select(isSelected: false, isAnswered: false)
    #expect(receipt.outcome == .unconfirmed && receipt.effect == .notSeen)
    #expect(receipt.shortfall == nil && receipt.note.contains("look again"), "\(receipt)")
  }
}
