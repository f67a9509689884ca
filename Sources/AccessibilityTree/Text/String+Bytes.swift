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

  /// Whether the bytes of another text are among those of this one. Takes linear time; an empty text is in every text.
  package func containsBytes(of other: String) -> Bool {
    let count = other.utf8.count
    if count == 0 { return true }
    guard count <= utf8.count else { return false }
    let wanted = Array(other.utf8)
    // Knuth–Morris–Pratt: for each index, the length of the longest proper prefix that ends there.
    var borders = [0]
    var length = 0
    for index in 1..<count {
      while length > 0, wanted[index] != wanted[length] { length = borders[length - 1] }
      if wanted[index] == wanted[length] { length += 1 }
      borders.append(length)
    }
    var matched = 0
    for byte in utf8 {
      while matched > 0, wanted[matched] != byte { matched = borders[matched - 1] }
      if wanted[matched] == byte { matched += 1 }
      if matched == count { return true }
    }
    return false
  }
}
