internal import Glibc

/// Whether two values are known to be the same, compared bit by bit. Equal values may differ in bits (by
/// padding, or by a copied string), which only costs an evaluation; identical bits hold the same
/// references and are the same value.
func isSameValue<Value>(_ left: Value, _ right: Value) -> Bool {
  unsafe withUnsafeBytes(of: left) { left in
    unsafe withUnsafeBytes(of: right) { right in
      guard let first = left.baseAddress, let second = right.baseAddress else { return true }
      return unsafe memcmp(first, second, left.count) == 0
    }
  }
}
