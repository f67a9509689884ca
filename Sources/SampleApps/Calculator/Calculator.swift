/// The logic of a pocket calculator: the effect of its keys on its display. Independent of accessibility.
///
/// An operator stays selected until its second number begins. The equals key only completes an operation
/// and changes the display.
struct Calculator: Hashable, Sendable {
  enum Operator: Hashable, Sendable, CaseIterable {
    case divide, multiply, subtract, add
  }

  enum Key: Hashable, Sendable {
    case digit(Int)
    case decimalPoint, changeSign, percent, equals, clear
    case apply(Operator)
  }

  /// Why a key had no effect.
  enum Refusal: Error, Hashable, Sendable {
    /// The display has no room for more digits.
    case displayFull
    /// The display shows a failure, which only a digit, the decimal point or the clear key ends.
    case failed(Failure)
  }

  /// The failure that the display shows instead of a number.
  enum Failure: String, Hashable, Sendable {
    case divisionByZero = "Cannot divide by zero"
    case tooLarge = "Number too large"
  }

  private struct Pending: Hashable, Sendable {
    var operation: Operator
    var left: DecimalNumber
    /// Whether the second number has begun.
    var hasOperand = false
  }

  /// The number being typed; `nil` while the display shows a result.
  private var entry: Entry?
  private var result = DecimalNumber.zero
  private var pending: Pending?
  /// The operation that the equals key repeats.
  private var repeated: (operation: Operator, right: DecimalNumber)? {
    get { repeatedOperation.flatMap { operation in repeatedOperand.map { (operation, $0) } } }
    set { (repeatedOperation, repeatedOperand) = (newValue?.operation, newValue?.right) }
  }
  private var repeatedOperation: Operator?
  private var repeatedOperand: DecimalNumber?
  private var failure: Failure?

  init() {}

  /// The text of the display: "0", "12.", "-0.3", "1.5e20", or a failure in words.
  var display: String {
    if let failure { return failure.rawValue }
    return entry?.text ?? result.description
  }

  /// The operator whose second number has not begun.
  var selectedOperator: Operator? {
    guard let pending, !pending.hasOperand else { return nil }
    return pending.operation
  }

  mutating func press(_ key: Key) throws(Refusal) {
    switch key {
    case .clear:
      self = Calculator()
    case .digit(let digit):
      try type { entry throws(Refusal) in try entry.append(digit) }
    case .decimalPoint:
      try type { entry throws(Refusal) in try entry.appendPoint() }
    case .changeSign:
      try requireNumber()
      if var typed = entry {
        typed.isNegative.toggle()
        entry = typed
      } else {
        replaceNumber(result.negated())
      }
    case .percent:
      try requireNumber()
      finish(percentage()) { $0.replaceNumber($1) }
    case .apply(let operation):
      try requireNumber()
      apply(operation)
    case .equals:
      try requireNumber()
      complete()
    }
  }
}

extension Calculator {
  private var number: DecimalNumber { entry?.number ?? result }

  private func requireNumber() throws(Refusal) {
    if let failure { throw .failed(failure) }
  }

  private mutating func type(_ body: (inout Entry) throws(Refusal) -> Void) throws(Refusal) {
    if failure != nil { self = Calculator() }
    var typed = entry ?? Entry()
    try body(&typed)
    entry = typed
    pending?.hasOperand = true
  }

  private mutating func replaceNumber(_ number: DecimalNumber) {
    entry = nil
    result = number
    pending?.hasOperand = true
  }

  private mutating func apply(_ operation: Operator) {
    if let pending, pending.hasOperand {
      finish(pending.operation.apply(pending.left, number)) { $0.showResult($1) }
      guard failure == nil else { return }
    }
    pending = Pending(operation: operation, left: number)
    showResult(number)
  }

  private mutating func complete() {
    if let pending {
      guard pending.hasOperand else { return }
      let right = number
      finish(pending.operation.apply(pending.left, right)) {
        $0.pending = nil
        $0.repeated = (pending.operation, right)
        $0.showResult($1)
      }
    } else if let repeated {
      finish(repeated.operation.apply(number, repeated.right)) { $0.showResult($1) }
    } else {
      showResult(number)
    }
  }

  /// After plus or minus, the percentage of the left number; otherwise a hundredth.
  private func percentage() -> Result<DecimalNumber, Failure> {
    guard let hundredth = DecimalNumber(parsing: "0.01"),
      let part = number.multiplied(by: hundredth)
    else { return .failure(.tooLarge) }
    guard let pending, pending.operation == .add || pending.operation == .subtract else {
      return .success(part)
    }
    return Operator.multiply.apply(pending.left, part)
  }

  private mutating func showResult(_ number: DecimalNumber) {
    entry = nil
    result = number
  }

  private mutating func finish(
    _ outcome: Result<DecimalNumber, Failure>, _ body: (inout Self, DecimalNumber) -> Void
  ) {
    switch outcome {
    case .success(let number): body(&self, number)
    case .failure(let failure):
      self = Calculator()
      self.failure = failure
    }
  }
}

extension Calculator.Failure: Error {}

extension Calculator.Operator {
  fileprivate func apply(
    _ left: DecimalNumber, _ right: DecimalNumber
  ) -> Result<DecimalNumber, Calculator.Failure> {
    let result =
      switch self {
      case .add: left.adding(right)
      case .subtract: left.subtracting(right)
      case .multiply: left.multiplied(by: right)
      case .divide: left.divided(by: right)
      }
    if let result { return .success(result) }
    return .failure(self == .divide && right.isZero ? .divisionByZero : .tooLarge)
  }
}
