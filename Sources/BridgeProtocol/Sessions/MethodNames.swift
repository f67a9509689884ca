internal import Glibc

/// Method names as strings, without creating a new string for each call.
struct MethodNames {
  private var known: [(utf8: [UInt8], name: String)] = Self.all

  private static let all = Method.allCases.map { (Array($0.rawValue.utf8), $0.rawValue) }

  /// Returns the name at `range`, or `nil` when it is not UTF-8.
  mutating func name(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> String? {
    for index in known.indices where Self.equal(bytes, range, known[index].utf8) {
      // A name that was just used is likely to be used again: move it forward.
      if index > 0 { known.swapAt(index, index - 1) }
      return known[index > 0 ? index - 1 : 0].name
    }
    return String(validating: bytes.array(range), as: UTF8.self)
  }

  private static func equal(
    _ bytes: borrowing Span<UInt8>, _ range: Range<Int>, _ utf8: [UInt8]
  ) -> Bool {
    guard range.count == utf8.count else { return false }
    return unsafe bytes.extracting(range).withUnsafeBytes { part in
      unsafe utf8.withUnsafeBytes { name in
        guard let part = part.baseAddress, let name = name.baseAddress else { return true }
        return unsafe memcmp(part, name, utf8.count) == 0
      }
    }
  }
}
