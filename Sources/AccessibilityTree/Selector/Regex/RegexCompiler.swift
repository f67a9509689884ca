/// What the machine runs.
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
  /// A match can begin only at the beginning of the text.
  var isAnchored = false
  /// What a match can begin with; `nil` when it may be empty or begins with an assertion.
  var first: ScalarSet?
}

/// Turns a parsed pattern into a program.
struct RegexCompiler {
  private var program = RegexProgram()

  mutating func compile(
    _ node: RegexNode
  ) throws(RegularExpressionSyntaxError) -> RegexProgram {
    try emit(node)
    try append(.match)
    program.isAnchored = Self.isAnchored(node)
    program.first = Self.first(node).flatMap { $0.mayBeEmpty ? nil : $0.set }
    return program
  }

  @discardableResult
  private mutating func append(
    _ instruction: RegexProgram.Instruction
  ) throws(RegularExpressionSyntaxError) -> Int {
    let limit = RegularExpression.maximumProgramLength
    guard program.instructions.count < limit else {
      throw RegularExpressionSyntaxError(
        offset: 0, message: "the pattern is too large: more than \(limit) instructions")
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
      // What emits nothing stays nothing, however often.
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

  /// What the node can begin with; `nil` when that is not known.
  private static func first(_ node: RegexNode) -> (set: ScalarSet, mayBeEmpty: Bool)? {
    switch node {
    case .empty: return (.empty, true)
    case .set(let set): return (set, false)
    case .assertion: return nil
    case .sequence(let items):
      var set = ScalarSet.empty
      for item in items {
        guard let first = first(item), let union = set.union(first.set) else { return nil }
        set = union
        if !first.mayBeEmpty { return (set, false) }
      }
      return (set, true)
    case .alternatives(let branches):
      var result = (set: ScalarSet.empty, mayBeEmpty: false)
      for branch in branches {
        guard let first = first(branch), let union = result.set.union(first.set) else {
          return nil
        }
        result = (union, result.mayBeEmpty || first.mayBeEmpty)
      }
      return result
    case .repetition(let item, let minimum, _):
      return first(item).map { ($0.set, $0.mayBeEmpty || minimum == 0) }
    }
  }
}
