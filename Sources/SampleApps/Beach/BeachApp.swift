internal import AccessibilityViews

/// A trip to the beach with comments from friends (P7).
struct BeachApp: App {
  static let title = "Beach"

  var body: some Scene {
    WindowGroup("Messages") { TripMessages() }
  }
}

private struct TripMessages: View {
  @State private var trip = Trip()
  @State private var comments = Comment.samples
  @State private var combinesComments = true

  var body: some View {
    VStack(alignment: .leading) {
      Text("Weekend adventure")
        .accessibilityAddTraits(.isHeader)
      TripMessage(trip: trip)
      ForEach(comments) { comment in
        if combinesComments {
          CommentView(comment: comment)
            .accessibilityElement(children: .combine)
        } else {
          CommentView(comment: comment)
        }
      }
      Toggle("Combine comments", isOn: $combinesComments)
    }
    TripEditor(trip: trip)
  }
}

/// An editor for the attachments of the trip.
private struct TripEditor: View {
  @Bindable var trip: Trip

  var body: some View {
    VStack(alignment: .leading) {
      Text("Attachments")
        .accessibilityAddTraits(.isHeader)
      Toggle("Location", isOn: $trip.hasLocation)
      Toggle("Recording", isOn: $trip.hasRecording)
      Picker("Rating", selection: $trip.rating) {
        Text("No rating").tag(String?.none)
        ForEach(["Half star", "Full star"], id: \.self) { rating in
          Text(rating).tag(String?.some(rating))
        }
      }
    }
  }
}
