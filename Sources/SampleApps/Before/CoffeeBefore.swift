internal import AccessibilityViews

/// The dispenser before it is described: an amount without a name, which only a drag changes.
struct CoffeeBeforeApp: App {
  static let title = "Coffee before"

  var body: some Scene {
    WindowGroup("Coffee") { CoffeeBefore() }
  }
}

private struct CoffeeBefore: View {
  private static let height = 240.0

  @State private var ounces = 6
  @State private var isOpen = false

  var body: some View {
    Button("Settings") { isOpen = true }
      .alert("There are no settings yet", isPresented: $isOpen) {
        Button("Close") { isOpen = false }
      }
    RoundedRectangle(cornerRadius: 20)
      .fill(Color.brown)
      .frame(width: 120, height: Self.height)
      .overlay { Text("\(ounces) ounces") }
      .gesture(
        DragGesture(minimumDistance: 0).onChanged { drag in
          ounces = Int((min(max(1 - drag.location.y / Self.height, 0), 1) * 12).rounded())
        })
    Text("Drag up or down on the cup")
  }
}
