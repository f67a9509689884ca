internal import AccessibilityViews

/// The cat before it is described: a picture that is named by its file and takes gestures nobody is told of.
struct VirtualCatBeforeApp: App {
  static let title = "Virtual cat before"

  var body: some Scene {
    WindowGroup("Virtual cat") { VirtualCatBefore() }
  }
}

private struct VirtualCatBefore: View {
  @State private var cat = CatModel()

  var body: some View {
    Image("cat.fill.space")
      .resizable()
      .frame(width: 300, height: 240)
      .gesture(DragGesture().onChanged { _ in cat.pet() })
      .gesture(TapGesture().onEnded { cat.tap() })
      .gesture(MagnifyGesture().onEnded { _ in cat.pinch() })
    Text("Touch the cat to interact.")
  }
}
