internal import AccessibilityViews

/// Announces the states of the camera with different priorities (N3): "Camera Loading" may be dropped,
/// "Camera Active" cannot be interrupted.
struct CameraButton: View {
  private let defaultPriorityAnnouncement = AttributedString("Opening Camera")

  private var lowPriorityAnnouncement: AttributedString {
    var lowPriorityString = AttributedString("Camera Loading")
    lowPriorityString.accessibilitySpeechAnnouncementPriority = .low
    return lowPriorityString
  }

  private var highPriorityAnnouncement: AttributedString {
    var highPriorityString = AttributedString("Camera Active")
    highPriorityString.accessibilitySpeechAnnouncementPriority = .high
    return highPriorityString
  }

  var body: some View {
    Button {
      // Open camera
      AccessibilityNotification.Announcement(defaultPriorityAnnouncement).post()
      // Camera loading
      AccessibilityNotification.Announcement(lowPriorityAnnouncement).post()
      // Camera loaded
      AccessibilityNotification.Announcement(highPriorityAnnouncement).post()
    } label: {
      Image("Camera", label: Text("Camera"))
    }
  }
}
