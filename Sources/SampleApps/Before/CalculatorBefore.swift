internal import AccessibilityViews

/// The calculator with the default names of its keys: × is heard as it is written, the display is a number without
/// a name, and nothing says which operator is selected.
struct CalculatorBeforeApp: App {
  static let title = "Calculator before"

  var body: some Scene {
    WindowGroup { CalculatorBefore() }
  }
}

private struct CalculatorBefore: View {
  @State private var calculator = Calculator()

  var body: some View {
    Text(calculator.display)
      .frame(width: 280, height: 48)
    ForEach(Array(CalculatorKeypad.rows.enumerated()), id: \.offset) { _, buttons in
      HStack {
        ForEach(buttons, id: \.identifier) { button in
          Button(button.title) { try calculator.pressOrRefuse(button.key) }
            .buttonStyle(KeyStyle())
            .frame(width: Double(button.columns) * 72 - 8, height: 48)
        }
      }
    }
  }
}
