internal import AccessibilityViews

/// A pop-up button without a label: "Alex" is heard, and not what Alex is.
struct SystemVoiceBeforeApp: App {
  static let title = "System Voice before"

  var body: some Scene {
    WindowGroup("Speech") { SystemVoiceBefore() }
  }
}

private struct SystemVoiceBefore: View {
  @State private var voice = "Alex"

  var body: some View {
    Picker(selection: $voice) {
      ForEach(["Alex", "Fred", "Samantha", "Victoria"], id: \.self) { voice in
        Text(voice).tag(voice)
      }
    } label: {
      EmptyView()
    }
  }
}
