internal import AccessibilityViews

final class Beach: ObservableObject, Identifiable {
  /// The rating in words, as it is spoken.
  enum Rating: String, AppEnum {
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

/// The model of the widget and its intents.
final class BeachStore: ObservableObject {
  @Published private(set) var beaches = [
    Beach("Funston beach"), Beach("Baker beach"), Beach("Muir beach"),
  ]
  /// The type of the post that was started last.
  @Published var draft: ComposeIntent.PostType?

  /// Moves favorites to the front; the others keep their order.
  func sort() {
    beaches =
      beaches.filter { $0.rating == .fullStar } + beaches.filter { $0.rating != .fullStar }
  }
}
