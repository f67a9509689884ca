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
  ///   - wasSelected: Whether the mirror has it as selected before.
  ///   - saysNothing: Whether the application may go on to say what was.
  ///   - isLate: Whether it says meanwhile of the cell what came of an action before.
  ///   - reservations: What the source says of how it was done.
  private func select(
    isSelected: Bool, isAnswered: Bool = true, wasSelected: Bool = false, saysNothing: Bool = false,
    isLate: Bool = false, reservations: ActionOutcome.Reservations = []
  ) async throws -> Receipt {
    let form = try await StepTests.Form.start()
    let cell = try await form.server.run { world in
      let table = try world.add(.table, "Sheet", under: form.window)
      let cell = try world.add(.cell, "A1", under: table) {
        $0.states.insert(.selectable)
        if wasSelected { $0.states.insert(.selected) }
      }
      world.source.saysNothing = saysNothing
      world.source.onPerform = { [unowned world] _, completion in
        // What a covered page tells during an action may be of the one before.
        if saysNothing { try? world.change(table) { $0.label = "Other" } }
        if isLate { try? world.change(cell) { $0.value = "5" } }
        completion(.performed(method: "fake", note: "done", reservations: reservations))
      }
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

  /// As of a cell of LibreOffice that was emptied, until the cursor leaves it.
  @Test func `what is known to be told later is not denied`() async throws {
    let receipt = try await select(isSelected: false, reservations: .isToldLater)
    #expect(receipt.outcome == .unconfirmed && receipt.effect == .notSeen)
    #expect(receipt.shortfall == nil && receipt.note == "done", "\(receipt)")
    let told = try await select(isSelected: true, reservations: .isToldLater)
    #expect(told.outcome == .confirmed && told.effect == .seen)
  }

  /// As a page of Chromium in a window that is covered.
  @Test func `what a page behind other windows does not say is neither denied nor believed`()
    async throws
  {
    for isLate in [false, true] {
      let denied = try await select(isSelected: false, saysNothing: true, isLate: isLate)
      #expect(denied.outcome == .unconfirmed && denied.effect == .notSeen)
      #expect(denied.shortfall == nil && denied.retry == .unsafe)
      #expect(denied.note.hasPrefix("done; its window is behind others"), "\(denied.note)")
    }
    let believed = try await select(isSelected: false, wasSelected: true, saysNothing: true)
    #expect(believed.outcome == .unconfirmed && believed.effect == .notSeen)
    #expect(believed.note.hasPrefix("done; its window is behind others"), "\(believed.note)")
    // What it does say is true.
    let said = try await select(isSelected: true, saysNothing: true)
    #expect(said.outcome == .confirmed && said.note == "done", "\(said)")
    let known = try await select(isSelected: false, wasSelected: true)
    #expect(known.outcome == .confirmed, "\(known)")
  }
}
