import AccessibilityTree
import AssistiveClients
import Testing

/// Refusals in the words of people who use an application.
struct RefusalWordsTests {
  private var stage: Stage
  private let button: ElementID

  init() throws {
    stage = try Stage()
    button = try stage.button("Sign up")
  }

  private func text(
    _ command: ActionCommand, _ message: String, _ reason: ActionRefusal.Reason? = nil
  ) -> String {
    RefusalWords(of: command, on: button, in: stage.tree).text(message, reason)
  }

  @Test
  func `what cannot be done is said with the name alone`() {
    let disabled = "button \"Sign up\" is disabled; wait until it is enabled"
    #expect(text(.press, disabled, .disabled) == "Sign up is not available now.")
    #expect(text(.custom("Reply"), disabled, .disabled) == "Sign up is not available now.")
    #expect(
      text(.custom("Reply"), "\"Reply\" is disabled; wait", .disabled)
        == "Reply is not available now.")
    let other = "button \"Sign up\" has no action show-menu; its actions: press, focus"
    #expect(text(.showMenu, other, .unsupported) == "Sign up has no menu.")
    #expect(text(.passThroughGesture([]), other, .unsupported) == "Sign up takes no gestures.")
    #expect(text(.delete, other, .unsupported) == "Sign up does not offer delete.")
    #expect(text(.press, "element #7 is gone", .stale) == "Sign up is gone.")
  }

  @Test
  func `what the application says is kept, as a sentence without the role and quotation marks`() {
    #expect(
      text(.zoomIn(at: nil), "button \"Sign up\" does not zoom in further")
        == "Sign up does not zoom in further.")
    #expect(text(.press, "there are 5 pages") == "There are 5 pages.")
    #expect(
      text(.directTouch([]), "the gesture starts outside button \"Sign up\"")
        == "The gesture starts outside Sign up.")
    for sentence in ["Is it there?", "Wait…", "Name it.", "5 are there!", ""] {
      #expect(text(.press, sentence) == sentence)
    }
  }

  @Test
  func `a custom action that is gone is not offered any more`() {
    let message =
      "button \"Sign up\" has no custom action \"Follow\"; its actions: custom \"Share\""
    #expect(text(.custom("Follow"), message, .unsupported) == "Follow is not offered any more.")
  }
}
