internal import AccessibilityViews

/// The settings of the beach application: a heading, and a switch with a custom style that does not
/// change its element (T2).
struct SettingsApp: App {
  var body: some Scene {
    WindowGroup("Settings") { SettingsView() }
  }
}

private struct SettingsView: View {
  @State private var allowsComments = false

  var body: some View {
    VStack(alignment: .leading) {
      Text("Settings")
        .accessibilityAddTraits(.isHeader)
      Toggle("Comments", isOn: $allowsComments)
        .toggleStyle(BeachToggleStyle())
    }
  }
}

/// A style that shows a rising sun. The style only draws; label, traits and action come from the toggle.
private struct BeachToggleStyle: ToggleStyle {
  func makeBody(configuration: Configuration) -> some View {
    HStack {
      configuration.label
      Spacer()
      Image(decorative: configuration.isOn ? "sun" : "horizon")
    }
  }
}
