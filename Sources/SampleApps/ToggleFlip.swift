internal import AccessibilityViews

/// A Boolean with two controls (P2): pressing Flip changes the toggle's value, and the code does not
/// have to post a notification.
struct ToggleFlipApp: App {
  static let title = "Toggle and Flip"

  var body: some Scene {
    WindowGroup { ToggleFlip() }
  }
}

private struct ToggleFlip: View {
  @State private var enabled = false

  var body: some View {
    VStack {
      Toggle("Enabled", isOn: $enabled)
      Button("Flip") { enabled.toggle() }
    }
  }
}
