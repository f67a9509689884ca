internal import AccessibilityViews

/// A picture that can be zoomed, from as it is to five times as large.
struct ZoomingImageView: View {
  @State private var zoomValue = 1.0
  let imageName: String
  let filter: Bool

  var body: some View {
    Image(imageName)
      .resizable()
      .scaleEffect(zoomValue)
      .accessibilityLabel("Zooming image view")
      .accessibilityValueBlock { filter ? "Filtered" : "Not Filtered" }
      .accessibilityZoomAction { action -> Bool in
        let zoomed = zoomValue + (action.direction == .zoomIn ? 1 : -1)
        guard (1...5).contains(zoomed) else { return false }
        zoomValue = zoomed
        let zoomQuantity = "\(Int(zoomValue))x zoom"
        AccessibilityNotification.Announcement(zoomQuantity).post()
        return true
      }
  }
}
