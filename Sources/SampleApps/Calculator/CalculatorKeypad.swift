/// The buttons of the calculator in rows, with their names.
enum CalculatorKeypad {
  struct Button {
    var key: Calculator.Key
    /// What the key shows: "×".
    var title: String
    /// The spoken label: "multiply".
    var label: String
    var identifier: String
    /// Alternative names that people may say.
    var inputLabels: [String] = []
    /// The width in columns.
    var columns = 1
  }

  static let rows: [[Button]] = [
    [
      named(.clear, "AC", "clear"),
      named(.changeSign, "±", "change sign", also: ["plus minus"]),
      named(.percent, "%", "percent"),
      named(.apply(.divide), "÷", "divide", also: ["divided by"]),
    ],
    [digit(7), digit(8), digit(9), named(.apply(.multiply), "×", "multiply", also: ["times"])],
    [digit(4), digit(5), digit(6), named(.apply(.subtract), "−", "subtract", also: ["minus"])],
    [digit(1), digit(2), digit(3), named(.apply(.add), "+", "add", also: ["plus"])],
    [
      digit(0, columns: 2),
      named(.decimalPoint, ".", "decimal point", also: ["point"]),
      named(.equals, "=", "equals"),
    ],
  ]

  private static func digit(_ value: Int, columns: Int = 1) -> Button {
    Button(
      key: .digit(value), title: String(value), label: String(value),
      identifier: "digit-\(value)", columns: columns)
  }

  private static func named(
    _ key: Calculator.Key, _ title: String, _ label: String, also inputLabels: [String] = []
  ) -> Button {
    let identifier = String(label.map { $0 == " " ? "-" : $0 })
    return Button(
      key: key, title: title, label: label, identifier: identifier,
      inputLabels: inputLabels + [title])
  }
}
