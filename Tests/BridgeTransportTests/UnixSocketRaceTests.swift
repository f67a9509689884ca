import BridgeTestSupport
import BridgeTransport
import Glibc
import Testing

/// Servers that start at the same path at the same time.
@Suite(.ownThreadInTurn) struct UnixSocketRaceTests {
  private static let rounds = 200
  private static let contenders = 4

  @Test
  func `of several servers that replace a stale socket, one wins and keeps its file`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let contenders = try (0..<Self.contenders).map { _ in try Contender() }
    for round in 0..<Self.rounds {
      let path = directory.path("\(round)")
      try leaveSocketBehind(path)
      let startingLine = Lock(contenders.count)
      let errors = await withTaskGroup(of: ListenError?.self) { group in
        for contender in contenders {
          group.addTask { await contender.listen(path, startingLine) }
        }
        return await group.reduce(into: [ListenError]()) { if let error = $1 { $0.append(error) } }
      }
      // The old code let two win in a few of a hundred rounds, and the first could not be reached.
      try #require(errors.count == contenders.count - 1, "round \(round): \(errors)")
      for error in errors {
        #expect(error.message.contains("process \(getpid()) of user"), "\(error.message)")
      }
      #expect(isThere(path), "round \(round): the winner's file is gone")
      for contender in contenders { await contender.close() }
      #expect(!isThere(path), "round \(round): the file stays")
    }
  }

  private func isThere(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  private func leaveSocketBehind(_ path: String) throws {
    let fd = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(fd) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    let result = unsafe withUnsafePointer(to: address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(fd, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(result == 0)
  }
}

/// A server on its own thread.
private final class Contender: Sendable {
  private let thread: LoopThread
  private let listener = Lock<LoopBound<Listener>?>(nil)

  init() throws { thread = try LoopThread(name: "contender") }

  deinit { thread.stop() }

  /// Waits until all servers are ready, then listens. Returns why it could not.
  func listen(_ path: String, _ startingLine: Lock<Int>) async -> ListenError? {
    await withCheckedContinuation { continuation in
      thread.handle.submit { [listener] loop in
        startingLine.withLock { $0 -= 1 }
        while startingLine.withLock({ $0 }) > 0 { sched_yield() }
        do throws(ListenError) {
          let made = LoopBound(try Listener(.unix(path: path), on: loop) { _ in }, on: loop)
          listener.withLock { $0 = made }
          continuation.resume(returning: nil)
        } catch {
          continuation.resume(returning: error)
        }
      }
    }
  }

  func close() async {
    await withCheckedContinuation { continuation in
      thread.handle.submit { [listener] loop in
        listener.withLock { $0.take() }?.value(on: loop).close()
        continuation.resume()
      }
    }
  }
}
