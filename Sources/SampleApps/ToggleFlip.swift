internal import AccessibilityViews

/// One Boolean with two controls (P2): pressing Flip changes the toggle's value, and nothing in the
/// code says that a notification is due.
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
