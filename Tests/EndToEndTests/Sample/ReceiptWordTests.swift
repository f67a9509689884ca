import AccessibilityTree
import BridgeProtocol
import Testing

@testable import bridge_client

/// What the lines of a receipt say of the action, and of what is in its way.
struct ReceiptWordTests {
  @Test func `an option of a combo box is selected, whatever does it`() {
    let chosen = ActionOptions.name(of: .setText("Red"), askedFor: "select")
    #expect(chosen == "select")
    #expect(ActionOptions.name(of: .setText("Red"), askedFor: "set") == "set-text")
    #expect(ActionOptions.name(of: .setValue(3), askedFor: "set") == "set-value")
    #expect(ActionOptions.name(of: .showMenu, askedFor: "menu") == "show-menu")
  }

  private let target = ElementID(rawValue: 7)
  private let dialog = ElementID(rawValue: 12)

  /// Whether what is in the way has lines of its own below a refusal.
  private func isTold(
    _ message: String, remedy: String, of element: ElementID? = nil,
    advised: String = "Close it first, as by button \"OK\" #13."
  ) -> Bool {
    let receipt = Receipt(
      outcome: .refused,
      refusal: Status(.disabled, message, element: target, advice: remedy),
      element: target, effect: .refused, retry: .safe,
      obstacle: Status(
        .rejected, "the modal dialog is in front", element: element ?? dialog, advice: advised))
    return !ReceiptText.obstacle(of: receipt).isEmpty
  }

  @Test func `what is in the way is told unless the refusal names it`() {
    let advice = "Look first."
    #expect(isTold("it is disabled", remedy: advice))
    #expect(!isTold("it is disabled, and dialog #12 is in front", remedy: advice))
    #expect(!isTold("it is disabled", remedy: "Run \"escape '#12' --synthesize\"."))
  }

  @Test func `an id is not named by a longer one, nor by the text of an application`() {
    let advice = "Look first."
    #expect(isTold("row #123 is disabled", remedy: advice))
    #expect(isTold("it is disabled", remedy: "Act on '#123' instead."))
    #expect(!isTold("row #123 is behind dialog #12", remedy: advice))
    #expect(isTold("button \"Close #12\" is disabled", remedy: advice))
    #expect(isTold("button \"Say \\\"#12\" is disabled", remedy: advice))
  }

  @Test func `a refusal with the same advice says what is in the way`() {
    let advice = "Close it first, as by button \"OK\" #13."
    #expect(!isTold("it is disabled, and dialog \"Sure?\" is in front", remedy: advice))
    // The target is named by any refusal.
    #expect(isTold("button #7 is disabled", remedy: "Look first.", of: target))
  }
}
