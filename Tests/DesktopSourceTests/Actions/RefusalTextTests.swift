import AccessibilityTree
import BridgeTestSupport
import Testing

@testable import DesktopSource

/// Refusals about a hostile application.
@Suite(.ownThreadInTurn)
struct RefusalTextTests {
  private static let text = HostileText.label

  /// One command of each kind.
  private func commands(_ id: ElementID) -> [ActionCommand] {
    [
      .press, .increment, .decrement, .expand, .collapse, .select, .deselect, .focus, .showMenu,
      .scrollIntoView, .scroll(.down), .setValue(1e300), .setValue(.nan), .setText(Self.text),
      .insertText(Self.text, at: 9), .insertText("x", at: -1), .setSelection(3..<90),
      .zoomIn(at: nil), .zoomOut(at: nil), .escape, .magicTap, .delete, .hover, .custom(Self.text),
      .custom("Reply"), .drag(point: Self.text), .drop(source: id, point: Self.text),
      .passThroughGesture([]), .directTouch([]), .keys([KeyChord(.named(.enter))]),
      .intent(type: Self.text, parameters: [Self.text: .text(Self.text)]),
    ]
  }

  @Test func `No refusal contains an unescaped text of the application`() throws {
    let fixture = try ActionFixture(
      role: .slider, label: Self.text, interfaces: [.action, .component, .value, .text])
    fixture.offer([Self.text, "\(Self.text)2"], answer: false)
    for (interface, member) in [
      ("Component", "GrabFocus"), ("Component", "ScrollTo"), ("Component", "GetExtents"),
      ("Text", "GetCharacterCount"), ("Text", "SetCaretOffset"),
    ] {
      fixture.service.on("org.a11y.atspi.\(interface)", member) { _ in
        .error("org.a11y.Error.\(interface)", Self.text)
      }
    }
    var kinds: Set<ActionKind> = []
    var refused = 0
    for command in commands(fixture.element) {
      kinds.insert(command.kind)
      guard let refusal = try fixture.perform(command, within: 2).refusal else { continue }
      refused += 1
      let raw = HostileText.raw(in: refusal.message)
      #expect(raw.isEmpty, "\(command.kind.name): \(raw)")
    }
    #expect(kinds == Set(ActionKind.allCases), "a command of each kind")
    #expect(refused >= 20, "\(refused) of them are refused")
  }

  @Test func `A disabled and a removed element are named safely`() throws {
    let disabled = try ActionFixture(label: Self.text, states: [])
    let gone = try ActionFixture(label: Self.text, states: [.defunct])
    for (fixture, reason) in [(disabled, ActionRefusal.Reason.disabled), (gone, .stale)] {
      let refusal = try #require(fixture.perform(.press).refusal)
      #expect(refusal.reason == reason)
      #expect(HostileText.raw(in: refusal.message).isEmpty, "\(refusal.message.debugDescription)")
    }
  }
}
