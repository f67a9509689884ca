internal import AccessibilityTree
internal import AccessibilityViews

/// A calculator for the contrast between text and background (P5): headings for navigation, labelled sliders,
/// an action in place of a gesture, and a button that is read first although it lies in front.
struct ContrastApp: App {
  static let title = "Contrast Ratio"

  var body: some Scene {
    WindowGroup { ContrastCalculator() }
  }
}

private struct ContrastCalculator: View {
  @State private var colors = ColorPair.initial

  var body: some View {
    ZStack {
      ContrastRatioView(ratio: colors.contrastRatio)
        .onTapGesture(count: 2, perform: swap)
        .accessibilityLabel("Contrast ratio")
        .accessibilityValue("\(colors.contrastRatio) to 1")
        .accessibilityAddTraits(.isHeader)
        .accessibilityAction(named: "Swap Colors", swap)
        .padding(.top, 60)
      Button("Reset colors") {
        colors = .initial
        AccessibilityNotification.Announcement("Colors reset").post()
      }
      .padding(.bottom, 60)
      .accessibilitySortPriority(1)
    }
    ColorPicker("Background", color: $colors.background)
    ColorPicker("Text", color: $colors.text)
  }

  private func swap() {
    colors.swap()
    // The ratio stays the same.
    AccessibilityNotification.Announcement("Colors swapped").post()
  }
}

private struct ContrastRatioView: View {
  let ratio: Double

  var body: some View {
    Text("\(ratio) : 1")
      .font(.largeTitle)
  }
}

private struct ColorPicker: View {
  let title: String
  let color: Binding<ColorPair.Color>

  init(_ title: String, color: Binding<ColorPair.Color>) {
    self.title = title
    self.color = color
  }

  var body: some View {
    VStack(alignment: .leading) {
      Text(title)
        .accessibilityAddTraits(.isHeader)
      ColorSlider(name: "Red", value: color.red)
      ColorSlider(name: "Green", value: color.green)
      ColorSlider(name: "Blue", value: color.blue)
    }
    .accessibilityElement(children: .contain)
    .accessibilityLabel(title)
  }
}

private struct ColorSlider: View {
  let name: String
  @Binding var value: Double

  var body: some View {
    VStack(alignment: .leading) {
      Text("\(name) \(value.shortDescription)")
        .accessibilityHidden(true)
      Slider(value: $value, in: 0...255, step: 5)
        .accessibilityLabel(name)
        .accessibilityValue("\(value.shortDescription)")
    }
  }
}
