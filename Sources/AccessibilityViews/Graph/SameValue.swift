internal import Glibc

/// Whether two values are known to be the same, bit by bit. Two equal values may be told apart (by
/// padding, by a copy of a string), which costs an evaluation; two that are the same bits hold the
/// same references and are the same value.
func isSameValue<Value>(_ left: Value, _ right: Value) -> Bool {
  unsafe withUnsafeBytes(of: left) { left in
    unsafe withUnsafeBytes(of: right) { right in
      guard let first = left.baseAddress, let second = right.baseAddress else { return true }
      return unsafe memcmp(first, second, left.count) == 0
    }
  }
}
