internal import AccessibilityViews

/// A picture that can be zoomed up to five times around a point.
struct ZoomingImageView: View {
  @State private var zoom = 1
  /// The centre of the zoom, and the activation point of the picture.
  @State private var center = UnitPoint.center
  let imageName: String
  let filter: Bool

  var body: some View {
    Image(imageName)
      .resizable()
      .scaleEffect(Double(zoom))
      .frame(width: 320, height: 200)
      .accessibilityLabel("Zooming image view")
      .accessibilityValueBlock { filter ? "Filtered" : "Not Filtered" }
      .accessibilityActivationPoint(center)
      .accessibilityZoomAction { action -> Bool in
        let zoomed = zoom + (action.direction == .zoomIn ? 1 : -1)
        guard (1...5).contains(zoomed) else { return false }
        zoom = zoomed
        center = zoomed == 1 ? .center : action.location
        AccessibilityNotification.Announcement("\(zoom)x zoom").post()
        return true
      }
  }
}
