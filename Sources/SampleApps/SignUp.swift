internal import AccessibilityViews

/// A sign-up that ends with a green checkmark (P3). The checkmark has a label when it stands alone, and is
/// decorative beside text that says the same.
struct SignUpApp: App {
  static let title = "Sign Up"

  var body: some Scene {
    WindowGroup { SignUp() }
  }
}

private struct SignUp: View {
  @State private var agrees = false
  @State private var isComplete = false
  @State private var showsDetails = false

  var body: some View {
    VStack {
      if isComplete {
        SignUpComplete(showsDetails: showsDetails)
        Toggle("Details", isOn: $showsDetails)
      } else {
        Toggle("I agree to the terms", isOn: $agrees)
        Button("Sign up") { isComplete = true }
          .disabled(!agrees)
      }
    }
  }
}

private struct SignUpComplete: View {
  let showsDetails: Bool

  var body: some View {
    VStack {
      if showsDetails {
        Image(decorative: "CheckmarkGlyph")
        Text("Sign up complete")
        Text("You will get a mail with your user name.")
      } else {
        Image("CheckmarkGlyph", label: Text("Sign up complete"))
      }
    }
  }
}
