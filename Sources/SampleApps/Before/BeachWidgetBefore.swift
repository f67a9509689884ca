internal import AccessibilityViews

/// The widget with three buttons for each beach, which sound alike for all of them.
struct BeachWidgetBeforeApp: App {
  static let title = "Beach widget before"

  var body: some Scene {
    WindowGroup("Beaches") { BeachWidgetBefore() }
  }
}

private struct BeachWidgetBefore: View {
  @Dependency(default: BeachStore()) private var store

  var body: some View {
    VStack(alignment: .leading) {
      ForEach(store.beaches) { beach in
        HStack {
          Text("\(beach.name), \(beach.rating.rawValue)")
          Spacer()
          Button(intent: ToggleRatingIntent(beach: beach, rating: .halfStar)) {
            Image(systemName: "star.leadinghalf.filled")
          }
          Button(intent: ComposeIntent(type: .text)) {
            Label("Write", systemImage: "pencil")
          }
          Button(intent: ComposeIntent(type: .photo)) {
            Label("Take a photo", systemImage: "camera")
          }
        }
      }
    }
  }
}
