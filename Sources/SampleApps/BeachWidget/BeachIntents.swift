internal import AccessibilityTree
internal import AccessibilityViews

/// Gives a beach a rating, or removes it if the beach already has it. Favorites come first.
struct ToggleRatingIntent: AppIntent {
  static let title = "Rate"
  static let parameterNames = ["beach", "rating"]

  @Dependency(default: BeachStore()) private var store
  private let beach: String
  private let rating: Beach.Rating

  var parameters: [String: IntentValue] {
    ["beach": .text(beach), "rating": .text(rating.rawValue)]
  }

  init(beach: Beach, rating: Beach.Rating) {
    self.beach = beach.name
    self.rating = rating
  }

  init(parameters: [String: IntentValue]) throws {
    guard let rating = parameters["rating"]?.text.flatMap(Beach.Rating.init(rawValue:)) else {
      throw ActionRefusal(
        .invalidArgument,
        "there is no rating \(parameters["rating"]?.description ?? ""); the ratings are: "
          + Beach.Rating.allCases.map(\.rawValue).joined(separator: ", "))
    }
    beach = parameters["beach"]?.text ?? ""
    self.rating = rating
  }

  func perform() throws {
    guard let beach = store.beaches.first(where: { $0.name == beach }) else {
      throw ActionRefusal(
        .invalidArgument,
        "there is no beach \(beach); the beaches are: "
          + store.beaches.map(\.name).joined(separator: ", "))
    }
    beach.rating = beach.rating == rating ? .none : rating
    store.sort()
  }
}

/// Starts a post.
struct ComposeIntent: AppIntent {
  enum PostType: String, CaseIterable {
    case text, photo
  }

  static let title = "Compose"
  static let parameterNames = ["type"]

  @Dependency(default: BeachStore()) private var store
  private let type: PostType

  var parameters: [String: IntentValue] { ["type": .text(type.rawValue)] }

  init(type: PostType) {
    self.type = type
  }

  init(parameters: [String: IntentValue]) throws {
    guard let type = parameters["type"]?.text.flatMap(PostType.init(rawValue:)) else {
      throw ActionRefusal(
        .invalidArgument,
        "posts are of type text or photo, not \(parameters["type"]?.description ?? "")")
    }
    self.type = type
  }

  func perform() {
    store.draft = type
  }
}
