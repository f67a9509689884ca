internal import AccessibilityViews

/// A widget of beaches in which every action is an intent (P9).
struct BeachWidgetApp: App {
  static let title = "Beach widget"
  static var intents: [any AppIntent.Type] { [ToggleRatingIntent.self, ComposeIntent.self] }

  var body: some Scene {
    WindowGroup("Beaches") { BeachWidget() }
  }
}

private struct BeachWidget: View {
  @Dependency(default: BeachStore()) private var store

  var body: some View {
    VStack(alignment: .leading) {
      ForEach(store.beaches) { beach in
        BeachView(beach: beach)
          .accessibilityAction(
            named: "Favorite",
            intent: ToggleRatingIntent(beach: beach, rating: .fullStar)
          )
          .accessibilityAction(.magicTap, intent: ComposeIntent(type: .photo))
      }
      if let draft = store.draft {
        Text("New \(draft.rawValue)")
      }
    }
  }
}

/// A beach with three buttons, one to rate it and two to post.
private struct BeachView: View {
  let beach: Beach

  var body: some View {
    HStack {
      Text(beach.name)
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
    .accessibilityElement(children: .combine)
    .accessibilityValue(beach.rating.rawValue)
  }
}
