/// Random numbers that are the same in each run (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

extension SeededGenerator {
  /// Returns `true` on average once in `n` calls.
  mutating func once(in n: Int) -> Bool { Int.random(in: 0..<n, using: &self) == 0 }

  /// Returns a number with any number of digits.
  mutating func number() -> UInt64 { next() >> UInt64.random(in: 0..<64, using: &self) }

  mutating func count() -> Int { Int(clamping: number() >> 2) }

  mutating func double() -> Double {
    switch Int.random(in: 0..<6, using: &self) {
    case 0: 0
    case 1: -0.5
    case 2: 1e300
    default: Double(Int.random(in: -4000...4000, using: &self))
    }
  }

  /// Returns a text of any length, also empty or with several bytes per character.
  mutating func text() -> String {
    let length = [0, 1, 3, 14, 15, 16, 40, 127, 128, 300].randomElement(using: &self) ?? 0
    let alphabet = Array("abc é😀日\u{0301}\n\"")
    return String((0..<length).compactMap { _ in alphabet.randomElement(using: &self) })
  }

  mutating func maybe<Value>(_ value: (inout SeededGenerator) -> Value) -> Value? {
    once(in: 3) ? nil : value(&self)
  }

  mutating func list<Value>(
    upTo most: Int = 4, _ value: (inout SeededGenerator) -> Value
  ) -> [Value] {
    (0..<Int.random(in: 0...most, using: &self)).map { _ in value(&self) }
  }

  mutating func pick<Value: CaseIterable>(_ type: Value.Type) -> Value {
    let all = Array(type.allCases)
    return all[Int.random(in: 0..<all.count, using: &self)]
  }

  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
  }
}
