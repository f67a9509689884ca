/// Splits the bytes from a pipe into lines, however they are chunked.
package struct LineDecoder: Sendable {
  package enum Line: Hashable, Sendable {
    /// A line without its terminator.
    case line(String)
    /// The line was longer than the limit and was discarded.
    case tooLong
    /// The line is not UTF-8, and was discarded: what it would be with replacement characters is not what was meant.
    case notUTF8
  }

  /// The maximum length of a line of a script, in bytes.
  package static let limit = 64 * 1024

  /// The maximum length of a line, in bytes.
  private let limit: Int

  private var pending: [UInt8] = []
  /// The start of the next line, and the index up to which no line end was found.
  private var start = 0
  private var searched = 0
  /// Whether the rest of a line that was too long is being skipped.
  private var isSkipping = false

  package init(limit: Int = LineDecoder.limit) {
    self.limit = limit
  }

  package mutating func append(_ bytes: some Sequence<UInt8>) {
    if start > 0 {
      pending.removeFirst(start)
      searched -= start
      start = 0
    }
    pending += bytes
  }

  /// Returns the next complete line; `nil` when more bytes are needed.
  package mutating func next() -> Line? {
    while true {
      guard let end = pending[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
        searched = pending.count
        guard pending.count - start > limit || isSkipping else { return nil }
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

  /// Returns the text after the last line end; `nil` when there is none.
  package mutating func finish() -> Line? {
    let rest = pending[start...]
    defer { self = LineDecoder(limit: limit) }
    return rest.isEmpty || isSkipping ? nil : line(rest)
  }

  private func line(_ bytes: ArraySlice<UInt8>) -> Line {
    guard bytes.count <= limit else { return .tooLong }
    let isFromWindows = bytes.last == UInt8(ascii: "\r")
    let text = String(validating: isFromWindows ? bytes.dropLast() : bytes, as: UTF8.self)
    return text.map { .line($0) } ?? .notUTF8
  }
}
