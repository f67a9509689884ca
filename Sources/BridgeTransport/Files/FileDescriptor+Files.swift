internal import Glibc

extension FileDescriptor {
  /// Reads bytes of a file, as many as there are and `count` at most.
  func bytes(from start: Int = 0, count: Int) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let read = try system("pread") {
        unsafe bytes.withUnsafeMutableBytes {
          unsafe pread(
            rawValue, $0.baseAddress.map { unsafe $0 + filled }, count - filled,
            off_t(start + filled))
        }
      }
      guard read > 0 else { break }
      filled += read
    }
    return Array(bytes.prefix(filled))
  }

  /// Writes all bytes.
  func write(_ bytes: [UInt8]) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = try system("write") {
        unsafe rest.withUnsafeBytes { unsafe Glibc.write(rawValue, $0.baseAddress, $0.count) }
      }
      rest = rest.dropFirst(count)
    }
  }
}
