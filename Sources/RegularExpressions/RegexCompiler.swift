/// A compiled regular expression, run by `RegexMachine`.
struct RegexProgram: Sendable {
  enum Instruction {
    case set(Int)
    case assertion(RegexAssertion)
    case split(Int, Int)
    case jump(Int)
    case match
  }

  var instructions: [Instruction] = []
  var sets: [ScalarSet] = []
  /// Whether a match can begin only at the start of the text.
  var isAnchored = false
  /// The scalars that a match can begin with; `nil` when a match may be empty, may begin with an assertion,
  /// or has too many possible first scalars.
  var first: ScalarSet?

  /// The approximate memory of the program, in bytes. Consecutive instances of a repeated set share their ranges.
  var memory: Int {
    var bytes = 64 + 32 * instructions.count + (first.map { 8 * $0.ranges.count } ?? 0)
    var last: ScalarSet?
    for set in sets {
      bytes += MemoryLayout<ScalarSet>.stride
      if set.ranges != last?.ranges { bytes += 32 + 8 * set.ranges.count }
      last = set
    }
    return bytes
  }
}

/// Compiles a parsed pattern into a program.
struct RegexCompiler {
  private var program = RegexProgram()

  mutating func compile(
    _ node: RegexNode
  ) throws(RegularExpressionSyntaxError) -> RegexProgram {
    try emit(node)
    try append(.match)
    program.isAnchored = Self.isAnchored(node)
    program.first = Self.first(node)
    return program
  }

  @discardableResult
  private mutating func append(
    _ instruction: RegexProgram.Instruction
  ) throws(RegularExpressionSyntaxError) -> Int {
    let limit = RegularExpression.maxProgramLength
    guard program.instructions.count < limit else {
      throw RegularExpressionSyntaxError(
        offset: 0, message: "the pattern is too complex: more than \(limit) instructions",
        limit: limit)
    }
    program.instructions.append(instruction)
    return program.instructions.count - 1
  }

  private var next: Int { program.instructions.count }

  private mutating func emit(_ node: RegexNode) throws(RegularExpressionSyntaxError) {
    switch node {
    case .empty: break
    case .set(let set):
      program.sets.append(set)
      try append(.set(program.sets.count - 1))
    case .assertion(let assertion): try append(.assertion(assertion))
    case .sequence(let items): for item in items { try emit(item) }
    case .alternatives(let branches): try emit(branches)
    case .repetition(let item, let minimum, let maximum):
      try emit(item, minimum: minimum, maximum: maximum)
    }
  }

  private mutating func emit(_ branches: [RegexNode]) throws(RegularExpressionSyntaxError) {
    var jumps: [Int] = []
    for (place, branch) in branches.enumerated() {
      let isLast = place == branches.count - 1
      let split = isLast ? nil : try append(.match)
      try emit(branch)
      if let split {
        jumps.append(try append(.match))
        program.instructions[split] = .split(split + 1, next)
      }
    }
    for jump in jumps { program.instructions[jump] = .jump(next) }
  }

  private mutating func emit(
    _ item: RegexNode, minimum: Int, maximum: Int?
  ) throws(RegularExpressionSyntaxError) {
    for _ in 0..<minimum {
      let before = next
      try emit(item)
      // An item that emits no instructions needs no repetition.
      if next == before { return }
    }
    guard let maximum else {
      let split = try append(.match)
      try emit(item)
      try append(.jump(split))
      program.instructions[split] = .split(split + 1, next)
      return
    }
    var splits: [Int] = []
    for _ in minimum..<max(minimum, maximum) {
      splits.append(try append(.match))
      try emit(item)
    }
    for split in splits { program.instructions[split] = .split(split + 1, next) }
  }

  private static func isAnchored(_ node: RegexNode) -> Bool {
    switch node {
    case .assertion(.textStart): true
    case .sequence(let items): items.first.map(isAnchored) ?? false
    case .alternatives(let branches): branches.allSatisfy(isAnchored)
    default: false
    }
  }

  /// The maximum number of ranges in `first`. With more of them, testing each scalar is no faster than
  /// running the program there.
  private static let maxFirstRanges = 4_096

  /// Returns the scalars that a match can begin with; `nil` when they are unknown, too many, or a match may be empty.
  private static func first(_ node: RegexNode) -> ScalarSet? {
    var builder = ScalarSetBuilder()
    guard collectFirst(node, &builder) == .something else { return nil }
    return builder.build(ignoringCase: false)
  }

  private enum First {
    case something, mayBeEmpty, unknown
  }

  private static func collectFirst(_ node: RegexNode, _ builder: inout ScalarSetBuilder) -> First {
    switch node {
    case .empty: return .mayBeEmpty
    case .set(let set):
      guard builder.add(set, isLetter: false), builder.count <= maxFirstRanges else {
        return .unknown
      }
      return .something
    case .assertion: return .unknown
    case .sequence(let items):
      for item in items {
        let first = collectFirst(item, &builder)
        if first != .mayBeEmpty { return first }
      }
      return .mayBeEmpty
    case .alternatives(let branches):
      var result = First.something
      for branch in branches {
        switch collectFirst(branch, &builder) {
        case .unknown: return .unknown
        case .mayBeEmpty: result = .mayBeEmpty
        case .something: break
        }
      }
      return result
    case .repetition(let item, let minimum, _):
      let first = collectFirst(item, &builder)
      return first == .something && minimum == 0 ? .mayBeEmpty : first
    }
  }
}
