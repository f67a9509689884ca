internal import AccessibilityViews

/// The friends' sounds with a single place to drop them, as VoiceOver finds it: nobody is told that it matters where,
/// and dragging is the only way.
struct AlertSoundsBeforeApp: App {
  static let title = "Alert sounds before"

  var body: some Scene {
    WindowGroup("Alert sounds") { CommentAlertsBefore() }
  }
}

private struct CommentAlertsBefore: View {
  @State private var contact = Contact("Cheers")

  var body: some View {
    HStack {
      ForEach(Sound.allCases) { sound in
        Text(sound.rawValue)
          .onDrag { NSItemProvider(item: sound, typeIdentifier: UTType.audio.identifier) }
      }
    }
    CommentAlertView(contact: contact)
      .draggable(contact)
      .onDrop(of: [.audio], delegate: AlertDelegate(contact: contact))
  }
}
