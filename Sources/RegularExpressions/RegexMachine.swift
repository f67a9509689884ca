/// Runs compiled expressions on texts. Reuses its buffers for all of them.
package struct RegexMachine {
  private var current = ThreadList()
  private var upcoming = ThreadList()
  private var pending: [Int] = []

  package init() {}

  /// Whether the expression matches anywhere in a text; `nil` when `steps` ran out first. The cost of the
  /// search is subtracted from `steps`.
  package mutating func search(
    _ expression: RegularExpression, in text: String, steps: inout Int
  ) -> Bool? {
    search(expression.program, in: text, steps: &steps)
  }

  /// Whether the program matches anywhere in a text; `nil` when `steps` ran out first.
  mutating func search(
    _ program: RegexProgram, in text: String, steps: inout Int
  ) -> Bool? {
    current.reset(program.instructions.count)
    upcoming.reset(program.instructions.count)
    var before: Unicode.Scalar?
    var iterator = text.unicodeScalars.makeIterator()
    var scalar = iterator.next()
    while true {
      steps -= 1 + current.threads.count
      if steps < 0 { return nil }
      if mayBegin(program, at: scalar, isStart: before == nil) {
        if Self.add(
          0, of: program, to: &current, before, scalar, pending: &pending, &steps)
        {
          return true
        }
      } else if current.threads.isEmpty, program.isAnchored {
        return false
      }
      guard let value = scalar else { return false }
      let after = iterator.next()
      for thread in current.threads {
        guard case .set(let set) = program.instructions[thread],
          program.sets[set].contains(value.value)
        else { continue }
        if Self.add(
          thread + 1, of: program, to: &upcoming, value, after, pending: &pending, &steps)
        {
          return true
        }
      }
      swap(&current, &upcoming)
      upcoming.clear()
      before = value
      scalar = after
    }
  }

  private func mayBegin(
    _ program: RegexProgram, at scalar: Unicode.Scalar?, isStart: Bool
  ) -> Bool {
    if program.isAnchored { return isStart }
    guard let first = program.first else { return true }
    return scalar.map { first.contains($0.value) } ?? false
  }

  /// Adds a thread and all threads that it reaches without reading a scalar. Returns whether a match is among them.
  private static func add(
    _ start: Int, of program: RegexProgram, to list: inout ThreadList,
    _ before: Unicode.Scalar?, _ after: Unicode.Scalar?, pending: inout [Int], _ steps: inout Int
  ) -> Bool {
    pending.append(start)
    while let counter = pending.popLast() {
      guard list.insert(counter) else { continue }
      steps -= 1
      switch program.instructions[counter] {
      case .match:
        pending.removeAll(keepingCapacity: true)
        return true
      case .set: list.threads.append(counter)
      case .jump(let target): pending.append(target)
      case .split(let first, let second):
        pending.append(second)
        pending.append(first)
      case .assertion(let assertion):
        if assertion.holds(before, after) { pending.append(counter + 1) }
      }
    }
    return false
  }
}

/// The threads at one position of the text, at most one for each instruction.
private struct ThreadList {
  /// The threads that wait for a scalar.
  var threads: [Int] = []
  private var generation: UInt32 = 0
  private var seen: [UInt32] = []

  mutating func reset(_ count: Int) {
    if seen.count < count { seen = Array(repeating: 0, count: count) }
    clear()
  }

  mutating func clear() {
    threads.removeAll(keepingCapacity: true)
    if generation == .max {
      seen = Array(repeating: 0, count: seen.count)
      generation = 0
    }
    generation += 1
  }

  mutating func insert(_ counter: Int) -> Bool {
    guard seen[counter] != generation else { return false }
    seen[counter] = generation
    return true
  }
}

extension RegexAssertion {
  fileprivate func holds(_ before: Unicode.Scalar?, _ after: Unicode.Scalar?) -> Bool {
    switch self {
    case .textStart: before == nil
    case .textEnd: after == nil
    case .lineStart: before == nil || before == "\n"
    case .lineEnd: after == nil || after == "\n"
    case .wordBoundary: isBoundary(before, after)
    case .noWordBoundary: !isBoundary(before, after)
    }
  }

  private func isBoundary(_ before: Unicode.Scalar?, _ after: Unicode.Scalar?) -> Bool {
    (before.map(ScalarSet.isWord) ?? false) != (after.map(ScalarSet.isWord) ?? false)
  }
}
