import AccessibilityViews

/// An application of views: a stepper for a number of apples, and a button that orders them.
struct ShopApp: App {
  static let title = "Shop"

  var body: some Scene {
    WindowGroup { Shop() }
  }
}

private struct Shop: View {
  @State private var apples = 1
  @State private var ordered = 0

  var body: some View {
    VStack {
      Stepper("Apples", value: $apples, in: 1...12)
      Button("Order") {
        ordered += apples
        AccessibilityNotification.Announcement("\(apples) apples ordered").post()
      }
      Text("\(ordered) apples ordered").accessibilityIdentifier("total")
    }
  }
}
