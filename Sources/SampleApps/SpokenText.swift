internal import AccessibilityTree
internal import AccessibilityViews

/// Text with speech attributes (E11).
struct SpokenTextApp: App {
  static let title = "Spoken text"

  var body: some Scene {
    WindowGroup("Parcel") { Parcel() }
  }
}

private struct Parcel: View {
  var body: some View {
    Text("Your parcel").accessibilityHeading(.h1)
    Text("QX7").speechSpellsOutCharacters()
    Text("call #7, then *1").speechAlwaysIncludesPunctuation()
    Text("It is heavy").speechAdjustedPitch(-0.5)
    Button("Where is it?") {
      AccessibilityNotification.Announcement(
        Text("Two streets away").speechAnnouncementPriority(.high)
      ).post()
    }
  }
}
