internal import Foundation
public import Testing

/// Runs each test of a suite on its own thread.
///
/// For tests that block their thread, such as those that run an event loop until something has happened.
/// Swift's thread pool has one thread for each processor; when all of them are blocked, no other test
/// continues, even if what it awaits has happened.
public struct OwnThread: SuiteTrait, TestTrait, TestScoping {
  private let turns: Turns?

  fileprivate init(_ turns: Turns?) { self.turns = turns }

  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    await turns?.take()
    let executor = ThreadExecutor()
    let result = await Result.catching {
      try await withTaskExecutorPreference(executor) { try await function() }
    }
    executor.finish()
    await turns?.giveBack()
    try result.get()
  }
}

extension Trait where Self == OwnThread {
  /// Runs each test on its own thread, at once.
  public static var ownThread: Self { OwnThread(nil) }

  /// Runs each test on its own thread, at most six at a time, so that they do not displace all other tests.
  /// Not for tests with a time limit, which would include the time before their turn.
  public static var ownThreadInTurn: Self { OwnThread(.shared) }
}

extension Result where Success == Void, Failure == any Error {
  fileprivate static func catching(
    _ body: () async throws -> Void
  ) async -> Self {
    do {
      return .success(try await body())
    } catch {
      return .failure(error)
    }
  }
}

/// Admits a limited number of tests at a time; the others wait without a thread.
private actor Turns {
  static let shared = Turns(6)

  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ free: Int) { self.free = free }

  func take() async {
    guard free == 0 else {
      free -= 1
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  func giveBack() {
    guard waiting.isEmpty else { return waiting.removeFirst().resume() }
    free += 1
  }
}

/// A thread that runs the jobs of one task.
private final class ThreadExecutor: TaskExecutor, @unchecked Sendable {
  private let condition = NSCondition()
  private var jobs: [UnownedJob] = []
  private var isFinished = false

  init() {
    Thread.detachNewThread { [self] in
      while let job = next() { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    condition.withLock {
      jobs.append(job)
      condition.signal()
    }
  }

  /// Ends the thread after the jobs that are queued.
  func finish() {
    condition.withLock {
      isFinished = true
      condition.signal()
    }
  }

  private func next() -> UnownedJob? {
    condition.withLock {
      while jobs.isEmpty, !isFinished { condition.wait() }
      return jobs.isEmpty ? nil : jobs.removeFirst()
    }
  }
}
