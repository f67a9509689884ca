internal import AccessibilityTree

/// The calculator of the accessibility talks, as assistive technology meets it (P1): a window with
/// the display "Result" and a keypad of buttons.
struct CalculatorApp: SampleApp {
  static let resultKey = "result"
  static let clearAction = "Clear"

  var calculator = Calculator()

  var title: String { "Calculator" }

  func windows(at origin: Point) -> [SampleNode] {
    let margin = 12.0
    let grid = GridLayout(
      origin: Point(x: origin.x + margin, y: origin.y + margin), cellWidth: 64, cellHeight: 48,
      spacing: 8)
    let window = SampleNode(
      "window", .window, label: title, children: [result(grid)] + buttons(grid)
    ) {
      $0.states = [.enabled, .visible, .showing, .active]
      $0.frame = grid.bounds(
        rows: CalculatorKeypad.rows.count + 1, columns: CalculatorKeypad.columns, margin: margin)
    }
    return [window]
  }

  private func result(_ grid: GridLayout) -> SampleNode {
    SampleNode(Self.resultKey, .text, label: "Result", value: calculator.display) {
      $0.identifier = Self.resultKey
      $0.traits = .staticText
      $0.states = [.enabled, .visible, .showing]
      $0.actions = [Action(.custom, name: Self.clearAction)]
      $0.frame = grid.frame(row: 0, column: 0, columns: CalculatorKeypad.columns)
    }
  }

  private func buttons(_ grid: GridLayout) -> [SampleNode] {
    CalculatorKeypad.placed.map { place in
      SampleNode(place.button.identifier, .button, label: place.button.label) {
        $0.identifier = place.button.identifier
        $0.inputLabels = place.button.inputLabels
        $0.traits = .button
        $0.states = [.enabled, .visible, .showing]
        $0.actions = [Action(.press)]
        $0.frame = grid.frame(
          row: place.row + 1, column: place.column, columns: place.button.columns)
        if case .apply(let operation) = place.button.key {
          $0.states.insert(.selectable)
          if operation == calculator.selectedOperator {
            $0.traits.insert(.selected)
            $0.states.insert(.selected)
          }
        }
      }
    }
  }

  mutating func perform(_ command: ActionCommand, on key: String) throws(ActionRefusal) {
    switch command {
    case .custom(Self.clearAction) where key == Self.resultKey:
      try press(.clear)
    case .press:
      guard let button = CalculatorKeypad.button(identifier: key) else {
        throw ActionRefusal(.unsupported, "\(key) is not a button of the calculator")
      }
      try press(button.key)
    default:
      throw ActionRefusal(.unsupported, "the calculator knows no action \(command.kind.name)")
    }
  }

  private mutating func press(_ key: Calculator.Key) throws(ActionRefusal) {
    do {
      try calculator.press(key)
    } catch {
      switch error {
      case .displayFull:
        throw ActionRefusal(
          .outOfRange,
          "the display holds \(DecimalNumber.displayed) digits; press an operator or clear")
      case .failed(let failure):
        throw ActionRefusal(
          .rejected, "the display shows \"\(failure.rawValue)\"; press clear or begin a number")
      }
    }
  }
}
