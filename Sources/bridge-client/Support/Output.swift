internal import Glibc

/// Standard output, by the line: what is written is there when the call returns, so that a pipe sees
/// each event as it comes.
struct Output {
  /// Writes text as it is. A reader that went away ends the program quietly.
  func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(1, $0.baseAddress, $0.count) }
      if count > 0 {
        bytes = bytes.dropFirst(count)
      } else if count < 0, errno != EINTR {
        exit(errno == EPIPE ? 0 : 1)
      }
    }
  }

  func line(_ text: String) {
    write(text + "\n")
  }
}

/// Standard error: what is wrong, where, what to do.
func complain(_ text: String) {
  let bytes = Array("bridge-client: \(text)\n".utf8)
  _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(2, $0.baseAddress, $0.count) }
}
