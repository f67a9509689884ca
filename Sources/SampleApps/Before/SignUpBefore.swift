internal import AccessibilityViews

/// The sign-up whose checkmark has no label, so that the name of its file is heard.
struct SignUpBeforeApp: App {
  static let title = "Sign Up before"

  var body: some Scene {
    WindowGroup { SignUpBefore() }
  }
}

private struct SignUpBefore: View {
  @State private var agrees = false
  @State private var isComplete = false

  var body: some View {
    VStack {
      if isComplete {
        Image("CheckmarkGlyph")
      } else {
        Toggle("I agree to the terms", isOn: $agrees)
        Button("Sign up") { isComplete = true }
          .disabled(!agrees)
      }
    }
  }
}
