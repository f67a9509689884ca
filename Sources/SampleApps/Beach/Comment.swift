internal import AccessibilityViews

/// A friend's comment on a trip.
final class Comment: ObservableObject, Identifiable {
  /// How much somebody likes the comment, in words.
  enum Favor: String {
    case none = "not a favorite"
    case favorite = "favorite"
    case superFavorite = "super favorite"
  }

  let text: String
  let author: String
  @Published var isUnread = true
  @Published var favor: Favor

  init(_ text: String, by author: String, _ favor: Favor = .none) {
    self.text = text
    self.author = author
    self.favor = favor
  }

  static var samples: [Comment] {
    [
      Comment("Looks like a wonderful time", by: "Nick"),
      Comment("Absolutely beautiful", by: "Jack"),
      Comment("Hope you wore sunscreen", by: "Beth", .superFavorite),
    ]
  }
}

/// A comment with its text, an indicator while it is unread, and buttons.
struct CommentView: View {
  let comment: Comment

  var body: some View {
    HStack {
      UnreadIndicatorView(isUnread: comment.isUnread)
      CommentContentsView(comment: comment)
      Spacer()
      FavoriteButton(isSuperFavorite: comment.favor == .superFavorite, action: favorite)
      Button(action: reply) { Image(systemName: "arrowshape.turn.up.left") }
    }
  }

  /// Cycles through none, favorite and super favorite.
  private func favorite() {
    comment.favor =
      switch comment.favor {
      case .none: .favorite
      case .favorite: .superFavorite
      case .superFavorite: .none
      }
    AccessibilityNotification.Announcement("\(comment.author), \(comment.favor.rawValue)").post()
  }

  private func reply() {
    comment.isUnread = false
    AccessibilityNotification.Announcement("Replying to \(comment.author)").post()
  }
}

private struct UnreadIndicatorView: View {
  let isUnread: Bool

  var body: some View {
    Circle()
      .foregroundStyle(Color.blue)
      .frame(width: 10, height: 10)
      .accessibilityLabel("Unread")
      .opacity(isUnread ? 1 : 0)
  }
}

private struct CommentContentsView: View {
  let comment: Comment

  var body: some View {
    VStack(alignment: .leading) {
      Text(comment.text)
      Text(comment.author)
    }
  }
}

private struct FavoriteButton: View {
  let isSuperFavorite: Bool
  let action: () -> Void

  var body: some View {
    Button(action: action) {
      Image(systemName: isSuperFavorite ? "sparkles" : "star.fill")
    }
    .accessibilityLabel("Super favorite", isEnabled: isSuperFavorite)
  }
}
