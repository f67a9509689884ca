internal import Glibc

/// Operations for texts of several megabytes, each of which takes a small part of a millisecond.
extension String {
  /// Whether both texts have the same bytes. Unlike `==`, it does not normalise them for canonical equivalence.
  public func hasSameBytes(as other: String) -> Bool {
    let count = utf8.count
    guard count == other.utf8.count else { return false }
    let answer = unsafe utf8.withContiguousStorageIfAvailable { left in
      unsafe other.utf8.withContiguousStorageIfAvailable { right in
        guard let first = left.baseAddress, let second = right.baseAddress else { return true }
        return unsafe memcmp(first, second, count) == 0
      }
    }
    return (answer ?? nil) ?? utf8.elementsEqual(other.utf8)
  }

  /// The number of Unicode scalars.
  public var scalarCount: Int {
    // Counts the bytes that are not continuation bytes.
    unsafe utf8.withContiguousStorageIfAvailable { bytes in
      unsafe bytes.reduce(into: 0) { count, byte in count &+= byte & 0xC0 == 0x80 ? 0 : 1 }
    } ?? unicodeScalars.count
  }
}
