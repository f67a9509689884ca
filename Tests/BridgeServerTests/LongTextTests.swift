import AccessibilityMirror
import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeServer
import BridgeTestSupport
import Testing

/// Texts that are entered and of which the mirror has only the beginning: the application is asked for the
/// rest.
@Suite(.timeLimit(.minutes(10)))
struct LongTextTests {
  private static let text = String(repeating: "x", count: 6_000)
  /// The number of characters that the mirror has.
  private static let mirrored = 4_096

  /// What the application makes of a text, and what the receipt of setting it says.
  private func receipt(
    _ command: ActionCommand = .setText(text), before: String = "",
    expecting value: String? = nil, immediately: Bool = false,
    application write: @escaping @Sendable (String) -> String?
  ) async throws -> (receipt: Receipt, reads: Int) {
    let server = try await TestServer.start()
    let field = try await server.run { world in
      let window = try world.addApplication().window
      let field = try world.add(.textField, "Name", under: window) { $0.show(before) }
      world.source.onPerform = { [unowned world] request, completion in
        var text: String?
        switch request.command {
        case .setText(let given): text = write(given)
        case .insertText(let given, _): text = write(before + given)
        default: break
        }
        world.source.wholeText = text
        if let text { try? world.change(field) { $0.show(text) } }
        completion(.performed(method: "fake"))
      }
      return field
    }
    var request = PerformRequest(target: .id(field), command: command, settleMs: 450)
    request.answersImmediately = immediately
    if let value { request.expectation = TargetExpectation(value: value) }
    let receipt = try await server.client().perform(request)
    return (receipt, try await server.run { $0.source.textReads })
  }

  @Test func `a text is confirmed when the application has all of it`() async throws {
    let (receipt, reads) = try await receipt { $0 }
    #expect(receipt.effect == .seen && receipt.shortfall == nil && reads == 1)
    let short = try await self.receipt(.setText("Ada")) { $0 }
    #expect(short.receipt.effect == .seen && short.reads == 0)
  }

  @Test func `a text that the application cut is not confirmed`() async throws {
    let (receipt, _) = try await receipt { String($0.prefix(5_000)) }
    #expect(receipt.effect == .notSeen && receipt.outcome == .unconfirmed)
    let message = "textbox \"Name\" has 5000 characters, not the 6000 that were entered"
    #expect(receipt.shortfall?.message == message)
  }

  @Test func `a text that differs behind what is mirrored is not confirmed`() async throws {
    let (receipt, _) = try await receipt { $0.prefix(5_000) + String(repeating: "y", count: 1_000) }
    #expect(receipt.effect == .notSeen)
    let message = "textbox \"Name\" has other text than what was entered, from character 5001 on"
    #expect(receipt.shortfall?.message == message)
  }

  @Test func `upper case and other line ends are the application's way of writing it`() async throws
  {
    let lines = String(repeating: "abcde\r\n", count: 1_000)
    let (receipt, _) = try await receipt(.setText(lines)) {
      $0.uppercased().replacing("\r\n", with: "\n")
    }
    #expect(receipt.effect == .seen && receipt.shortfall == nil)
  }

  @Test func `what the application does not tell is not confirmed`() async throws {
    let (receipt, _) = try await receipt { _ in nil }
    #expect(receipt.effect == .notSeen)
    let unread = try await self.receipt(immediately: true) { $0 }
    #expect(unread.receipt.effect == .uncertain && unread.reads == 0)
  }

  @Test func `an inserted text must be there from its beginning to its end`() async throws {
    let inserted = ActionCommand.insertText(String(repeating: "ab", count: 3_000), at: 5_000)
    let before = String(repeating: "-", count: 5_000)
    let whole = try await receipt(inserted, before: before) { $0 }
    #expect(whole.receipt.effect == .seen && whole.receipt.shortfall == nil)
    let cut = try await receipt(inserted, before: before) { String($0.prefix(8_001)) }
    #expect(cut.receipt.effect == .notSeen)
    #expect(cut.receipt.shortfall?.message.hasSuffix("all of what was entered") == true)
  }

  @Test func `an expected value is compared with the length of a longer text`() async throws {
    let text = String(repeating: "x", count: 5_000)
    let receipt = try await receipt(
      .setText("Ada"), before: text, expecting: String(text.prefix(Self.mirrored))
    ) { $0 }.receipt
    #expect(receipt.outcome == .refused && receipt.refusal?.reason == .targetChanged)
    #expect(receipt.refusal?.message.contains("(5000 characters)") == true)
  }
}

extension Element {
  /// Has a text, of which the mirror has the beginning.
  fileprivate mutating func show(_ text: String) {
    value = String(text.prefix(4_096))
    self.text = TextState(length: text.unicodeScalars.count)
  }
}
