import AccessibilityTree
import AccessibilityViews
import BridgeTestSupport
import Testing

/// Refusals quote names of elements, actions and points, none of which is trusted.
@Suite struct `Texts of refusals` {
  private static let text = HostileText.label

  private struct Hostile: View {
    private let text = HostileText.label

    var body: some View {
      Button(text) {}.disabled(true)
      Text(text).draggable(text)
      Text(text + "2").dropDestination(for: Int.self) { _, _ in true }
        .accessibilityDropPoint(.center, description: text)
      Text(text + "3").accessibilityAction(named: text) {}
        .accessibilityZoomAction { _ in false }
    }
  }

  @Test func `No refusal contains an unescaped label`() throws {
    let stage = Stage { Hostile() }
    let source = try #require(stage.elements.first { $0.actions.contains { $0.kind == .drag } })
    var messages: [String] = []
    for element in stage.elements {
      for command in [
        ActionCommand.press, .custom("no\(Self.text)"), .zoomIn(at: nil), .zoomOut(at: nil),
        .drop(source: source.id, point: nil), .drop(source: source.id, point: Self.text + "4"),
        .drop(source: element.id, point: nil), .drag(point: Self.text), .increment,
        .intent(type: Self.text, parameters: [:]), .directTouch([]), .passThroughGesture([]),
      ] {
        guard case .refused(let refusal) = stage.perform(command, on: element.id) else { continue }
        messages.append(refusal.message)
      }
    }
    #expect(messages.count > 20)
    for message in messages {
      #expect(HostileText.raw(in: message).isEmpty, "\(message.debugDescription)")
    }
    #expect(messages.contains { $0.contains("does not take") })
    #expect(messages.contains { $0.contains("is disabled") })
    #expect(messages.contains { $0.contains("does not zoom in") })
  }

  @Test func `Keys are refused with what can be done instead`() throws {
    let stage = Stage { Hostile() }
    for element in stage.elements {
      let outcome = stage.perform(.keys([KeyChord(.character("a"))]), on: element.id)
      guard case .refused(let refusal) = outcome else { continue }
      let begins = element.actions.isEmpty ? "Look for" : "Perform one of its actions"
      #expect(refusal.advice?.hasPrefix(begins) == true, "\(refusal)")
    }
  }
}
