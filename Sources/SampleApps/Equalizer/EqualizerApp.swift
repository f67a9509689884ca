internal import AccessibilityTree
internal import AccessibilityViews

/// An equalizer whose tone is chosen on a two-dimensional pad (P12).
struct EqualizerApp: App {
  static let title = "Equalizer"

  var body: some Scene {
    WindowGroup("Background sounds") { EqualizerView() }
  }
}

/// The frequency and amplitude of a filter, both between -100 and 100.
final class Equalizer: ObservableObject {
  static let bounds = -100.0...100.0

  @Published var frequency = 0.0
  @Published var amplitude = 10.0
}

private struct EqualizerView: View {
  @State private var equalizer = Equalizer()

  var body: some View {
    pad
    // One axis alone, in steps of one.
    Slider(value: $equalizer.frequency, in: Equalizer.bounds, step: 1) { Text("Frequency") }
      .accessibilityValue("\(Int(equalizer.frequency))")
    Slider(value: $equalizer.amplitude, in: Equalizer.bounds, step: 1) { Text("Amplitude") }
      .accessibilityValue("\(Int(equalizer.amplitude))")
  }

  private var pad: some View {
    EqualizerPad(equalizer: equalizer)
      .accessibilityLabel("Filter chart")
      .accessibilityValue(
        "frequency \(Int(equalizer.frequency)), amplitude \(Int(equalizer.amplitude))"
      )
      .accessibilityHint(
        """
        Double tap and hold, then drag to adjust filters. \
        The bounds of the chart axis are set to -100 to 100.
        """
      )
      .accessibilityAction(named: "Move Up") {
        try move(\.amplitude, by: 10)
      }
      .accessibilityAction(named: "Move Right") {
        try move(\.frequency, by: 10)
      }
      .accessibilityAction(named: "Move Down") {
        try move(\.amplitude, by: -10)
      }
      .accessibilityAction(named: "Move Left") {
        try move(\.frequency, by: -10)
      }
  }

  private func move(
    _ axis: ReferenceWritableKeyPath<Equalizer, Double>, by step: Double
  ) throws {
    let moved = Equalizer.bounds.clamp(equalizer[keyPath: axis] + step)
    guard moved != equalizer[keyPath: axis] else {
      throw ActionRefusal(
        .outOfRange, "the handle is at the edge, at \(Int(moved)); move it another way")
    }
    equalizer[keyPath: axis] = moved
  }
}

/// A pad with a handle that follows a finger. Two pixels are one unit of an axis.
struct EqualizerPad: View {
  static let side = 400.0

  let equalizer: Equalizer

  var body: some View {
    RoundedRectangle(cornerRadius: 12)
      .fill(Color.gray)
      .frame(width: Self.side, height: Self.side)
      .gesture(
        DragGesture(minimumDistance: 0).onChanged { drag in
          let right = (drag.location.x / Self.side * 2 - 1) * 100
          let up = (1 - drag.location.y / Self.side * 2) * 100
          equalizer.frequency = Equalizer.bounds.clamp(right).rounded()
          equalizer.amplitude = Equalizer.bounds.clamp(up).rounded()
        }
      )
      .accessibilityActivationPoint(
        UnitPoint(x: (equalizer.frequency / 100 + 1) / 2, y: (1 - equalizer.amplitude / 100) / 2))
  }
}

extension ClosedRange {
  fileprivate func clamp(_ value: Bound) -> Bound {
    Swift.min(Swift.max(value, lowerBound), upperBound)
  }
}
