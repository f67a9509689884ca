internal import AccessibilityViews

/// A trip with its post and attachments.
final class Trip: ObservableObject {
  let day = "Saturday"
  let post = """
    It was a beautiful weekend! The waves were calm, the sun was shining on the bridge, and there \
    wasn't a cloud in the sky.
    """
  @Published var hasLocation = true
  @Published var hasRecording = true
  /// The rating in words; `nil` for none.
  @Published var rating: String?
}

/// The trip's picture, with attachments that appear on hover. They are available without it: attachments are actions
/// (S7), and the rating is part of the label (E8).
struct TripMessage: View {
  let trip: Trip
  @State private var showsAttachments = false

  var body: some View {
    TripView(trip: trip)
      .onHover { showsAttachments = $0 }
      .accessibilityLabel { label in
        if let rating = trip.rating {
          Text(rating)
        }
        label
      }
      .accessibilityActions {
        TripAttachments(trip: trip)
      }
      // Outside of the modifiers above, which describe the trip and not what lies on it.
      .overlay {
        TripAttachments(trip: trip)
          .opacity(showsAttachments ? 1 : 0)
      }
  }
}

struct TripView: View {
  let trip: Trip

  var body: some View {
    VStack {
      Image(decorative: "beach")
      Text(trip.day)
      Text(trip.post)
    }
    .accessibilityElement(children: .combine)
    .accessibilityAddTraits(.isImage)
  }
}

/// The attachments of a trip, as buttons.
struct TripAttachments: View {
  let trip: Trip

  var body: some View {
    HStack {
      if trip.hasLocation {
        Button("location") { open("Baker Beach, San Francisco") }
      }
      if trip.hasRecording {
        Button("recording") { open("Playing the waves") }
      }
    }
  }

  private func open(_ attachment: String) {
    AccessibilityNotification.Announcement(attachment).post()
  }
}
