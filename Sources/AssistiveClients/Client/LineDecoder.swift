/// Reads lines out of what a pipe sends, however it is cut.
package struct LineDecoder: Sendable {
  package enum Line: Hashable, Sendable {
    /// Without its end.
    case line(String)
    /// It was longer than `limit` and is left out.
    case tooLong
  }

  /// The longest line that is taken, in bytes.
  package static let limit = 64 * 1024

  private var pending: [UInt8] = []
  /// Where the next line begins, and up to where there is no end in it.
  private var start = 0
  private var searched = 0
  /// The rest of a line that was too long is passed over.
  private var isSkipping = false

  package init() {}

  package mutating func append(_ bytes: some Sequence<UInt8>) {
    if start > 0 {
      pending.removeFirst(start)
      searched -= start
      start = 0
    }
    pending += bytes
  }

  /// The next whole line; `nil` when more bytes are needed.
  package mutating func next() -> Line? {
    while true {
      guard let end = pending[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
        searched = pending.count
        guard pending.count - start > Self.limit || isSkipping else { return nil }
        start = pending.count
        defer { isSkipping = true }
        return isSkipping ? nil : .tooLong
      }
      defer {
        start = end + 1
        searched = start
      }
      guard !isSkipping else {
        isSkipping = false
        continue
      }
      return line(pending[start..<end])
    }
  }

  /// What came after the last end of a line; `nil` when nothing did.
  package mutating func finish() -> Line? {
    let rest = pending[start...]
    defer { self = LineDecoder() }
    return rest.isEmpty || isSkipping ? nil : line(rest)
  }

  private func line(_ bytes: ArraySlice<UInt8>) -> Line {
    guard bytes.count <= Self.limit else { return .tooLong }
    let isFromWindows = bytes.last == UInt8(ascii: "\r")
    return .line(String(decoding: isFromWindows ? bytes.dropLast() : bytes, as: UTF8.self))
  }
}
