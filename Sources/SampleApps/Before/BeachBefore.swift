internal import AccessibilityViews

/// The trip with its comments as separate elements, an indicator that is not heard, a symbol that is heard by its
/// name, and attachments that only a pointer finds.
struct BeachBeforeApp: App {
  static let title = "Beach before"

  var body: some Scene {
    WindowGroup("Messages") { BeachBefore() }
  }
}

private struct BeachBefore: View {
  @State private var trip = Trip()
  @State private var comments = Comment.samples
  @State private var showsAttachments = false

  var body: some View {
    VStack(alignment: .leading) {
      Text("Weekend adventure")
        .accessibilityAddTraits(.isHeader)
      TripView(trip: trip)
        .onHover { showsAttachments = $0 }
        .overlay {
          TripAttachments(trip: trip)
            .opacity(showsAttachments ? 1 : 0)
        }
      ForEach(comments) { CommentBefore(comment: $0) }
    }
  }
}

private struct CommentBefore: View {
  let comment: Comment

  var body: some View {
    HStack {
      Circle()
        .foregroundStyle(Color.blue)
        .frame(width: 10, height: 10)
        .opacity(comment.isUnread ? 1 : 0)
      Text("\(comment.text), \(comment.author)")
      Spacer()
      Button {
        comment.favor = comment.favor == .superFavorite ? .none : .superFavorite
      } label: {
        Image(systemName: comment.favor == .superFavorite ? "sparkles" : "star.fill")
      }
      Button {
        comment.isUnread = false
      } label: {
        Image(systemName: "arrowshape.turn.up.left")
      }
    }
  }
}
