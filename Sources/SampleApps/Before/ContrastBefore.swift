internal import AccessibilityTree
internal import AccessibilityViews

/// The contrast calculator without any accessibility modifiers: numbers without context, sliders without names, a
/// gesture without an action, no headings, and a button that is read after what it lies on.
struct ContrastBeforeApp: App {
  static let title = "Contrast Ratio before"

  var body: some Scene {
    WindowGroup { ContrastBefore() }
  }
}

private struct ContrastBefore: View {
  @State private var colors = ColorPair.initial

  var body: some View {
    ZStack {
      Text("\(colors.contrastRatio) : 1")
        .font(.largeTitle)
        .onTapGesture(count: 2) { colors.swap() }
        .padding(.top, 60)
      Button("Reset colors") { colors = .initial }
        .padding(.bottom, 60)
    }
    ColorPicker(title: "Background", color: $colors.background)
    ColorPicker(title: "Text", color: $colors.text)
  }
}

private struct ColorPicker: View {
  let title: String
  let color: Binding<ColorPair.Color>

  var body: some View {
    VStack(alignment: .leading) {
      Text(title)
      ColorSlider(name: "Red", value: color.red)
      ColorSlider(name: "Green", value: color.green)
      ColorSlider(name: "Blue", value: color.blue)
    }
  }
}

private struct ColorSlider: View {
  let name: String
  @Binding var value: Double

  var body: some View {
    VStack(alignment: .leading) {
      Text("\(name) \(value.shortDescription)")
      Slider(value: $value, in: 0...255, step: 5)
    }
  }
}
