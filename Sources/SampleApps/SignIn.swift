internal import AccessibilityViews

/// A sign-in with a password, which can be typed and is shown to nobody.
struct SignInApp: App {
  static let title = "Sign In"

  var body: some Scene {
    WindowGroup { SignIn() }
  }
}

private struct SignIn: View {
  @State private var name = ""
  @State private var password = ""
  @State private var isSignedIn = false

  var body: some View {
    VStack {
      if isSignedIn {
        Text("Signed in as \(name)")
        Button("Sign out") { isSignedIn = false }
      } else {
        TextField("User name", text: $name)
        SecureField("Password", text: $password)
        Button("Sign in", action: signIn)
          .disabled(name.isEmpty || password.isEmpty)
      }
    }
  }

  private func signIn() {
    (isSignedIn, password) = (true, "")
    AccessibilityNotification.Announcement("Signed in as \(name)").post()
  }
}
