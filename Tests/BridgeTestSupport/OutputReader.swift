internal import BridgeTransport
internal import Foundation
internal import Glibc

/// What a running process has written to one of its outputs, readable line by line while it runs.
public final class OutputReader: Sendable {
  private struct State {
    var bytes: [UInt8] = []
    var consumed = 0
    var isAtEnd = false
  }

  private let state = Lock(State())

  /// Reads a descriptor on a thread of its own until its end, then closes it.
  init(_ descriptor: Int32) {
    Thread.detachNewThread { [self] in
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = unsafe read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        state.withLock { state in
          state.bytes.append(contentsOf: buffer.prefix(max(count, 0)))
          state.isAtEnd = count <= 0
        }
        if count <= 0 { break }
      }
      close(descriptor)
    }
  }

  /// All that was written up to now.
  public var text: String { state.withLock { String(decoding: $0.bytes, as: UTF8.self) } }

  /// Whether the process, and all that inherited its output, closed it.
  public var isAtEnd: Bool { state.withLock { $0.isAtEnd } }

  /// The next line that was not taken yet, without its end; nil at the end of the output.
  ///
  /// - Throws: `NotInTime` when neither comes within the limit.
  public func line(within limit: Duration = .seconds(30)) async throws -> String? {
    try await eventually("a line of output after: \(text.suffix(400))", within: limit) {
      nextLine()
    }
  }

  /// The first line not taken yet that satisfies a condition; those before it are taken too.
  ///
  /// - Throws: `NotInTime` when none comes within the limit, `OutputEnded` when none can come.
  public func line(
    within limit: Duration = .seconds(30), where isWanted: (String) -> Bool
  ) async throws -> String {
    let found: String? = try await eventually("the line wanted, in: \(text)", within: limit) {
      while let next = nextLine() {
        guard let line = next else { return .some(nil) }
        if isWanted(line) { return line }
      }
      return nil
    }
    guard let found else { throw OutputEnded(text: text) }
    return found
  }

  /// A line, `.some(nil)` at the end of the output, or nil when there is none yet.
  private func nextLine() -> String?? {
    state.withLock { state in
      let rest = state.bytes[state.consumed...]
      if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        state.consumed = end + 1
        return String(decoding: rest[..<end], as: UTF8.self)
      }
      guard state.isAtEnd else { return nil }
      state.consumed = state.bytes.endIndex
      return rest.isEmpty ? .some(nil) : String(decoding: rest, as: UTF8.self)
    }
  }
}

/// The output of a process ended before what was waited for.
public struct OutputEnded: Error, CustomStringConvertible {
  public let text: String

  public var description: String { "the output ended with: \(text.suffix(2000))" }
}
