internal import AccessibilityViews

/// A virtual cat that responds to direct touch and to actions (P13).
struct VirtualCatApp: App {
  static let title = "Virtual cat"

  var body: some Scene {
    WindowGroup("Virtual cat") { CatScreen() }
  }
}

private struct CatScreen: View {
  @State private var cat = CatModel()

  var body: some View {
    VirtualCat(cat: cat)
    Button("Leave alone") {
      cat.leaveAlone()
      AccessibilityNotification.Announcement("Virtual cat, \(cat.currentReaction)").post()
    }
  }
}

private struct VirtualCat: View {
  let cat: CatModel

  var body: some View {
    InteractiveCatSurface(cat: cat)
      .accessibilityLabel("Virtual cat")
      .accessibilityValue(cat.currentReaction.description)
      .accessibilityDirectTouch([.requiresActivation])
      .accessibilityAction(named: "Pet", cat.pet)
      .accessibilityAction(named: "Tap", cat.tap)
      .accessibilityAction(named: "Pinch", cat.pinch)
  }
}

private struct InteractiveCatSurface: View {
  let cat: CatModel

  var body: some View {
    Ellipse()
      .fill(Color.orange)
      .frame(width: 300, height: 240)
      .gesture(DragGesture().onChanged { _ in cat.pet() })
      .gesture(TapGesture().onEnded { cat.tap() })
      .gesture(MagnifyGesture().onEnded { _ in cat.pinch() })
  }
}
