import Testing

@testable import SampleApps

@Suite struct `Calculator model` {
  /// Presses keys, one for each character: ~ changes the sign, C clears.
  private static let keys: [Character: Calculator.Key] = [
    "+": .apply(.add), "-": .apply(.subtract), "*": .apply(.multiply), "/": .apply(.divide),
    "=": .equals, "C": .clear, ".": .decimalPoint, "%": .percent, "~": .changeSign,
  ]

  private func display(after presses: String) throws -> String {
    var calculator = Calculator()
    for character in presses {
      let key = character.wholeNumberValue.map(Calculator.Key.digit) ?? Self.keys[character]
      try calculator.press(try #require(key))
    }
    return calculator.display
  }

  @Test(arguments: [
    ("", "0"), ("007", "7"), ("7+8=", "15"), ("7+8==", "23"), ("2+3*4=", "20"),
    (".1+.2=", "0.3"), ("1/3*3=", "1"), ("2/3=", "0.666666666667"), ("1/8=", "0.125"),
    ("5*+2=", "7"), ("5*=", "5"), ("1..5", "1.5"), ("5~", "-5"), ("0~", "-0"), ("5+~=", "0"),
    ("12C3", "3"), ("200+10%=", "220"), ("50%", "0.5"), ("5/0=", "Cannot divide by zero"),
    ("5/0=7", "7"), ("0/0=", "Cannot divide by zero"), ("5/0+", "Cannot divide by zero"),
    ("999999999999+1=", "1e12"), ("999999999999*999999999999=", "9.99999999998e23"),
    ("7+8=2", "2"), ("7+8=2=", "10"), ("1/8000000=", "0.000000125"), ("1/80000000000=", "1.25e-11"),
    ("3-5=", "-2"), ("7=8", "8"), ("7=8+2=", "10"), ("1.=", "1"), ("1.50+0=", "1.5"),
    ("1+0.00000000001=", "1.00000000001"),
  ])
  func `keys lead to the expected display`(presses: String, shown: String) throws {
    #expect(try display(after: presses) == shown)
  }

  @Test func `a number that is too large is reported`() throws {
    var calculator = Calculator()
    for digit in 0..<12 { try calculator.press(.digit(9 - digit % 2)) }
    for _ in 0..<10 {
      guard calculator.display != "Number too large" else { break }
      try calculator.press(.apply(.multiply))
      for _ in 0..<12 { try calculator.press(.digit(9)) }
      try calculator.press(.equals)
    }
    #expect(calculator.display == "Number too large")
    #expect(throws: Calculator.Refusal.failed(.tooLarge)) { try calculator.press(.equals) }
  }

  @Test func `P1 equals never changes which operator is selected`() {
    var generator = SystemRandomNumberGenerator()
    let keys = (0...9).map(Calculator.Key.digit) + Array(Self.keys.values)
    for _ in 0..<200 {
      var calculator = Calculator()
      for _ in 0..<30 {
        let key = keys.randomElement(using: &generator) ?? .clear
        let selected = calculator.selectedOperator
        try? calculator.press(key)
        if key == .equals { #expect(calculator.selectedOperator == selected) }
      }
    }
  }

  @Test(arguments: [
    ("1", "3", "0.333333333333"), ("-2", "3", "-0.666666666667"), ("1", "1024", "0.0009765625"),
    ("123456789012", "0.001", "1.23456789012e14"),
  ])
  func `quotients are rounded to twelve digits`(left: String, right: String, shown: String) throws {
    let left = try #require(DecimalNumber(parsing: left))
    let right = try #require(DecimalNumber(parsing: right))
    #expect(left.divided(by: right)?.description == shown)
  }

  @Test func `a sum keeps digits far below the first one`() throws {
    let one = try #require(DecimalNumber(parsing: "1"))
    let little = try #require(DecimalNumber(parsing: "0.00999999999999999"))
    #expect(one.adding(little)?.description == "1.01")
    #expect(little.subtracting(one)?.adding(one) == little)
    for text in ["", "-", ".", "1.2.3", "1e5", "٣", "1234567890123456789"] {
      #expect(DecimalNumber(parsing: text) == nil, "\(text)")
    }
  }
}
