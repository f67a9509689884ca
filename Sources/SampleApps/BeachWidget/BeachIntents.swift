internal import AccessibilityTree
internal import AccessibilityViews

/// Gives a beach a rating, or removes it if the beach already has it. Favorites come first.
struct ToggleRatingIntent: AppIntent {
  static let title: LocalizedStringResource = "Rate"

  @Dependency(default: BeachStore()) private var store
  @Parameter(title: "Beach") var beach: String
  @Parameter(title: "Rating") var rating: Beach.Rating

  init() {}

  init(beach: Beach, rating: Beach.Rating) {
    self.beach = beach.name
    self.rating = rating
  }

  func perform() async throws -> some IntentResult {
    guard let beach = store.beaches.first(where: { $0.name == beach }) else {
      throw ActionRefusal(
        .invalidArgument,
        "there is no beach \(beach); the beaches are: "
          + store.beaches.map(\.name).joined(separator: ", "))
    }
    let place = store.beaches.firstIndex { $0 === beach }
    beach.rating = beach.rating == rating ? .none : rating
    store.sort()
    if let place, let new = store.beaches.firstIndex(where: { $0 === beach }), new != place {
      let words = new == 0 ? "to the top" : new < place ? "up" : "down"
      AccessibilityNotification.Announcement("\(beach.name) moved \(words)").post()
    }
    return .result()
  }
}

/// Starts a post.
struct ComposeIntent: AppIntent {
  enum PostType: String, AppEnum {
    case text, photo
  }

  static let title: LocalizedStringResource = "Compose"

  @Dependency(default: BeachStore()) private var store
  @Parameter(title: "Type") var type: PostType

  init() {}

  init(type: PostType) {
    self.type = type
  }

  func perform() async throws -> some IntentResult & ProvidesDialog {
    store.draft = type
    return .result(dialog: "New \(type.rawValue)")
  }
}
