internal import AccessibilityTree
internal import AccessibilityViews

/// How much coffee is to be brewed (P11).
struct CoffeeApp: App {
  static let title = "Coffee"

  var body: some Scene {
    WindowGroup("Coffee") { CoffeeDispenserView() }
  }
}

private struct CoffeeDispenserView: View {
  /// How much the cup holds, in ounces.
  static let capacity = 12.0

  /// In ounces.
  @State private var coffee = 6.0
  @State private var announcements = AnnouncementThrottle(milliseconds: 300)

  var body: some View {
    CoffeeSlider(value: $coffee, capacity: Self.capacity)
      .accessibilityElement()
      .accessibilityLabel("Coffee dispenser")
      .accessibilityValue(ounces(coffee))
      .accessibilityAddTraits(.adjustable)
      .accessibilityAdjustableAction { direction in
        switch direction {
        case .increment:
          try increaseCoffeeAmount()
        case .decrement:
          try decreaseCoffeeAmount()
        }
      }
      .accessibilityActivationPoint(
        UnitPoint(x: 0.5, y: 1 - coffee / Self.capacity)
      )
      .onChange(of: coffee) { _, newValue in
        announcements.post(ounces(newValue))
      }
  }

  private func increaseCoffeeAmount() throws {
    guard coffee < Self.capacity else {
      throw ActionRefusal(.outOfRange, "the cup is full with \(ounces(coffee))")
    }
    coffee = min(coffee + 1, Self.capacity)
  }

  private func decreaseCoffeeAmount() throws {
    guard coffee > 0 else {
      throw ActionRefusal(.outOfRange, "the cup is empty; increment it")
    }
    coffee = max(coffee - 1, 0)
  }

  /// "6 ounces", "9.5 ounces".
  private func ounces(_ amount: Double) -> String {
    amount == amount.rounded() ? "\(Int(amount)) ounces" : "\(amount) ounces"
  }
}

/// A cup whose fill level follows a finger, to a tenth of an ounce.
private struct CoffeeSlider: View {
  static let height = 240.0

  @Binding var value: Double
  let capacity: Double

  var body: some View {
    RoundedRectangle(cornerRadius: 20)
      .fill(Color.brown)
      .frame(width: 120, height: Self.height)
      .gesture(
        DragGesture(minimumDistance: 0).onChanged { drag in
          let level = (1 - drag.location.y / Self.height) * capacity
          value = (min(max(level, 0), capacity) * 10).rounded() / 10
        }
      )
  }
}
