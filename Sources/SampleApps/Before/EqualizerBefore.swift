internal import AccessibilityViews

/// The equalizer before it is described: a pad without a name, a value or actions, which only a finger uses, and
/// symbols for its axes that are named by their files.
struct EqualizerBeforeApp: App {
  static let title = "Equalizer before"

  var body: some Scene {
    WindowGroup("Background sounds") { EqualizerBefore() }
  }
}

private struct EqualizerBefore: View {
  @State private var equalizer = Equalizer()

  var body: some View {
    EqualizerPad(equalizer: equalizer)
    HStack {
      Image("axis-frequency").resizable().frame(width: 44, height: 44)
      Image("axis-amplitude").resizable().frame(width: 44, height: 44)
    }
  }
}
