internal import AccessibilityViews

/// A pop-up button that is labelled by the text beside it (P4): both are elements, and the text is spoken
/// with the button as well.
struct SystemVoiceApp: App {
  var body: some Scene {
    WindowGroup("Speech") { SystemVoice() }
  }
}

private struct SystemVoice: View {
  private static let voices = ["Alex", "Fred", "Samantha", "Victoria"]

  @State private var voice = "Alex"

  var body: some View {
    LabeledContent("System Voice") {
      Picker(selection: $voice) {
        ForEach(Self.voices, id: \.self) { voice in
          Text(voice).tag(voice)
        }
      } label: {
        EmptyView()
      }
    }
  }
}
