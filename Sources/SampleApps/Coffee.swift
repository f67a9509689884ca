internal import AccessibilityTree
internal import AccessibilityViews

/// A dispenser that sets the amount of coffee to brew (P11).
struct CoffeeApp: App {
  static let title = "Coffee"

  var body: some Scene {
    WindowGroup("Coffee") { CoffeeDispenserView() }
  }
}

private struct CoffeeDispenserView: View {
  /// The capacity of the cup, in tenths of an ounce.
  static let capacity = 120
  /// The amount per step, in tenths of an ounce.
  static let step = 10

  /// The amount of coffee, in tenths of an ounce.
  @State private var coffee = 60
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
      // To a tenth of an ounce, as a finger does.
      .accessibilitySettableValue(
        Binding {
          Double(coffee) / 10
        } set: {
          coffee = Int(($0 * 10).rounded())
        }, in: 0...Double(Self.capacity) / 10, step: Double(Self.step) / 10
      )
      .accessibilityActivationPoint(
        UnitPoint(x: 0.5, y: 1 - Double(coffee) / Double(Self.capacity))
      )
      .onChange(of: coffee) { _, newValue in
        announcements.post(ounces(newValue))
      }
  }

  private func increaseCoffeeAmount() throws {
    guard coffee < Self.capacity else {
      throw ActionRefusal(.outOfRange, "the cup is full with \(ounces(coffee))")
    }
    coffee = min(coffee + Self.step, Self.capacity)
  }

  private func decreaseCoffeeAmount() throws {
    guard coffee > 0 else {
      throw ActionRefusal(.outOfRange, "the cup is empty; increment it")
    }
    coffee = max(coffee - Self.step, 0)
  }

  /// Returns the amount in words: "1 ounce", "6 ounces", "9.5 ounces".
  private func ounces(_ tenths: Int) -> String {
    if tenths == 10 { return "1 ounce" }
    let (whole, part) = tenths.quotientAndRemainder(dividingBy: 10)
    return part == 0 ? "\(whole) ounces" : "\(whole).\(part) ounces"
  }
}

/// A cup whose fill level follows a finger, to a tenth of an ounce.
private struct CoffeeSlider: View {
  static let height = 240.0

  /// The fill level in tenths of an ounce, up to `capacity`.
  @Binding var value: Int
  let capacity: Int

  var body: some View {
    RoundedRectangle(cornerRadius: 20)
      .fill(Color.brown)
      .frame(width: 120, height: Self.height)
      .gesture(
        DragGesture(minimumDistance: 0).onChanged { drag in
          let level = min(max(1 - drag.location.y / Self.height, 0), 1)
          value = Int((level * Double(capacity)).rounded())
        }
      )
  }
}
