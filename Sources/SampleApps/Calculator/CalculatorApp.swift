internal import AccessibilityTree
internal import AccessibilityViews

/// The calculator of the accessibility talks (P1): a display labelled "Result", and a keypad of buttons.
struct CalculatorApp: App {
  var body: some Scene {
    WindowGroup("Calculator") { CalculatorView() }
  }
}

private struct CalculatorView: View {
  @State private var calculator = Calculator()

  var body: some View {
    Display(text: calculator.display) { try press(.clear) }
    ForEach(Array(CalculatorKeypad.rows.enumerated()), id: \.offset) { _, buttons in
      HStack {
        ForEach(buttons, id: \.identifier) { button in
          KeypadButton(button: button, isSelected: isSelected(button.key)) {
            try press(button.key)
          }
        }
      }
    }
  }

  private func isSelected(_ key: Calculator.Key) -> Bool? {
    guard case .apply(let operation) = key else { return nil }
    return operation == calculator.selectedOperator
  }

  private func press(_ key: Calculator.Key) throws {
    try calculator.pressOrRefuse(key)
  }
}

private struct Display: View {
  let text: String
  let clear: () throws -> Void

  var body: some View {
    Text(text)
      .accessibilityLabel("Result")
      .accessibilityValue(text)
      .accessibilityIdentifier("result")
      .accessibilityAction(named: "Clear", clear)
      .frame(width: 280, height: 48)
  }
}

private struct KeypadButton: View {
  let button: CalculatorKeypad.Button
  /// `nil` for keys that cannot be selected.
  let isSelected: Bool?
  let action: () throws -> Void

  var body: some View {
    Button(button.title, action: action)
      .buttonStyle(KeyStyle())
      .accessibilityLabel(button.label)
      .accessibilityIdentifier(button.identifier)
      .accessibilityInputLabels(button.inputLabels)
      .accessibilitySelectable(isSelected)
      .frame(width: Double(button.columns) * 72 - 8, height: 48)
  }
}

/// A style for the keys, which are white while they are pressed. It only draws.
struct KeyStyle: ButtonStyle {
  func makeBody(configuration: Configuration) -> some View {
    configuration.label
      .padding(4)
      .foregroundStyle(Color.black)
      .background(configuration.isPressed ? Color.white : Color.orange)
  }
}

extension Calculator {
  /// Presses a key; a key without an effect is refused with the reason.
  mutating func pressOrRefuse(_ key: Key) throws(ActionRefusal) {
    do throws(Refusal) {
      try press(key)
    } catch {
      throw ActionRefusal(error)
    }
  }
}

extension ActionRefusal {
  fileprivate init(_ refusal: Calculator.Refusal) {
    switch refusal {
    case .displayFull:
      self.init(
        .outOfRange,
        "the display holds \(DecimalNumber.displayed) digits; press an operator or clear")
    case .failed(let failure):
      self.init(
        .rejected, "the display shows \"\(failure.rawValue)\"; press clear or begin a number")
    }
  }
}
