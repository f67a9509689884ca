internal import BridgeTransport
internal import Foundation
internal import Glibc

/// The output of a running process, readable line by line while it runs.
public final class OutputReader: Sendable {
  private struct State {
    var bytes: [UInt8] = []
    var consumed = 0
    var isAtEnd = false
  }

  private let state = Lock(State())

  /// Reads a descriptor on a separate thread until its end, then closes it.
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

  /// All output so far.
  public var text: String { state.withLock { String(decoding: $0.bytes, as: UTF8.self) } }

  /// Whether the process, and all processes that inherited its output, have closed it.
  public var isAtEnd: Bool { state.withLock { $0.isAtEnd } }

  /// Takes the next line, without its line end; returns nil at the end of the output.
  ///
  /// - Throws: `NotInTime` when neither comes within the limit.
  public func line(within limit: Duration = .patience) async throws -> String? {
    try await eventually("a line of output after: \(text.suffix(400))", within: limit) {
      nextLine()
    }
  }

  /// Takes lines up to the first one that satisfies a condition, and returns that one.
  ///
  /// - Throws: `NotInTime` when there is none within the limit, `OutputEnded` when the output ends before.
  public func line(
    within limit: Duration = .patience, where isWanted: (String) -> Bool
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

  /// Takes a line; returns `.some(nil)` at the end of the output, and nil when there is no line yet.
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

/// The output of a process ended before the expected line.
public struct OutputEnded: Error, CustomStringConvertible {
  public let text: String

  public var description: String { "the output ended with: \(text.suffix(2000))" }
}
