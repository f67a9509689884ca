internal import AccessibilityViews

/// The settings of the beach application: a heading, and a switch in a style of its own that stays
/// the element it is (T2).
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

/// A sun that rises. The style draws; label, traits and action are the toggle's.
private struct BeachToggleStyle: ToggleStyle {
  func makeBody(configuration: Configuration) -> some View {
    HStack {
      configuration.label
      Spacer()
      Image(decorative: configuration.isOn.wrappedValue ? "sun" : "horizon")
    }
  }
}
