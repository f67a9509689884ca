internal import AccessibilityViews

final class Beach: ObservableObject, Identifiable {
  /// In words, as people hear it.
  enum Rating: String, CaseIterable {
    case none = "no rating"
    case halfStar = "half star"
    case fullStar = "favorite"
  }

  let name: String
  @Published var rating = Rating.none

  init(_ name: String) {
    self.name = name
  }

  var id: String { name }
}

/// What the widget and its intents work with.
final class BeachStore: ObservableObject {
  @Published private(set) var beaches = [
    Beach("Funston beach"), Beach("Baker beach"), Beach("Muir beach"),
  ]
  /// The kind of post that was begun last.
  @Published var draft: ComposeIntent.PostType?

  /// Favorites first; the others stay in their order.
  func sort() {
    beaches =
      beaches.filter { $0.rating == .fullStar } + beaches.filter { $0.rating != .fullStar }
  }
}
