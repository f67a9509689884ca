internal import AccessibilityViews

/// The settings with a switch that is drawn by hand, in place of a style: a picture that is named by its file, which
/// says neither what it switches nor whether it is on. Nothing says that the title is a heading.
struct SettingsBeforeApp: App {
  static let title = "Settings before"

  var body: some Scene {
    WindowGroup("Settings") { SettingsBefore() }
  }
}

private struct SettingsBefore: View {
  @State private var allowsComments = false

  var body: some View {
    VStack(alignment: .leading) {
      Text("Settings")
      HStack {
        Text("Comments")
        Spacer()
        Image(allowsComments ? "sun" : "horizon")
          .resizable()
          .frame(width: 60, height: 44)
          .onTapGesture { allowsComments.toggle() }
      }
    }
  }
}
